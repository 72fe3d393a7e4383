"""Messages of LangChain as events, and windows as messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    convert_to_messages,
    convert_to_openai_messages,
)
from langchain_core.tools import BaseTool, StructuredTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langgraph.config import get_config

from ._frameworks import OPEN, RECALL, events_of_chat, open_text, recall_text
from ._sync.history import History
from ._sync.session import SessionClient

# A session, or what opens the one of a thread of LangGraph.
SessionOf = SessionClient | Callable[[str], SessionClient]


class Conversations:
    """The sessions of one agent, each with what was kept of it."""

    def __init__(self, session: SessionOf, writer: str) -> None:
        self._session = session
        self._writer = writer
        self._histories: dict[str, tuple[SessionClient, History]] = {}

    def current(self) -> tuple[SessionClient, History]:
        """Return the session of the thread that runs."""
        if not callable(self._session):
            return self._kept("", lambda: cast(SessionClient, self._session))
        thread = (get_config().get("configurable") or {}).get("thread_id")
        if not isinstance(thread, str) or not thread:
            raise ValueError('Name the thread: config={"configurable": {"thread_id": "..."}}.')
        opened = self._session
        return self._kept(thread, lambda: opened(thread))

    def _kept(self, thread: str, opened: Callable[[], SessionClient]) -> tuple[SessionClient, History]:
        if thread not in self._histories:
            session = opened()
            self._histories[thread] = (session, History(session, self._writer))
        return self._histories[thread]


def keep(history: History, messages: Sequence[BaseMessage]) -> None:
    """Append what is new of a conversation."""
    spoken = [message for message in messages if not isinstance(message, SystemMessage)]
    history.follow(events_of_chat(convert_to_openai_messages(spoken)))


def fitted(
    session: SessionClient, messages: Sequence[BaseMessage], system: str | None, tools: Sequence[Any] = ()
) -> tuple[str | None, list[AnyMessage]]:
    """Return the text of the system and the messages of the window, in the place of a conversation that was kept."""
    blocks: Any = {"system": system} if system else {}
    if tools:
        blocks["tools"] = [convert_to_openai_tool(tool) for tool in tools]
    window = convert_to_messages(session.window(format="openai", blocks=blocks).openai["messages"])
    front = [message.text for message in window if isinstance(message, SystemMessage)]
    originals = {_calls_of(message): message for message in messages if isinstance(message, AIMessage)}
    spoken: list[Any] = [_original(message, originals) for message in window if not isinstance(message, SystemMessage)]
    return "\n\n".join(front) or None, spoken


def with_front(system: str | None, messages: list[AnyMessage]) -> list[AnyMessage]:
    """Put what the service says in front of a window as a first message, where the agent has the system's."""
    return [HumanMessage(system), *messages] if system else messages


def memory_tools(current: Callable[[], SessionClient]) -> list[BaseTool]:
    def recall(query: str) -> str:
        return recall_text(current(), query)

    def open_event(ref: str, from_line: int | None = None, to_line: int | None = None) -> str:
        return open_text(current(), ref, from_line, to_line)

    return [
        StructuredTool.from_function(recall, name="recall", description=RECALL),
        StructuredTool.from_function(open_event, name="open", description=OPEN),
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
