"""The tools of the memory as each framework declares and calls them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from agents import FunctionTool
from agents.tool_context import ToolContext
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic_ai import Agent, ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from total_recall import Client, SpaceClient
from total_recall._frameworks import OPEN, QUERY, RECALL, REF
from total_recall._langchain_messages import memory_tools
from total_recall.openai_agents import TotalRecallSession
from total_recall.pydantic_ai import TotalRecallMemory

# The declarations of the tools by their names, and what calls one.
Tools = tuple[dict[str, dict[str, Any]], Callable[[str, dict[str, Any]], str]]
SESSION = "tools"


def of_openai_agents(client: Client, space: SpaceClient) -> Tools:
    session = TotalRecallSession(client, space=space.name, session=SESSION)
    tools = {tool.name: tool for tool in session.tools if isinstance(tool, FunctionTool)}

    def call(name: str, arguments: dict[str, Any]) -> str:
        written = json.dumps(arguments)

        async def invoke() -> str:
            context = ToolContext(None, tool_name=name, tool_call_id="call_t", tool_arguments=written)
            return str(await tools[name].on_invoke_tool(context, written))

        return asyncio.run(invoke())

    declared = {
        name: {"description": tool.description, "parameters": tool.params_json_schema} for name, tool in tools.items()
    }
    return declared, call


def of_langchain(client: Client, space: SpaceClient) -> Tools:
    tools = {tool.name: tool for tool in memory_tools(lambda: space.session(SESSION))}
    declared = {name: convert_to_openai_tool(tool)["function"] for name, tool in tools.items()}
    return declared, lambda name, arguments: str(tools[name].invoke(arguments))


def of_pydantic_ai(client: Client, space: SpaceClient) -> Tools:
    def run(answer: Callable[[list[ModelMessage], AgentInfo], ModelResponse]) -> str:
        memory = TotalRecallMemory(space.session(SESSION))
        # The toolset without the history, so that a test's calls are not of the session.
        return str(Agent(FunctionModel(answer), toolsets=[memory.get_toolset()]).run_sync("Go on.").output)

    seen: list[AgentInfo] = []

    def look(_messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.append(info)
        return ModelResponse(parts=[TextPart("Done.")])

    def call(name: str, arguments: dict[str, Any]) -> str:
        def answer(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
            last = messages[-1].parts[-1]
            if isinstance(last, ToolReturnPart):
                return ModelResponse(parts=[TextPart(str(last.content))])
            assert len(messages) == 1, last
            return ModelResponse(parts=[ToolCallPart(name, arguments)])

        return run(answer)

    run(look)
    tools = {tool.name: tool for tool in seen[0].function_tools}
    declared = {
        name: {"description": tool.description, "parameters": tool.parameters_json_schema}
        for name, tool in tools.items()
    }
    return declared, call


FRAMEWORKS = pytest.mark.parametrize("framework", [of_openai_agents, of_langchain, of_pydantic_ai])


@FRAMEWORKS
def test_a_model_is_told_each_argument_that_answers_name(framework: Any, client: Client, space: SpaceClient) -> None:
    declared, _ = framework(client, space)
    told = {name: tool["description"] for name, tool in declared.items()}
    assert told == {"recall": RECALL, "open": OPEN}
    recall, opening = (declared[name]["parameters"] for name in ("recall", "open"))
    assert list(recall["properties"]) == ["query", "budgetTokens"]
    assert recall["required"] == ["query"] and recall["properties"]["query"]["description"] == QUERY
    names = ["ref", "fromLine", "toLine", "fromByte", "toByte", "budgetTokens"]
    assert list(opening["properties"]) == names
    assert opening["required"] == ["ref"] and opening["properties"]["ref"]["description"] == REF


@FRAMEWORKS
@pytest.mark.parametrize("between", ["\n", " "])
def test_a_model_reads_a_long_event_to_its_end_by_the_steps_that_answers_name(
    framework: Any, between: str, client: Client, space: SpaceClient
) -> None:
    _, call = framework(client, space)
    text = between.join(f"crate {number} stands on quay {number % 9}" for number in range(900))
    space.session(SESSION).append({"kind": "user_message", "text": text}, wait="searchable")
    step: dict[str, Any] = {"ref": "e1"}
    answers = []
    while step:
        answers.append(call("open", step))
        named = re.search(r'for more: .*?"(e1)", (fromLine|fromByte):? (\d+)', answers[-1])
        step = {"ref": named[1], named[2]: int(named[3])} if named else {}
        assert len(answers) < 40
    assert len(answers) > 1
    assert "crate 899 stands on quay 8" in answers[-1]
    assert "crate 899" not in answers[0]
    lines = {"fromLine": 2, "toLine": 2} if between == "\n" else {"fromByte": 22, "toByte": 48}
    assert "crate 1 stands" in call("open", {"ref": "e1", **lines})
    assert len(call("open", {"ref": "e1", "budgetTokens": 400})) < len(answers[0]) / 2
