"""How a conversation that a framework hands over is compared with what was kept of it."""

from __future__ import annotations

import json

from ._errors import TotalRecallApiError
from .params import NewEventParam

EDITED = "The conversation was edited: what follows stands in the place of what was said behind this point before."


def told_of(event: NewEventParam) -> str:
    """Return what was said; which events are of one answer is no part of it, as frameworks put answers together."""
    return json.dumps({name: value for name, value in event.items() if name != "message_id"}, default=str)


def conflict_at(error: TotalRecallApiError) -> int:
    """Return the sequence whose event is another one in the log, 0 for any other error."""
    sequence = (error.details or {}).get("sequence") if error.code == "sequence_conflict" else None
    return int(sequence) if isinstance(sequence, int | float) else 0
