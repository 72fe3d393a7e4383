# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.
from __future__ import annotations

from collections.abc import Sequence

from .._errors import TotalRecallApiError
from .._history import EDITED, conflict_at, is_question, question_of, told_of
from .._waiting_sync import Lock
from ..models import AppendedEvent
from ..params import NewEventParam
from .session import SessionClient

CHUNK = 200
# Events at the end of a log in which one is looked for.
LAST = 20
SAID = ("user_message", "agent_message", "thinking", "tool_call", "tool_result")


class History:
    """Keeps a session in step with a conversation that a framework hands over whole at every call.

    Each event is stored once, also by another process that was given the same conversation. Where an earlier event
    changed, its question and what follows are appended behind a note that says so; what stood there before stays in the
    log. So it is where a question is asked again that was answered before, as by a run that begins like an earlier one:
    the question stands again behind the note. `writer` must be no other writer's name; a session knows 256 of them, of
    which each edit is one.
    """

    def __init__(self, session: SessionClient, writer: str) -> None:
        self._session = session
        # The writer's name, then the names taken at edits, each with the number of events before it.
        self._branches = [(writer, 0)]
        self._known: list[str] = []
        self._lock = Lock()

    @property
    def _notes(self) -> int:
        """Notes of edits take sequences too, so that they are stored once."""
        return len(self._branches) - 1

    def follow(self, events: Sequence[NewEventParam], *, timeout_seconds: float | None = None) -> None:
        """Append what is new of the conversation."""
        with self._lock:
            self._append(events, timeout_seconds)

    def _append(self, events: Sequence[NewEventParam], timeout_seconds: float | None) -> None:
        told = [told_of(event) for event in events]
        is_seen = bool(self._known)
        same = next((at for at, text in enumerate(self._known) if told[at : at + 1] != [text]), len(self._known))
        asks = is_question(events)
        is_asked = asks and same == len(told) < len(self._known)
        self._go_back(same)
        while True:
            stored: list[AppendedEvent] = []
            if is_asked:
                self._go_back(question_of(events))
                stored += self._branch(timeout_seconds)
            stored += self._append_rest(events, told, timeout_seconds)
            # The log ends with a conversation that this process followed itself.
            is_new = any(not event.duplicate for event in stored)
            if not asks or is_new or (is_seen and not is_asked):
                return
            is_asked = self._goes_on(stored[-1].id, timeout_seconds)
            if not is_asked:
                return

    def _append_rest(
        self, events: Sequence[NewEventParam], told: list[str], timeout_seconds: float | None
    ) -> list[AppendedEvent]:
        stored: list[AppendedEvent] = []
        while len(self._known) < len(events):
            start = len(self._known)
            chunk: list[NewEventParam] = [
                {**event, "sequence": start + at + 1 + self._notes}
                for at, event in enumerate(events[start : start + CHUNK])
            ]
            try:
                source = self._branches[-1][0]
                stored += (self._session.append(chunk, source=source, timeout_seconds=timeout_seconds)).events
                self._known += told[start : start + len(chunk)]
            except TotalRecallApiError as error:
                end = conflict_at(error) - self._notes - 1
                if end < start:
                    raise
                # From the question on, where a branch begins in any case, so that every process finds it.
                self._known += told[start:end]
                self._go_back(question_of(events[: end + 1]))
                stored += self._branch(timeout_seconds)
        return stored

    def _go_back(self, length: int) -> None:
        """Forget what stands behind a number of events. An edit before another one leaves the branch of that."""
        del self._known[length:]
        while self._branches[-1][1] > length:
            self._branches.pop()

    def _branch(self, timeout_seconds: float | None) -> list[AppendedEvent]:
        """Go on under a name that says where the conversation was edited, so that every process finds the same one."""
        sequence = len(self._known) + 1 + self._notes
        source = f"{self._branches[-1][0]}.{sequence}"
        note: NewEventParam = {"kind": "system_note", "text": EDITED, "sequence": sequence}
        stored = self._session.append(note, source=source, timeout_seconds=timeout_seconds)
        self._branches.append((source, len(self._known)))
        return list(stored.events)

    def _goes_on(self, last: str, timeout_seconds: float | None) -> bool:
        """Tell whether something was said behind an event of the log. What the service notes there is not said."""
        count = (self._session.get(timeout_seconds=timeout_seconds)).events
        start = max(1, int(count) - LAST + 1)
        page = self._session.events(from_ordinal=start, limit=LAST, timeout_seconds=timeout_seconds)
        at = next((at for at, event in enumerate(page.events) if event.id == last), None)
        return at is None or any(event.kind in SAID for event in page.events[at + 1 :])
