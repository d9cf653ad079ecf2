"""What a sensible player of any game does where a game has no advice: as little as possible."""

from __future__ import annotations

from rftg_dsl.kernel.form import Amount, Form, One, Pick, Some


def least(form: Form) -> Pick:
    """The first answer, or as little as the form accepts; never found by listing all answers."""
    if isinstance(form, One):
        return form.options[0]
    if isinstance(form, Amount):
        return form.low
    if isinstance(form, Some):
        return tuple(form.options[: form.low])
    left, picked = form.low, []
    for handle, there in form.cells:
        if left > 0:
            picked.append((handle, min(left, there)))
            left -= there
    return tuple(picked)
