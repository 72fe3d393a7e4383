"""Names under which a session of the OpenAI Agents SDK goes on after it was cleared."""

from __future__ import annotations

import re
from typing import Literal

from ._errors import TotalRecallApiError
from ._sync.session import SessionClient
from ._sync.space import SpaceClient
from .params import NewEventParam

# First event of a session that a clearing began.
BEGINS_ANEW: NewEventParam = {"kind": "system_note", "text": "The conversation begins anew."}

CLEARED = re.compile(r"\.cleared-(\d+)$")


def check_name(session: str) -> None:
    """Refuse a name that a clearing may give: whoever opened it would read the conversation of another name."""
    if CLEARED.search(session):
        first = CLEARED.sub("", session)
        raise ValueError(f'A session is opened by the name that it had first, "{first}", not by "{session}".')


def find_current(space: SpaceClient, session: str) -> str:
    """Find the name that the last clearing, perhaps of another process, gave a session; its own without one."""
    current, at = session, 1
    while _beginning_of(space.session(f"{session}.cleared-{at}")) != "none":
        current, at = f"{session}.cleared-{at}", at + 1
    return _find_numbered(space, session) if current == session else current


def find_next(space: SpaceClient, session: str, current: str) -> str:
    """Find the first name behind a current one that nothing was written under."""
    cleared = CLEARED.search(current)
    at = int(cleared[1]) + 1 if cleared else 1
    while _beginning_of(space.session(f"{session}.cleared-{at}")) != "none":
        at += 1
    return f"{session}.cleared-{at}"


def _find_numbered(space: SpaceClient, session: str) -> str:
    """Look among names such as `support.2`, which clearings gave once.

    Others may have them too, so the first event counts.
    """
    current, number = session, 2
    while (beginning := _beginning_of(space.session(f"{session}.{number}"))) != "none":
        if beginning == "anew":
            current = f"{session}.{number}"
        number += 1
    return current


def _beginning_of(session: SessionClient) -> Literal["anew", "other", "none"]:
    try:
        first = next(iter(session.events(limit=1).events), None)
    except TotalRecallApiError as error:
        # A name may be too long for a clearing of it.
        if error.code in ("not_found", "invalid_name"):
            return "none"
        if error.code == "erased":
            return "other"
        raise
    if first is None or first.kind != BEGINS_ANEW["kind"]:
        return "other"
    # An erased event has no body.
    return "anew" if first.body is None or first.body.text == BEGINS_ANEW["text"] else "other"
