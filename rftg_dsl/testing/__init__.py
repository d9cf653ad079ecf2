"""Tools for testing tiles and games: positions set up by printed names, scripted chance, and rehearsals.

from rftg_dsl.testing import table

game = table("roll").seat(0, tableau=["Space Piracy"], citizenry="3 military", credits=1)
"""

from rftg_dsl.testing.position import Label, Position, table
from rftg_dsl.testing.rehearsal import Rehearsal, rehearse
from rftg_dsl.testing.scripted_chance import Scripted

__all__ = ["Label", "Position", "Rehearsal", "Scripted", "rehearse", "table"]
