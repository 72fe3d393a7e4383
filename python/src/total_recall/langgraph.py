"""A store of LangGraph and a hook before its models. Needs `total-recall[langgraph]`."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable
from typing import Any

from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import BaseTool
from langgraph.store.base import BaseStore, Item, Op, PutOp, Result, SearchItem, SearchOp
from langgraph.store.memory import InMemoryStore

from ._frameworks import exists, whole_text
from ._langchain_messages import Conversations, SessionOf, fitted, keep, memory_tools, with_front
from ._sync.client import Client
from .params import NewEventParam

__all__ = ["TotalRecallMemory", "TotalRecallStore"]

Place = tuple[tuple[str, ...], str]
# As many as a recall gives at most.
HITS = 100


class TotalRecallStore(BaseStore):
    """A store whose every value stays in the log of one session.

    A `put` is an event; what holds now is folded from the events in this process, by the rules of LangGraph's own
    store. `search` with a query is a recall: words, and meaning where the service has its model.
    """

    def __init__(self, client: Client, *, space: str, session: str = "langgraph-store") -> None:
        self._space = client.space(space)
        self._session = self._space.session(session)
        self._held = InMemoryStore()
        self._places: dict[int, Place] = {}
        self._last: dict[Place, int] = {}
        self._read = 0
        self._lock = threading.Lock()

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        given = list(ops)
        with self._lock:
            self._fold()
            results = [None if isinstance(op, PutOp) else self._answer(op) for op in given]
            events = [_event_of(op) for op in given if isinstance(op, PutOp)]
            if events:
                self._session.append(events, wait="searchable")
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _answer(self, op: Op) -> Result:
        if not isinstance(op, SearchOp) or not op.query:
            return self._held.batch([op])[0]
        found = self._held.search(op.namespace_prefix, filter=op.filter, limit=max(1, len(self._last)))
        items: dict[Place, Item] = {(item.namespace, item.key): item for item in found}
        return self._ranked(op.query, items)[op.offset : op.offset + op.limit]

    def _ranked(self, query: str, items: dict[Place, Item]) -> list[SearchItem]:
        """Return the items that a recall finds, the best first. Values that were replaced are found by no search."""
        if not items:
            return []
        answer = self._session.recall(query, scope={"sessions": [self._session.name]}, limit=HITS)
        ranked: dict[Place, SearchItem] = {}
        for hit in answer.hits:
            place = self._places.get(int(hit.ordinal))
            if place in items and place not in ranked and self._last[place] == int(hit.ordinal):
                item = items[place]
                values = (item.namespace, item.key, item.value, item.created_at, item.updated_at)
                ranked[place] = SearchItem(*values, score=float(hit.score))
        return list(ranked.values())

    def _fold(self) -> None:
        """Read what this and other processes put since the last look."""
        if self._read == 0 and not exists(self._session):
            return
        for event in self._session.all_events(self._read + 1):
            ordinal = self._read = int(event.ordinal)
            if event.kind != "knowledge" or event.body is None:
                continue
            put = json.loads(whole_text(event.body, self._space))
            place = (tuple(put["namespace"]), put["key"])
            before = self._held.get(*place)
            self._held.batch([PutOp(*place, put["value"])])
            self._last[place] = ordinal
            if put.get("index") is not False:
                self._places[ordinal] = place
            item = self._held.get(*place)
            if item:
                item.updated_at = event.occurred_at
                item.created_at = before.created_at if before else event.occurred_at


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
        return {"llm_input_messages": with_front(system, window)}

    async def _hook_async(self, state: Any) -> dict[str, Any]:
        return await asyncio.to_thread(self._hook, state)


def _event_of(op: PutOp) -> NewEventParam:
    put: dict[str, Any] = {"namespace": op.namespace, "key": op.key, "value": op.value}
    if op.index is False:
        put["index"] = False
    return {"kind": "knowledge", "text": json.dumps(put, ensure_ascii=False)}
