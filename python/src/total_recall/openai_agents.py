"""A session of the OpenAI Agents SDK that keeps every item and sends what fits. Needs `total-recall[openai-agents]`."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from hashlib import sha256
from typing import Any

from agents import FunctionTool, Tool, TResponseInputItem, function_tool
from agents.memory import SessionSettings

from . import models
from ._clearings import BEGINS_ANEW, check_name, find_current, find_next
from ._fit_event import fit_event, in_requests
from ._frameworks import (
    OPEN,
    RECALL,
    answered,
    called,
    exists,
    memory_functions,
    said,
    whole_text,
)
from ._sync.client import Client
from ._sync.session import SessionClient
from ._sync.space import SpaceClient
from .params import NewEventParam

__all__ = ["TotalRecallSession"]

KINDS = {"user": "user_message", "assistant": "agent_message"}


class TotalRecallSession:
    """Give it to `Runner.run(agent, input, session=session)`, and its `tools` to the agent.

    The history that the SDK sends is the window: what fits, with markers for what left. It calls the service in
    threads, as `Runner.run_sync` makes and ends loops while the client stays. `session` is its own name, under which it
    is found after clearings too; `NAME.cleared-1` and the like are refused.
    """

    session_settings: SessionSettings | None = None

    def __init__(self, client: Client, *, space: str, session: str) -> None:
        check_name(session)
        self.session_id = session
        self.tools: list[Tool] = _memory_tools(self)
        self._space = client.space(space)
        self._first = session
        self._found = False
        self._names: dict[str, str] = {}

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Return the window; with a limit, as many of the last items, word for word. Calls have names of their own."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        return await asyncio.to_thread(self._read, limit)

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        events = [event for item in items for event in self._events_of(item)]
        await asyncio.to_thread(self._append, events)

    async def pop_item(self) -> TResponseInputItem | None:
        """Refuse: what was said stays said. Erasure is a decision of its own."""
        raise RuntimeError(
            "A Total Recall session keeps what was said: clear_session() begins anew, client.erase() erases for good."
        )

    async def clear_session(self) -> None:
        """Begin anew under the next name, such as `support.cleared-1`. What was said stays, for recall."""
        await asyncio.to_thread(self._clear)

    def open(self) -> SessionClient:
        """Return the session under its name of now, which a clearing, perhaps of another process, gave it."""
        if not self._found:
            self.session_id = find_current(self._space, self._first)
            self._found = True
        return self._space.session(self.session_id)

    def _append(self, events: Sequence[NewEventParam]) -> None:
        for some in in_requests([fit_event(event) for event in events]):
            self.open().append(some)

    def _read(self, limit: int | None) -> list[Any]:
        session = self.open()
        if (limit is not None and limit <= 0) or not exists(session):
            return []
        if limit is not None:
            last = [event for event in session.all_events() if _is_item(event)][-limit:]
            return _with_own_call_names([_item_of(event, self._space) for event in last])
        window = session.window(format="openai-responses").responses
        # The agent has the only message of the system.
        front = [{"role": "user", "content": window["instructions"]}] if "instructions" in window else []
        return [*front, *_with_own_call_names(window["input"])]

    def _clear(self) -> None:
        following = find_next(self._space, self._first, self.open().name)
        self._space.session(following).append(BEGINS_ANEW)
        self.session_id = following

    def _events_of(self, item: Mapping[str, Any]) -> list[NewEventParam]:
        """Return what an item is in the log. One without a form of its own is kept as a note of JSON."""
        kind = item.get("type") or "message"
        if kind == "message":
            return said(KINDS.get(item["role"], "system_note"), item["content"])
        if kind == "function_call":
            self._names[item["call_id"]] = item["name"]
            return [called(item["call_id"], item["name"], item["arguments"])]
        if kind == "function_call_output":
            name = self._names.pop(item["call_id"], "unknown")
            return answered(item["call_id"], name, item["output"])
        # Reasoning and compactions of a vendor are sealed for that vendor, and no later request needs them.
        return [] if kind in ("reasoning", "compaction") else said("system_note", json.dumps(item, ensure_ascii=False))


def _with_own_call_names(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Give the calls of a history names of their own, the same with each reading.

    Some servers give the first call of every answer the same id, and the SDK takes calls of one id for one call, of
    which it sends the latest alone.
    """
    uses: dict[str, int] = {}
    waiting: dict[str, list[str]] = {}
    named = []
    for item in items:
        call_id = str(item.get("call_id"))
        if item.get("type") == "function_call":
            uses[call_id] = uses.get(call_id, 0) + 1
            waiting.setdefault(call_id, []).append(_name_of(call_id, uses[call_id]))
            item = {**item, "call_id": waiting[call_id][-1]}
        elif item.get("type") == "function_call_output":
            names = waiting.get(call_id)
            item = {**item, "call_id": names.pop(0) if names else _name_of(call_id, 0)}
        named.append(dict(item))
    return named


def _name_of(call_id: str, use: int) -> str:
    """Return as many letters and digits as the strictest vendor takes."""
    return sha256(f"{call_id}\n{use}".encode()).hexdigest()[:9]


def _is_item(event: models.Event) -> bool:
    """Tell items from what the service wrote for itself."""
    if event.body is None:
        return False
    return event.kind in KINDS.values() or (event.kind in ("tool_call", "tool_result") and event.body.call is not None)


def _item_of(event: models.Event, space: SpaceClient) -> dict[str, Any]:
    """Return an event as an item, word for word; what is in artifacts is read from there."""
    body = event.body
    assert body is not None
    text = whole_text(body, space)
    if body.call and event.kind == "tool_call":
        call = {"call_id": body.call.id, "name": body.call.name, "arguments": body.call.arguments or ""}
        return {"type": "function_call", **call}
    if event.kind == "agent_message":
        return {"role": "assistant", "content": text}
    files = [_file_of(artifact, space) for artifact in body.artifacts or [] if artifact.role == "attachment"]
    front = [{"type": "input_text", "text": text}] if text else []
    content = [*front, *files] if files else text
    if body.call:
        return {"type": "function_call_output", "call_id": body.call.id, "output": content}
    return {"role": "user", "content": content}


def _file_of(artifact: models.ArtifactRef, space: SpaceClient) -> dict[str, Any]:
    data = f"data:{artifact.mime};base64,{b64encode(space.artifact(artifact.id).content).decode()}"
    if artifact.mime.startswith("image/"):
        return {"type": "input_image", "image_url": data, "detail": "auto"}
    return {"type": "input_file", "file_data": data, "filename": artifact.title or "file"}


def _memory_tools(session: TotalRecallSession) -> list[Tool]:
    def declared(act: Callable[..., str], name: str, description: str) -> FunctionTool:
        @wraps(act)
        async def in_thread(*args: Any, **named: Any) -> str:
            return await asyncio.to_thread(act, *args, **named)

        return function_tool(in_thread, name_override=name, description_override=description, strict_mode=False)

    recall, open_events = memory_functions(lambda: session.open())
    return [declared(recall, "recall", RECALL), declared(open_events, "open", OPEN)]
