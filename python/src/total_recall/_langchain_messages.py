"""Messages of LangChain as events, and windows as messages."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, cast

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    convert_to_messages,
)
from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.config import get_config

from ._frameworks import OPEN, RECALL, beside_window, events_of_chat, memory_functions
from ._sync.history import History
from ._sync.session import SessionClient

# A session, or what opens the one of a thread of LangGraph.
SessionOf = SessionClient | Callable[[str], SessionClient]
# How the service begins a message with the pictures of results.
OF_RESULT = "[image of the result of"
# Conversations that are held in memory; that of another is found again by sending it once more.
KEPT = 200


class Conversations:
    """The sessions of one agent, each with what was kept of it."""

    def __init__(self, session: SessionOf, writer: str) -> None:
        self._session = session
        self._writer = writer
        self._histories: OrderedDict[str, tuple[SessionClient, History]] = OrderedDict()
        # Runs are in threads of their own.
        self._lock = threading.Lock()

    def current(self) -> tuple[SessionClient, History]:
        """Return the session of the thread that runs."""
        if not callable(self._session):
            return self._kept("", lambda: cast(SessionClient, self._session))
        thread = (get_config().get("configurable") or {}).get("thread_id")
        # Programs also name threads by numbers and UUIDs.
        name = "" if thread is None else str(thread)
        if not name:
            raise ValueError('Name the thread: config={"configurable": {"thread_id": "..."}}.')
        opened = self._session
        return self._kept(name, lambda: opened(name))

    def _kept(self, thread: str, opened: Callable[[], SessionClient]) -> tuple[SessionClient, History]:
        with self._lock:
            kept = self._histories.get(thread)
            if kept is None:
                session = opened()
                kept = self._histories[thread] = (session, History(session, self._writer))
                if len(self._histories) > KEPT:
                    self._histories.popitem(last=False)
            self._histories.move_to_end(thread)
            return kept


def keep(history: History, messages: Sequence[BaseMessage]) -> None:
    """Append what is new of a conversation."""
    history.follow(events_of_chat(map(_chat_of, messages)))


def _chat_of(message: BaseMessage) -> dict[str, Any]:
    """Return a message in the form of chat completions, its content as it came: in the blocks of any vendor."""
    content = message.content
    if isinstance(message, ToolMessage):
        call = {"tool_call_id": message.tool_call_id, "name": message.name, "status": message.status}
        return {"role": "tool", "content": content, **call}
    if not isinstance(message, AIMessage):
        # One of the system stands in every window, one of others nowhere.
        return {"role": "user" if isinstance(message, HumanMessage) else message.type, "content": content}
    good = [(call["id"], call["name"], json.dumps(call["args"], ensure_ascii=False)) for call in message.tool_calls]
    bad = [(call["id"], call["name"], call["args"]) for call in message.invalid_tool_calls]
    calls = [
        {"id": call_id or f"{message.id}-{at}", "function": {"name": name or "unknown", "arguments": written or ""}}
        for at, (call_id, name, written) in enumerate([*good, *bad])
    ]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def fitted(
    session: SessionClient, messages: Sequence[BaseMessage], system: str | None, tools: Sequence[Any] = ()
) -> tuple[str | None, list[AnyMessage]]:
    """Return the text of the system and the messages of the window, in the place of a conversation that was kept."""
    texts = [system, *system_texts(messages)]
    said = "\n\n".join(text for text in texts if text)
    blocks: Any = {"system": said} if said else {}
    if tools:
        blocks["tools"] = [convert_to_openai_tool(tool) for tool in tools]
    window = convert_to_messages(session.window(format="openai", blocks=blocks).openai["messages"])
    front = [message.text for message in window if isinstance(message, SystemMessage)]
    originals = {_calls_of(message): message for message in messages if isinstance(message, AIMessage)}
    spoken: list[Any] = [_original(message, originals) for message in window if not isinstance(message, SystemMessage)]
    return "\n\n".join(front) or None, with_own_files(spoken, messages)


def system_texts(messages: Sequence[BaseMessage]) -> list[str]:
    """Return the texts of the system, which stand in every window and are no part of what was said."""
    return [message.text for message in messages if isinstance(message, SystemMessage)]


def with_own_files(window: list[AnyMessage], given: Sequence[BaseMessage]) -> list[AnyMessage]:
    """Return a window with the files of the live request that it has no form for, as the caller gave them."""
    spoken = [message for message in given if not isinstance(message, SystemMessage)]
    end = next((at for at in range(len(spoken), 0, -1) if isinstance(spoken[at - 1], HumanMessage)), 0)
    begin = next((at for at in range(end, 0, -1) if not isinstance(spoken[at - 1], HumanMessage)), 0)
    files = [part for message in spoken[begin:end] for part in beside_window(message.content)]
    results = {one.tool_call_id: beside_window(one.content) for one in spoken[end:] if isinstance(one, ToolMessage)}
    asked = [at for at, one in enumerate(window) if isinstance(one, HumanMessage) and OF_RESULT not in one.text[:40]]
    out: list[AnyMessage] = []
    behind: list[Any] = []
    for at, message in enumerate(window):
        if behind and not isinstance(message, ToolMessage):
            # Many models take no files in a result.
            out.append(HumanMessage(behind))
            behind = []
        if files and asked and at == asked[-1]:
            shown: list[Any] = message.content if isinstance(message.content, list) else [_said(message.text)]
            message = HumanMessage([*shown, *files])
        out.append(message)
        call_id = message.tool_call_id if isinstance(message, ToolMessage) else ""
        own = results.get(call_id)
        if own:
            behind += [_said(f"[file of the result of {call_id}]"), *own]
    if behind:
        out.append(HumanMessage(behind))
    return [*out, HumanMessage(files)] if files and not asked else out


def _said(text: str) -> dict[str, str]:
    return {"type": "text", "text": text}


def with_front(system: str | None, window: list[AnyMessage], given: Sequence[BaseMessage]) -> list[AnyMessage]:
    """Put what the service says in front of a window: as the system's where the conversation has messages of it.

    Else the agent may have the only message of the system, and it stands in a first message.
    """
    if not system:
        return window
    return [SystemMessage(system) if system_texts(given) else HumanMessage(system), *window]


def memory_tools(current: Callable[[], SessionClient]) -> list[BaseTool]:
    recall, open_events = memory_functions(current)
    return [
        StructuredTool.from_function(recall, name="recall", description=RECALL),
        StructuredTool.from_function(open_events, name="open", description=OPEN),
    ]


def _calls_of(message: AIMessage) -> tuple[tuple[str | None, str], ...]:
    return tuple((call["id"], call["name"]) for call in message.tool_calls)


def _original(message: BaseMessage, originals: dict[Any, AIMessage]) -> BaseMessage:
    """Return a model's answer with calls as it came: with its thinking, which some vendors want back."""
    if not isinstance(message, AIMessage) or not message.tool_calls:
        return message
    original = originals.get(_calls_of(message))
    same = original is not None and [c["args"] for c in original.tool_calls] == [c["args"] for c in message.tool_calls]
    return original if original is not None and same else message
