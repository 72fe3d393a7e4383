"""The middleware of LangChain's agents and the hook of LangGraph's, with the frameworks themselves."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent

from total_recall import SessionClient, SpaceClient
from total_recall.langchain import TotalRecallMiddleware
from total_recall.langgraph import TotalRecallMemory

from .conftest import LS, RECALL, Vendor
from .stories import PICTURE, step, story_of, tell_port

ASKED = "Which port has the staging database?"


def ls(path: str) -> str:
    """List a folder."""
    return f"{path}/login.ts"


def agent_of(session: Any, **more: Any) -> Any:
    middleware = [TotalRecallMiddleware(session)]
    return create_agent(ChatOpenAI(model="gpt-5"), [ls], system_prompt="You fix bugs.", middleware=middleware, **more)


def react_agent_of(session: Any, **more: Any) -> Any:
    memory = TotalRecallMemory(session)
    tools = [*memory.tools, ls]
    hook = memory.pre_model_hook
    return create_react_agent(ChatOpenAI(model="gpt-5"), tools, prompt="You fix bugs.", pre_model_hook=hook, **more)


def ask(text: str) -> dict[str, list[AnyMessage]]:
    return {"messages": [HumanMessage(text)]}


def expected(session: SessionClient) -> None:
    story = story_of(session)
    assert "54329" in story.pop(4)
    assert story[:5] == [
        f"user_message: {ASKED}",
        "agent_message: I look.",
        "tool_call: recall",
        "tool_call: ls",
        "tool_result: src/login.ts",
    ]


async def work(space: SpaceClient, vendor: Vendor, thread: str, open_agent: Any, runs_async: bool) -> None:
    saver = InMemorySaver()
    config = {"configurable": {"thread_id": thread}}
    turns: list[tuple[str, list[dict[str, Any]]]] = [
        (ASKED, [{"text": "I look.", "calls": [RECALL, LS]}, {"text": "It is 54329."}]),
        ("Thank you.", [{"text": "You are welcome."}]),
    ]
    for text, answers in turns:
        vendor.script(*answers)
        # Opened anew, as by another process.
        agent = open_agent(space.session, checkpointer=saver)
        state = await agent.ainvoke(ask(text), config) if runs_async else agent.invoke(ask(text), config)
        assert state["messages"][-1].text == answers[-1]["text"]
        assert json.dumps(vendor.requests[-1]).count("You fix bugs.") == 1
    session = space.session(thread)
    expected(session)
    assert story_of(session)[6:8] == ["agent_message: It is 54329.", "user_message: Thank you."]
    # The hook sees an answer with the next call.
    assert len(story_of(session)) == (9 if open_agent is agent_of else 8)


def test_threads_are_kept_and_go_on(space: SpaceClient, vendor: Vendor) -> None:
    tell_port(space)

    # In one loop, as the models of LangChain share their connections.
    async def all_ways() -> None:
        await work(space, vendor, "middleware", agent_of, False)
        await work(space, vendor, "middleware-async", agent_of, True)
        await work(space, vendor, "hook", react_agent_of, False)
        await work(space, vendor, "hook-async", react_agent_of, True)

    asyncio.run(all_ways())


@pytest.mark.parametrize("open_agent", [agent_of, react_agent_of])
def test_what_is_sent_fits_and_the_state_stays_whole(space: SpaceClient, vendor: Vendor, open_agent: Any) -> None:
    session = space.session("long")
    session.set_policy(window_tokens=4_000)
    messages: list[AnyMessage] = []
    for number in range(60):
        messages += [HumanMessage(step(number)), AIMessage(f"Done with step {number}.")]
    vendor.script({"calls": [LS]}, {"text": "Done."})
    state = open_agent(session).invoke({"messages": [*messages, HumanMessage("And the last one?")]})
    assert len(vendor.requests) == 2
    for request in vendor.requests:
        sent = json.dumps(request)
        assert "And the last one?" in sent and "Done with step 59." in sent and "You fix bugs." in sent
        assert "Step 3:" not in sent and len(sent) < 24_000
    assert len(state["messages"]) == 124
    assert len(story_of(session)) in (123, 124)


def test_pictures_are_kept_and_sent(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("pictures")
    vendor.script({"text": "A dot."})
    mime, data = PICTURE.removeprefix("data:").split(";base64,")
    content: list[Any] = [{"type": "text", "text": "See."}, {"type": "image", "base64": data, "mime_type": mime}]
    agent_of(session).invoke({"messages": [HumanMessage(content)]})
    assert PICTURE in json.dumps(vendor.requests[0])
    assert story_of(session) == ["user_message: See.", "agent_message: A dot."]


def test_a_thread_without_a_name_is_refused(space: SpaceClient) -> None:
    with pytest.raises(ValueError, match="Name the thread"):
        agent_of(space.session).invoke(ask("Hello."))
