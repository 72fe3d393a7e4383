"""How a conversation that a framework hands over is compared with what was kept, and how its branches are named."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ._errors import TotalRecallApiError
from .params import NewEventParam

EDITED = "The conversation was edited: what follows stands in the place of what was said behind this point before."
# Events, and characters of them as JSON, in one request.
CHUNK = 200
CHUNK_CHARS = 4_000_000
MOST_NAME = 128


@dataclass
class Branch:
    """A part of a conversation in the log, from where it left another one."""

    # Its writer; None where nobody else is to go on with it.
    source: str | None
    # Number of events before it.
    begins: int
    # 1, 2, 3 ... over those that leave the same branch at the same point.
    number: int
    # True once the note that it begins with is in the log. The first branch has none.
    is_noted: bool


@dataclass
class Unsure:
    """Events that were sent without a name and may be in the log: sent again as they were, they are stored once."""

    told: list[str]


def name_branch(parent: str, sequence: int, number: int) -> str:
    """Name a branch by where it leaves another, so that every process finds the same one."""
    name = f"{parent}.{sequence}" + ("" if number == 1 else f"-{number}")
    if len(name) <= MOST_NAME:
        return name
    return f"{parent[:80]}.{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def latest_number(parent: str, sequence: int, sources: Sequence[str]) -> int:
    """Return the highest number among the branches of one point that wrote what is named; 0 where none did."""
    pattern = re.compile(rf"{re.escape(f'{parent}.{sequence}')}(?:-(\d+))?(?:\.|$)")
    found = [pattern.match(source) for source in sources]
    return max((int(match[1] or 1) for match in found if match), default=0)


def told_of(event: NewEventParam) -> str:
    """Return what was said. Which events are of one answer, and when it was, is no part of it."""
    return json.dumps(
        {name: value for name, value in event.items() if name not in ("message_id", "occurred_at")}, default=str
    )


def chunk_length(told: Sequence[str], start: int) -> int:
    """Return how many events from a place on go in one request."""
    length = chars = 0
    while length < CHUNK and start + length < len(told):
        chars += len(told[start + length])
        if length > 0 and chars > CHUNK_CHARS:
            break
        length += 1
    return length


# An event, and what it says as a text.
Told = tuple[NewEventParam, str]


def with_known(
    known: Sequence[str], said: Sequence[NewEventParam], handed: Sequence[NewEventParam]
) -> tuple[list[NewEventParam], list[str]]:
    """Return the events of a conversation, and what they say.

    Puts back the beginning of one that comes without, and the seals that its framework does not hand back.
    """
    kept = list(zip(said, known, strict=True))
    given = [(event, told_of(event)) for event in handed]
    left = _beginning_of(kept, given)
    whole = [*kept[:left], *_with_seals_of(kept[left:], given)]
    return [event for event, _ in whole], [told for _, told in whole]


def _is_sealed(one: Told) -> bool:
    """Tell thinking that its vendor sealed, or the seal of a call: frameworks hand it back, or not, or without."""
    return one[0].get("thinking") is not None


def _beginning_of(kept: Sequence[Told], given: Sequence[Told]) -> int:
    """Return how many events of what is known stand before a conversation that lacks its beginning."""
    places = [at for at, one in enumerate(kept) if not _is_sealed(one)]
    left = left_out(
        [kept[at][1] for at in places],
        [kept[at][0] for at in places],
        [told for event, told in given if not _is_sealed((event, told))],
    )
    return places[left] if left else 0


def _with_seals_of(kept: Sequence[Told], given: Sequence[Told]) -> list[Told]:
    """Put the seals of what is known into a conversation, as far as the two are the same, in the place of its own."""
    whole: list[Told] = []
    known_end = given_end = 0
    for at, one in enumerate(given):
        if _is_sealed(one):
            continue
        to = known_end
        while to < len(kept) and _is_sealed(kept[to]):
            to += 1
        if to == len(kept) or kept[to][1] != one[1]:
            break
        whole += kept[known_end : to + 1]
        known_end, given_end = to + 1, at + 1
    return [*whole, *given[given_end:]]


def left_out(known: Sequence[str], said: Sequence[NewEventParam], told: Sequence[str]) -> int:
    """Return how many events a conversation lacks at its beginning.

    It then begins within what is known, and has at least two events of it that not only a user said. Of several places
    the one counts from which on the most is the same, the last one of these.
    """
    if not known or not told or told[0] == known[0]:
        return 0
    left, most = 0, 1
    for start in range(1, len(known)):
        # No place counts any more once fewer events are left than were the same elsewhere.
        if len(known) - start < most:
            break
        if known[start] != told[0]:
            continue
        length = 1
        while length < len(told) and start + length < len(known) and told[length] == known[start + length]:
            length += 1
        is_ours = any(event["kind"] != "user_message" for event in said[start : start + length])
        if length > 1 and is_ours and length >= most:
            left, most = start, length
    return left


def is_full(error: TotalRecallApiError) -> bool:
    """Tell whether a session knows as many writers as it may."""
    return error.code == "invalid_request" and re.search(r"at most \d+ sources", str(error)) is not None


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
