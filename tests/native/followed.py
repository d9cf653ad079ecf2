"""A log that an engine follows, without Python where something is wrong."""

from __future__ import annotations

from rftg_dsl.log.audit.engines import FastAudit
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.native.engine import Engine


def audited(log: Log | bytes, engine: Engine) -> FastAudit | None:
    """The audit by native code alone; None if Python has to see."""
    parsed_log = parse_log(log) if isinstance(log, bytes) else log
    return FastAudit.make(parsed_log, lambda raw, dice: engine.follow(raw, parsed_log.head, dice))
