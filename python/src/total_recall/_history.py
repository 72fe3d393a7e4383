"""How a conversation that a framework hands over is compared with what was kept of it."""

from __future__ import annotations

import json
from collections.abc import Sequence

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


def is_question(events: Sequence[NewEventParam]) -> bool:
    """Tell whether a conversation ends with what a model is to answer."""
    return bool(events) and events[-1]["kind"] in ("user_message", "tool_result")


def question_of(events: Sequence[NewEventParam]) -> int:
    """Return where the question begins that a conversation ends with: its last message of a user."""
    return next((at for at in range(len(events) - 1, -1, -1) if events[at]["kind"] == "user_message"), 0)
