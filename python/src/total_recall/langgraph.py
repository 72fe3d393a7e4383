"""A store of LangGraph and a hook before its models. Needs `total-recall[langgraph]`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import BaseTool
from langgraph.store.base import BaseStore, GetOp, Op, PutOp, Result, SearchItem, SearchOp

from ._bodies import well_formed
from ._fit_event import in_requests
from ._frameworks import exists
from ._langchain_messages import Conversations, SessionOf, fitted, keep, memory_tools, with_front
from ._store_items import HeldItem, HeldItems, event_of, place_of
from ._sync.client import Client
from .params import RecallScopeParam

__all__ = ["TotalRecallMemory", "TotalRecallStore"]

# Bounds of a recall: hits, values of a filter, characters of a query.
HITS = 100
PLACES = 256
QUERY = 8_192
# What a recall brings because it stands near a match is no match.
MATCHES = {"text", "exact", "vector"}


class TotalRecallStore(BaseStore):
    """A store that is a log: a `put` is an event of one session, and what holds now is folded in this process.

    `search` with a query is a recall below the prefix: words, and meaning where the service has its model. `index`
    names the fields that it goes by where a put names none. The store of JavaScript reads the same log.
    """

    def __init__(
        self, client: Client, *, space: str, session: str = "langgraph-store", index: Sequence[str] | None = None
    ) -> None:
        self._space = client.space(space)
        self._session = self._space.session(session)
        self._index = None if index is None else list(index)
        self._held = HeldItems(self._space)
        self._read = 0
        self._lock = threading.Lock()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Answer all reads, then put in order, of each item the last alone."""
        given = list(ops)
        with self._lock:
            self._read_on()
            answers = [self._answer(op) for op in given]
            self._append([op for op in given if isinstance(op, PutOp)])
        return [answer() for answer in answers]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _answer(self, op: Op) -> Callable[[], Result]:
        """Read what holds now, and return what makes an answer of it: a recall holds up no other call."""
        if isinstance(op, SearchOp):
            return partial(self._page, op, self._held.matching(op))
        if isinstance(op, PutOp):
            return lambda: None
        answer: Result = None
        if isinstance(op, GetOp):
            item = self._held.get(op.namespace, op.key)
            answer = item.item() if item else None
        else:
            answer = self._held.namespaces(op)
        return lambda: answer

    def _page(self, op: SearchOp, found: list[HeldItem]) -> list[SearchItem]:
        ranked = self._ranked(op.query, found) if op.query else [(item, None) for item in found]
        page = ranked[op.offset : op.offset + op.limit]
        return [SearchItem(**item.fields(), score=score) for item, score in page]

    def _ranked(self, query: str, found: list[HeldItem]) -> list[tuple[HeldItem, float | None]]:
        """Return the items that a recall finds, the best first."""
        by_event = {item.event_id: item for item in found if item.is_searched}
        if not by_event:
            return []
        places = {place_of(item.namespace) for item in by_event.values()}
        scope: RecallScopeParam = {"sessions": [self._session.name]}
        if len(places) <= PLACES:
            scope["task_ids"] = sorted(places)
        answer = self._space.recall(well_formed(query[:QUERY]), scope=scope, limit=HITS, granularity="local")
        matching = [hit for hit in answer.hits if MATCHES.intersection(hit.sources) and hit.event_id in by_event]
        # An event may be among the hits by several of its passages.
        best = {hit.event_id: float(hit.score) for hit in reversed(matching)}
        return [(by_event[hit], best[hit]) for hit in dict.fromkeys(hit.event_id for hit in matching)]

    def _append(self, puts: list[PutOp]) -> None:
        events = []
        for op in {(op.namespace, op.key): op for op in puts}.values():
            before = self._held.get(op.namespace, op.key)
            if op.value is not None or before:
                put = op._replace(index=self._index) if op.index is None else op
                events.append(event_of(put, before.event_id if before else None))
        for some in in_requests(events):
            self._session.append(some, wait="searchable")

    def _read_on(self) -> None:
        """Read what this and other processes put since the last look."""
        if self._read == 0 and not exists(self._session):
            return
        for event in self._session.all_events(self._read + 1):
            self._held.apply(event)
            self._read = int(event.ordinal)


class TotalRecallMemory:
    """Fits, keeps and recalls the history of `create_react_agent`.

    Give it `pre_model_hook=memory.pre_model_hook` and `tools=[*memory.tools, ...]`. `session` is the one of the
    conversation, or opens it by the name of the thread, as `client.space("work").session` does.
    """

    def __init__(self, session: SessionOf) -> None:
        self._conversations = Conversations(session, "langgraph")
        self.tools: list[BaseTool] = memory_tools(lambda: self._conversations.current()[0])
        self.pre_model_hook: Runnable[Any, dict[str, Any]] = RunnableLambda(self._hook, self._hook_async)

    def _hook(self, state: Any) -> dict[str, Any]:
        messages = state["messages"] if isinstance(state, dict) else state.messages
        session, history = self._conversations.current()
        keep(history, messages)
        system, window = fitted(session, messages, None)
        return {"llm_input_messages": with_front(system, window, messages)}

    async def _hook_async(self, state: Any) -> dict[str, Any]:
        return await asyncio.to_thread(self._hook, state)
