"""The session of the OpenAI Agents SDK, with the SDK itself."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from typing import Any

import pytest
from agents import Agent, OpenAIProvider, RunConfig, Runner, function_tool
from openai import AsyncOpenAI

from total_recall import Client, SpaceClient
from total_recall.openai_agents import TotalRecallSession

from .conftest import LS, RECALL, Vendor
from .stories import PDF, PICTURE, files_of, step, story_of, tell_port


def config() -> RunConfig:
    # Connections of its own, as the SDK shares them between loops.
    provider = OpenAIProvider(openai_client=AsyncOpenAI(), use_responses=False)
    return RunConfig(model_provider=provider, tracing_disabled=True)


@function_tool
def ls(path: str) -> str:
    """List a folder."""
    return f"{path}/login.ts"


def agent_of(session: TotalRecallSession) -> Agent[None]:
    return Agent(name="Fixer", instructions="You fix bugs.", model="scripted", tools=[*session.tools, ls])


def test_a_run_is_kept_with_its_calls_and_another_process_goes_on(
    client: Client, space: SpaceClient, vendor: Vendor
) -> None:
    tell_port(space)
    first = TotalRecallSession(client, space=space.name, session="runs")
    vendor.script({"calls": [RECALL, LS]}, {"text": "It is 54329."})
    asked = "Which port has the staging database?"
    result = Runner.run_sync(agent_of(first), asked, session=first, run_config=config())
    assert result.final_output == "It is 54329."
    story = story_of(space.session("runs"))
    assert "54329" in story.pop(3)
    assert story == [
        f"user_message: {asked}",
        "tool_call: recall",
        "tool_call: ls",
        "tool_result: src/login.ts",
        "agent_message: It is 54329.",
    ]

    second = TotalRecallSession(client, space=space.name, session="runs")
    vendor.script({"text": "You are welcome."})
    Runner.run_sync(agent_of(second), "Thank you.", session=second, run_config=config())
    sent = json.dumps(vendor.requests[0])
    for text in (asked, "It is 54329.", "Thank you.", "You fix bugs."):
        assert text in sent
    last = asyncio.run(second.get_items(2))
    assert [item.get("role") for item in last] == ["user", "assistant"]


def test_it_goes_on_where_a_server_gives_the_calls_of_each_answer_the_same_ids(
    client: Client, space: SpaceClient, vendor: Vendor
) -> None:
    for answer in ("First.", "Second.", "Third."):
        session = TotalRecallSession(client, space=space.name, session="same-ids")
        vendor.script({"calls": [{**LS, "id": "call_0"}]}, {"text": answer})
        result = Runner.run_sync(agent_of(session), f"Say {answer}", session=session, run_config=config())
        assert result.final_output == answer
    sent = vendor.requests[-1]["messages"]
    assert len([message for message in sent if message["role"] == "tool"]) == 3
    asked = [message["content"] for message in sent if message["role"] == "user"]
    assert asked[-3:] == ["Say First.", "Say Second.", "Say Third."]
    last: list[Any] = asyncio.run(session.get_items(12))
    assert len({item["call_id"] for item in last if item.get("type") == "function_call"}) == 3


def test_what_is_sent_fits_where_the_history_does_not(client: Client, space: SpaceClient, vendor: Vendor) -> None:
    session = TotalRecallSession(client, space=space.name, session="long")
    space.session("long").set_policy(window_tokens=4_000)
    for number in range(60):
        items: list[Any] = [
            {"role": "user", "content": step(number)},
            {"role": "assistant", "content": f"Done with step {number}."},
        ]
        asyncio.run(session.add_items(items))
    vendor.script({"text": "Done."})
    Runner.run_sync(agent_of(session), "And the last one?", session=session, run_config=config())
    sent = json.dumps(vendor.requests[0])
    assert "And the last one?" in sent and "Done with step 59." in sent
    assert "Step 3:" not in sent and len(sent) < 24_000


def test_it_begins_anew_and_finds_where_it_went_on(client: Client, space: SpaceClient) -> None:
    session = TotalRecallSession(client, space=space.name, session="cleared")
    asyncio.run(session.add_items([{"role": "user", "content": "My name is Ada."}]))
    asyncio.run(session.clear_session())
    assert "Ada" not in json.dumps(asyncio.run(session.get_items()))
    asyncio.run(session.clear_session())
    assert session.session_id == "cleared.cleared-2"
    other = TotalRecallSession(client, space=space.name, session="cleared")
    assert other.open().name == "cleared.cleared-2"
    assert story_of(space.session("cleared")) == ["user_message: My name is Ada."]
    with pytest.raises(RuntimeError, match="keeps what was said"):
        asyncio.run(session.pop_item())
    assert asyncio.run(TotalRecallSession(client, space=space.name, session="never").get_items()) == []


def test_sessions_whose_names_go_on_with_a_number_are_left_to_others(client: Client, space: SpaceClient) -> None:
    def opened(name: str) -> TotalRecallSession:
        return TotalRecallSession(client, space=space.name, session=name)

    def says(session: TotalRecallSession, text: str) -> None:
        asyncio.run(session.add_items([{"role": "user", "content": text}]))

    says(opened("joe.2"), "My PIN is 4711.")
    joe = opened("joe")
    assert asyncio.run(joe.get_items()) == []
    says(joe, "I am Joe.")
    asyncio.run(joe.clear_session())
    says(opened("joe.2"), "And 4712.")
    assert story_of(space.session("joe")) == ["user_message: I am Joe."]
    assert story_of(space.session("joe.2")) == ["user_message: My PIN is 4711.", "user_message: And 4712."]
    assert joe.session_id != "joe.2"
    with pytest.raises(ValueError, match='opened by the name that it had first, "joe"'):
        opened(joe.session_id)


def test_it_goes_on_where_a_clearing_of_an_earlier_version_did(client: Client, space: SpaceClient) -> None:
    for number, kind, text in (
        (2, "system_note", "The conversation begins anew."),
        (3, "user_message", "I am another."),
        (4, "system_note", "The conversation begins anew."),
        (5, "user_message", "So am I."),
    ):
        event: Any = {"kind": kind, "text": text}
        space.session(f"old.{number}").append(event)
    session = TotalRecallSession(client, space=space.name, session="old")
    assert session.open().name == "old.4"
    asyncio.run(session.clear_session())
    assert TotalRecallSession(client, space=space.name, session="old").open().name == "old.cleared-1"


def test_names_too_long_for_a_clearing_are_opened(client: Client, space: SpaceClient) -> None:
    session = TotalRecallSession(client, space=space.name, session="n" * 128)
    asyncio.run(session.add_items([{"role": "user", "content": "It is long."}]))
    assert story_of(space.session("n" * 128)) == ["user_message: It is long."]


def test_pictures_and_items_without_a_form_of_their_own_are_kept(client: Client, space: SpaceClient) -> None:
    session = TotalRecallSession(client, space=space.name, session="pictures")
    content = [{"type": "input_text", "text": "See."}, {"type": "input_image", "image_url": PICTURE, "detail": "auto"}]
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed"}
    compacted = {"type": "compaction", "id": "cmp_1", "encrypted_content": "c2VhbGVk"}
    items: list[Any] = [{"role": "user", "content": content}, search, compacted]
    asyncio.run(session.add_items(items))
    kept = story_of(space.session("pictures"))
    assert kept[0] == "user_message: See." and "web_search_call" in kept[1]
    assert "c2VhbGVk" not in str(kept)
    assert PICTURE in json.dumps(asyncio.run(session.get_items()))


def test_the_last_items_come_word_for_word_also_long_results_and_pictures(client: Client, space: SpaceClient) -> None:
    session = TotalRecallSession(client, space=space.name, session="words")
    output = "\n".join(f"line {number} of login.ts" for number in range(500))
    picture = {"type": "input_image", "image_url": PICTURE, "detail": "auto"}
    items: list[Any] = [
        {"type": "function_call", "call_id": "c1", "name": "ls", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": output},
        {"role": "user", "content": [picture]},
    ]
    asyncio.run(session.add_items(items))
    last: list[Any] = asyncio.run(session.get_items(2))
    assert last[0]["output"] == output
    assert last[1] == {"role": "user", "content": [picture]}


def test_files_of_the_live_request_reach_the_model_in_each_step(
    client: Client, space: SpaceClient, vendor: Vendor
) -> None:
    session = TotalRecallSession(client, space=space.name, session="files")
    data = f"data:application/pdf;base64,{b64encode(PDF).decode()}"
    vendor.script({"calls": [LS]}, {"text": "It says hello."})
    asked: list[Any] = [
        {"type": "input_text", "text": "What does the letter say?"},
        {"type": "input_file", "file_data": data, "filename": "letter.pdf"},
    ]
    given: Any = [{"role": "user", "content": asked}]
    Runner.run_sync(agent_of(session), given, session=session, run_config=config())
    assert [json.dumps(request).count(data) for request in vendor.requests] == [1, 1]
    assert files_of(space.session("files")) == [("user_message", "application/pdf", "letter.pdf")]


def test_pictures_in_results_are_kept_and_given_back(client: Client, space: SpaceClient) -> None:
    session = TotalRecallSession(client, space=space.name, session="results")
    output = [{"type": "input_text", "text": "a dot"}, {"type": "input_image", "image_url": PICTURE, "detail": "auto"}]
    items: list[Any] = [
        {"type": "function_call", "call_id": "c1", "name": "look", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "c1", "output": output},
    ]
    asyncio.run(session.add_items(items))
    assert files_of(space.session("results")) == [("tool_result", "image/png", None)]
    for given in (asyncio.run(session.get_items()), asyncio.run(session.get_items(2))):
        last: Any = given[-1]
        assert last["output"] == output


def test_more_items_than_an_append_takes_are_kept(client: Client, space: SpaceClient) -> None:
    session = TotalRecallSession(client, space=space.name, session="many")
    items: list[Any] = [{"role": "user", "content": f"Number {number}."} for number in range(1_100)]
    asyncio.run(session.add_items(items))
    assert len(story_of(space.session("many"))) == 1_100
