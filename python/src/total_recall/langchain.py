"""A middleware of LangChain's agents: histories fit, are kept, and are recalled. Needs `total-recall[langchain]`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage, SystemMessage

from ._langchain_messages import Conversations, SessionOf, fitted, keep, memory_tools
from ._sync.history import History

__all__ = ["TotalRecallMiddleware"]


class TotalRecallMiddleware(AgentMiddleware[Any, Any, Any]):
    """Keeps the conversation of an agent, sends the window in its place, and brings the tools `recall` and `open`.

    `session` is the one of the conversation, or opens it by the name of the thread, as
    `client.space("work").session` does. The state of the graph keeps every message.
    """

    def __init__(self, session: SessionOf) -> None:
        super().__init__()
        self._conversations = Conversations(session, "langchain")
        self.tools = memory_tools(lambda: self._conversations.current()[0])

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        prepared, history = self._prepare(request)
        response = handler(prepared)
        keep(history, [*request.messages, *_answers(response)])
        return response

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        prepared, history = await asyncio.to_thread(self._prepare, request)
        response = await handler(prepared)
        await asyncio.to_thread(keep, history, [*request.messages, *_answers(response)])
        return response

    def _prepare(self, request: ModelRequest[Any]) -> tuple[ModelRequest[Any], History]:
        session, history = self._conversations.current()
        keep(history, request.messages)
        system, messages = fitted(session, request.messages, request.system_prompt, request.tools)
        front = SystemMessage(system) if system else None
        return request.override(messages=messages, system_message=front), history


def _answers(response: ModelResponse[Any]) -> list[AIMessage]:
    """Return what the model said; a structured answer may bring a result of a tool that the state gets too."""
    return [message for message in response.result if isinstance(message, AIMessage)]
