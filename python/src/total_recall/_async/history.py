from __future__ import annotations

from collections.abc import Sequence

from .._errors import TotalRecallApiError
from .._history import EDITED, conflict_at, told_of
from .._waiting_async import AsyncLock
from ..params import NewEventParam
from .session import AsyncSessionClient

CHUNK = 200


class AsyncHistory:
    """Keeps a session in step with a conversation that a framework hands over whole at every call.

    Each event is stored once, also by another process that was given the same conversation. Where an earlier event
    changed, what follows it is appended behind a note that says so; what stood there before stays in the log. `writer`
    must be no other writer's name.
    """

    def __init__(self, session: AsyncSessionClient, writer: str) -> None:
        self._session = session
        # The writer's name, then the names taken at edits, each with the number of events before it.
        self._branches = [(writer, 0)]
        self._known: list[str] = []
        self._lock = AsyncLock()

    @property
    def _notes(self) -> int:
        """Notes of edits take sequences too, so that they are stored once."""
        return len(self._branches) - 1

    async def follow(self, events: Sequence[NewEventParam], *, timeout_seconds: float | None = None) -> None:
        """Append what is new of the conversation."""
        async with self._lock:
            await self._append(events, timeout_seconds)

    async def _append(self, events: Sequence[NewEventParam], timeout_seconds: float | None) -> None:
        told = [told_of(event) for event in events]
        same = next((at for at, text in enumerate(self._known) if told[at : at + 1] != [text]), len(self._known))
        del self._known[same:]
        # An edit before another one leaves the branch of that: its sequences begin later.
        while self._branches[-1][1] > len(self._known):
            self._branches.pop()
        while len(self._known) < len(events):
            start = len(self._known)
            chunk: list[NewEventParam] = [
                {**event, "sequence": start + at + 1 + self._notes}
                for at, event in enumerate(events[start : start + CHUNK])
            ]
            try:
                await self._session.append(chunk, source=self._branches[-1][0], timeout_seconds=timeout_seconds)
                self._known += told[start : start + len(chunk)]
            except TotalRecallApiError as error:
                end = conflict_at(error) - self._notes - 1
                if end < start:
                    raise
                self._known += told[start:end]
                await self._branch(timeout_seconds)

    async def _branch(self, timeout_seconds: float | None) -> None:
        """Go on under a name that says where the conversation was edited, so that every process finds the same one."""
        sequence = len(self._known) + 1 + self._notes
        source = f"{self._branches[-1][0]}.{sequence}"
        note: NewEventParam = {"kind": "system_note", "text": EDITED, "sequence": sequence}
        await self._session.append(note, source=source, timeout_seconds=timeout_seconds)
        self._branches.append((source, len(self._known)))
