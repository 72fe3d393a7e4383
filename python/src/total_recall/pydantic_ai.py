"""A memory of Pydantic AI's agents: histories fit, are kept, and are recalled. Needs `total-recall[pydantic-ai]`."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from pydantic_ai import FunctionToolset, RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import InstructionPart, ModelMessage, ModelResponse
from pydantic_ai.models import ModelRequestContext
from pydantic_ai.toolsets import AbstractToolset

from ._frameworks import OPEN, RECALL, events_of_chat, memory_functions
from ._pydantic_messages import chat_of, messages_of, system_of
from ._sync.history import History
from ._sync.session import SessionClient

__all__ = ["TotalRecallMemory"]


class TotalRecallMemory(AbstractCapability[Any]):
    """Give it to `Agent(model, capabilities=[TotalRecallMemory(session)])`.

    It is a history processor that leaves `result.all_messages()` whole: each request of the model gets the window in
    the place of the history, every message is kept, and the model has the tools `recall` and `open`. It calls the
    service in threads, as `run_sync` makes and ends loops while the client stays.
    """

    def __init__(self, session: SessionClient) -> None:
        self._session = session
        self._history = History(session, "pydantic-ai")

    @classmethod
    def get_serialization_name(cls) -> str | None:
        return None

    def get_toolset(self) -> AbstractToolset[Any]:
        toolset: FunctionToolset[Any] = FunctionToolset(id="total-recall")
        recall, open_events = memory_functions(lambda: self._session)
        toolset.add_function(recall, name="recall", description=RECALL)
        toolset.add_function(open_events, name="open", description=OPEN)
        return toolset

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        return await asyncio.to_thread(self._fit, request_context)

    async def after_model_request(
        self, ctx: RunContext[Any], *, request_context: ModelRequestContext, response: ModelResponse
    ) -> ModelResponse:
        await asyncio.to_thread(self._keep, [*ctx.messages, response])
        return response

    def _keep(self, messages: list[ModelMessage]) -> None:
        self._history.follow(events_of_chat(chat_of(messages)))

    def _fit(self, request: ModelRequestContext) -> ModelRequestContext:
        self._keep(request.messages)
        parameters = request.model_request_parameters
        given = system_of(request.messages, InstructionPart.join(parameters.instruction_parts or []))
        blocks: Any = {"system": given} if given else {}
        tools = [*parameters.function_tools, *parameters.output_tools]
        if tools:
            blocks["tools"] = [
                {"name": tool.name, "description": tool.description or "", "input_schema": tool.parameters_json_schema}
                for tool in tools
            ]
        window = self._session.window(format="openai", blocks=blocks).openai["messages"]
        request.messages = messages_of(window, request.messages)
        # All that the system says is one text: several vendors take no other message of it than the first.
        front = [InstructionPart(message["content"]) for message in window if message["role"] == "system"]
        request.model_request_parameters = replace(parameters, instruction_parts=front)
        return request
