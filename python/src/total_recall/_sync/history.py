# Made from the file of the same name in _async by `npm run client:python`: change that, not this file.
from __future__ import annotations

from collections.abc import Sequence
from uuid import uuid4

from .._errors import TotalRecallApiError
from .._fit_event import fit_event
from .._history import (
    EDITED,
    Branch,
    Unsure,
    chunk_length,
    conflict_at,
    is_full,
    is_question,
    latest_number,
    name_branch,
    question_of,
    with_known,
)
from .._waiting_sync import Lock
from ..models import AppendedEvent
from ..params import NewEventParam
from .session import SessionClient

# Events at the end of a log in which one is looked for.
LAST = 20
SAID = ("user_message", "agent_message", "thinking", "tool_call", "tool_result")


class History:
    """Keeps a session in step with a conversation that a framework hands over whole at every call.

    Each event is stored once, also by another process that was given the same conversation. Where an earlier event
    changed, its question and what follows are appended behind a note that says so; what stood there before stays in the
    log. So it is where a question is asked again that was answered before, as by a run that begins like an earlier one:
    the question stands again behind the note. A conversation that comes without its beginning, as frameworks cut it,
    goes on where it was, in the process that saw the beginning. `writer` must be no other writer's name; a session
    knows 256 of them, of which each edit is one, and each run that begins like another. Beyond these what is handed
    over is still kept, but no other process goes on with it: that one keeps it again.
    """

    def __init__(self, session: SessionClient, writer: str) -> None:
        self._session = session
        self._run = str(uuid4())
        self._branches = [Branch(writer, 0, 1, True)]
        self._said: list[NewEventParam] = []
        self._known: list[str] = []
        self._epoch = 0
        self._unsure: Unsure | None = None
        self._lock = Lock()

    @property
    def _top(self) -> Branch:
        return self._branches[-1]

    @property
    def _notes(self) -> int:
        """Notes take sequences too, so that they are stored once."""
        return len(self._branches) - 1

    def follow(self, events: Sequence[NewEventParam], *, timeout_seconds: float | None = None) -> None:
        """Append what is new of the conversation."""
        with self._lock:
            self._append(events, timeout_seconds)

    def _append(self, given_events: Sequence[NewEventParam], timeout_seconds: float | None) -> None:
        handed = [fit_event(event) for event in given_events]
        events, told = with_known(self._known, self._said, handed)
        is_seen = bool(self._known)
        same = next((at for at, text in enumerate(self._known) if told[at : at + 1] != [text]), len(self._known))
        asks = is_question(events)
        is_asked = asks and same == len(told) < len(self._known)
        # Without a name no conflict says where the question of an edit begins.
        is_edited = same < min(len(told), len(self._known))
        self._go_back(question_of(events[: same + 1]) if is_edited and self._top.source is None else same)
        sources: list[str] = []
        while True:
            stored: list[AppendedEvent] = []
            if is_asked:
                self._go_back(question_of(events))
                self._branch(sources)
            self._append_rest(events, told, stored, timeout_seconds)
            # The log ends with a conversation that this process followed itself.
            is_new = any(not event.duplicate for event in stored)
            if not asks or is_new or (is_seen and not is_asked):
                return
            behind = self._said_behind(stored[-1].id, timeout_seconds)
            if behind is None:
                return
            sources, is_asked = behind, True

    def _append_rest(
        self,
        events: Sequence[NewEventParam],
        told: Sequence[str],
        stored: list[AppendedEvent],
        timeout_seconds: float | None,
    ) -> None:
        while len(self._known) < len(events):
            start = len(self._known)
            end = start + self._chunk_length(told)
            try:
                stored += self._send(events[start:end], told[start:end], timeout_seconds)
            except TotalRecallApiError as error:
                self._take_refusal(error, events, told)
                continue
            self._said += events[start:end]
            self._known += told[start:end]

    def _send(
        self, events: Sequence[NewEventParam], told: Sequence[str], timeout_seconds: float | None
    ) -> list[AppendedEvent]:
        """Append events that stand behind what is known, in one request with the note that a branch begins with."""
        top = self._top
        note: NewEventParam = {"kind": "system_note", "text": EDITED}
        sent: list[NewEventParam] = [*events] if top.is_noted else [note, *events]
        first = len(self._known) + self._notes + (1 if top.is_noted else 0)
        if top.source is None:
            self._unsure = Unsure(list(told))
            key = f"{self._run}.{self._epoch}.{first}.{len(sent)}"
            answer = self._session.append(sent, idempotency_key=key, timeout_seconds=timeout_seconds)
            self._unsure = None
        else:
            numbered: list[NewEventParam] = [{**event, "sequence": first + at} for at, event in enumerate(sent)]
            answer = self._session.append(numbered, source=top.source, timeout_seconds=timeout_seconds)
        top.is_noted = True
        return list(answer.events)

    def _chunk_length(self, told: Sequence[str]) -> int:
        start = len(self._known)
        if self._unsure:
            length = len(self._unsure.told)
            if list(told[start : start + length]) == self._unsure.told:
                return length
            # Something else may be in the log by now, which what follows takes the place of.
            self._leave()
        return chunk_length(told, start)

    def _leave(self) -> None:
        """Begin a branch that no other process goes on with."""
        self._epoch += 1
        self._unsure = None
        if self._top.is_noted:
            self._branches.append(Branch(None, len(self._known), 1, False))

    def _branch(self, sources: Sequence[str] = ()) -> None:
        """Go on in the next branch that begins here.

        `sources` are the writers of the log's last events: where these are of a later branch, it goes on in that one,
        as those before it are answered.
        """
        if self._top.source is None:
            self._leave()
            return
        begins_here = self._top.begins == len(self._known)
        if begins_here and not self._top.is_noted:
            return
        is_sibling = self._notes > 0 and begins_here
        before = self._branches.pop().number if is_sibling else 0
        parent = self._top.source or ""
        sequence = len(self._known) + 1 + self._notes
        number = max(before + 1, latest_number(parent, sequence, sources))
        self._branches.append(Branch(name_branch(parent, sequence, number), len(self._known), number, False))

    def _go_back(self, length: int) -> None:
        """Forget what stands behind a number of events. An edit before another one leaves the branch of that."""
        if length >= len(self._known):
            return
        del self._known[length:]
        del self._said[length:]
        while self._top.begins > length:
            self._branches.pop()
        # Under a name the log itself says by a conflict that something was edited.
        if self._top.source is None:
            self._leave()

    def _take_refusal(self, error: TotalRecallApiError, events: Sequence[NewEventParam], told: Sequence[str]) -> None:
        """Handle a refused append, so that it can be tried again in another branch; raise what cannot be handled."""
        top = self._top
        if error.status < 500:
            self._unsure = None
        if top.source is not None and is_full(error):
            top.source = None
            self._epoch += 1
            return
        same = conflict_at(error) - self._notes - 1
        known = len(self._known)
        # Only the note stands before what is known: where that is another event, another writer has the branch's name.
        if same < known and (same < known - 1 or top.is_noted):
            raise error
        top.is_noted = True
        # From the question on, where a branch begins in any case, so that every process finds it.
        self._said += events[known:same]
        self._known += told[known:same]
        if same >= known:
            self._go_back(question_of(events[: same + 1]))
        self._branch()

    def _said_behind(self, last: str, timeout_seconds: float | None) -> list[str] | None:
        """Return the writers of the log's last events where something was said behind an event that it has, else None.

        What the service notes there is not said.
        """
        count = (self._session.get(timeout_seconds=timeout_seconds)).events
        start = max(1, int(count) - LAST + 1)
        events = [event for event in self._session.all_events(start, timeout_seconds=timeout_seconds)]
        at = next((at for at, event in enumerate(events) if event.id == last), None)
        if at is not None and not any(event.kind in SAID for event in events[at + 1 :]):
            return None
        origins = [event.body.origin for event in events if event.body and event.body.origin]
        return [origin.source for origin in origins if origin.source]
