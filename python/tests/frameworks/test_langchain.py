"""The middleware of LangChain's agents and the hook of LangGraph's, with the frameworks themselves."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import threading
from typing import Any
from uuid import uuid4

import pytest
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import RunnableLambda
from langchain_openai import ChatOpenAI
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.prebuilt import create_react_agent

from total_recall import SessionClient, SpaceClient
from total_recall._frameworks import read_parts
from total_recall._langchain_messages import KEPT, Conversations, with_own_files
from total_recall.langchain import TotalRecallMiddleware
from total_recall.langgraph import TotalRecallMemory

from .conftest import LS, RECALL, Vendor
from .stories import PDF, PICTURE, files_of, step, story_of, tell_port

ASKED = "Which port has the staging database?"


def ls(path: str) -> str:
    """List a folder."""
    return f"{path}/login.ts"


def agent_of(session: Any, prompt: str | None = "You fix bugs.", **more: Any) -> Any:
    middleware = [TotalRecallMiddleware(session)]
    return create_agent(ChatOpenAI(model="gpt-5"), [ls], system_prompt=prompt, middleware=middleware, **more)


def react_agent_of(session: Any, prompt: str | None = "You fix bugs.", **more: Any) -> Any:
    memory = TotalRecallMemory(session)
    tools = [*memory.tools, ls]
    hook = memory.pre_model_hook
    return create_react_agent(ChatOpenAI(model="gpt-5"), tools, prompt=prompt, pre_model_hook=hook, **more)


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


@pytest.mark.parametrize("open_agent", [agent_of, react_agent_of])
def test_system_messages_of_the_conversation_are_told_by_the_system(
    space: SpaceClient, vendor: Vendor, open_agent: Any
) -> None:
    session = space.session("system")
    vendor.script({"calls": [LS]}, {"text": "Aye."})
    said = [SystemMessage("Speak like a pirate."), HumanMessage("Hello."), SystemMessage("The user is Ada.")]
    open_agent(session, "You fix bugs." if open_agent is agent_of else None).invoke({"messages": said})
    for request in vendor.requests:
        system = request["messages"][0]
        texts = ["You fix bugs."] if open_agent is agent_of else []
        assert system["role"] == "system"
        assert all(text in system["content"] for text in [*texts, "Speak like a pirate.", "The user is Ada."])
    assert story_of(session)[0] == "user_message: Hello." and "Ada" not in json.dumps(story_of(session))


def test_pictures_are_kept_and_sent(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("pictures")
    vendor.script({"text": "A dot."})
    mime, data = PICTURE.removeprefix("data:").split(";base64,")
    content: list[Any] = [{"type": "text", "text": "See."}, {"type": "image", "base64": data, "mime_type": mime}]
    agent_of(session).invoke({"messages": [HumanMessage(content)]})
    assert PICTURE in json.dumps(vendor.requests[0])
    assert story_of(session) == ["user_message: See.", "agent_message: A dot."]


@pytest.mark.parametrize("open_agent", [agent_of, react_agent_of])
def test_files_of_the_live_request_reach_the_model_in_each_step(
    space: SpaceClient, vendor: Vendor, open_agent: Any
) -> None:
    session = space.session("files")
    data = base64.b64encode(PDF).decode()
    letter = {"type": "file", "base64": data, "mime_type": "application/pdf", "filename": "letter.pdf"}
    vendor.script({"calls": [LS]}, {"text": "It says hello."})
    asked: list[Any] = [{"type": "text", "text": "What does the letter say?"}, letter]
    open_agent(session).invoke({"messages": [HumanMessage(asked)]})
    assert [json.dumps(request).count(data) for request in vendor.requests] == [1, 1]
    assert files_of(session) == [("user_message", "application/pdf", "letter.pdf")]


def test_blocks_of_all_vendors_are_kept(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("blocks")
    data = base64.b64encode(PDF).decode()
    content: list[Any] = [
        {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": data}},
        {"type": "file", "file": {"file_data": f"data:application/pdf;base64,{data}", "filename": "b.pdf"}},
        {"type": "media", "mime_type": "application/pdf", "data": PDF},
        {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}},
        {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
        {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "The quay is blue."}},
    ]
    answer = AIMessage(
        [{"type": "redacted_thinking", "data": "sealed"}, {"type": "text", "text": "Read."}],
        invalid_tool_calls=[
            {"type": "invalid_tool_call", "id": "bad", "name": "ls", "args": '{"path": ', "error": "no JSON"}
        ],
    )
    failed = ToolMessage("No JSON.", tool_call_id="bad", status="error")
    vendor.script({"text": "Done."})
    agent_of(session).invoke({"messages": [HumanMessage(content), answer, failed, HumanMessage("And now?")]})
    story = story_of(session)
    assert story[0] == "user_message: [image: https://example.org/a.png]\nThe quay is blue."
    assert story[1:4] == ["agent_message: Read.", "tool_call: ls", "tool_result: No JSON."]
    assert [mime for _, mime, _ in files_of(session)] == ["application/pdf"] * 3 + ["audio/wav"]
    assert next(event for event in session.all_events() if event.kind == "tool_result").body.is_error  # type: ignore[union-attr]


def test_files_that_are_elsewhere_or_too_large_are_named() -> None:
    large = "AAAA" * 7_500_001
    parts: list[Any] = [
        {"type": "file", "source_type": "id", "id": "file-1"},
        {"type": "media", "file_uri": "gs://quay/a.mp4", "mime_type": "video/mp4"},
        {"type": "image", "base64": large},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": large}, "title": "a.png"},
        {"type": "binary", "mime_type": "video/mp4", "data": base64.b64decode(large)},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{large}"}},
        {"type": "odd", "value": 1},
    ]
    text, files = read_parts(parts, keeps_unknown=True)
    assert files == []
    assert text.split("\n") == [
        "[file: file-1]",
        "[media: gs://quay/a.mp4]",
        "[image: about 22500003 bytes, not kept]",
        "[a.png: image/png, about 22500003 bytes, not kept]",
        "[binary: video/mp4, about 22500003 bytes, not kept]",
        "[image_url: image/png, about 22500019 bytes, not kept]",
        '{"type": "odd", "value": 1}',
    ]
    assert read_parts(parts[:3])[0] == "\n".join(text.split("\n")[:3])


def test_files_of_a_request_that_a_window_does_not_show_reach_the_model() -> None:
    part = {"type": "odd", "value": 1}
    window: list[Any] = [AIMessage("Hello.")]
    sent = with_own_files(window, [AIMessage("Hello."), HumanMessage([part])])
    assert sent == [*window, HumanMessage([part])]


def test_the_thread_that_was_used_least_lately_leaves(space: SpaceClient) -> None:
    opened: list[str] = []

    def open_session(thread: str) -> SessionClient:
        opened.append(thread)
        return space.session(thread)

    def current(_: Any) -> None:
        kept.current()

    kept = Conversations(open_session, "test")
    for thread in [*map(str, range(KEPT)), "0", "new", "0", "1"]:
        RunnableLambda(current).invoke({}, {"configurable": {"thread_id": thread}})
    assert opened[KEPT:] == ["new", "1"]


def test_runs_of_one_thread_at_once_share_its_conversation(space: SpaceClient) -> None:
    inside = threading.Barrier(2)
    opened: list[str] = []

    def open_session(thread: str) -> SessionClient:
        opened.append(thread)
        with contextlib.suppress(threading.BrokenBarrierError):
            inside.wait(timeout=1)
        return space.session(thread)

    def current(_: Any) -> Any:
        return kept.current()[1]

    kept = Conversations(open_session, "test")
    found = RunnableLambda(current).batch([{}, {}], {"configurable": {"thread_id": "a"}})
    assert opened == ["a"] and found[0] is found[1]


def test_pictures_in_results_are_kept_and_sent(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("results")
    mime, data = PICTURE.removeprefix("data:").split(";base64,")

    def look() -> list[dict[str, Any]]:
        """Look."""
        return [{"type": "text", "text": "a dot"}, {"type": "image", "base64": data, "mime_type": mime}]

    middleware = [TotalRecallMiddleware(session)]
    agent: Any = create_agent(ChatOpenAI(model="gpt-5"), [look], middleware=middleware)
    vendor.script({"calls": [{"id": "call_k", "name": "look", "arguments": "{}"}]}, {"text": "A dot."})
    agent.invoke(ask("Look."))
    sent = json.dumps(vendor.requests[1])
    assert "a dot" in sent and sent.count(data) == 1
    assert files_of(session) == [("tool_result", "image/png", None)]


def test_any_number_of_files_with_any_names_is_kept(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("many")
    mime, data = PICTURE.removeprefix("data:").split(";base64,")
    lines = "\n".join([data[:40], data[40:]])
    many: list[Any] = [
        {"type": "image", "base64": lines, "mime_type": mime, "filename": f"{'long ' * 40}{at}.png"} for at in range(20)
    ]
    vendor.script({"text": "Dots."})
    agent_of(session).invoke({"messages": [HumanMessage(many)]})
    assert len(files_of(session)) == 20


def test_a_thread_may_be_named_by_a_number_or_an_id(space: SpaceClient, vendor: Vendor) -> None:
    named = uuid4()
    for thread in (0, named):
        vendor.script({"text": "Hello."})
        agent_of(space.session).invoke(ask("Hello."), {"configurable": {"thread_id": thread}})
    assert [len(story_of(space.session(name))) for name in ("0", str(named))] == [2, 2]


def test_a_thread_without_a_name_is_refused(space: SpaceClient) -> None:
    with pytest.raises(ValueError, match="Name the thread"):
        agent_of(space.session).invoke(ask("Hello."))
