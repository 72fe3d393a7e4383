"""The loop of an agent, as a program writes it, against the running service."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from total_recall import AsyncClient, Client, History, ModelCall, SpaceClient, TotalRecallApiError
from total_recall._responses import read_response
from total_recall._tools import REMEMBERED_OBJECTS, Memo, parse_arguments
from total_recall._windows import _to_responses
from total_recall.params import NewEventParam

from .conftest import Service

# The first bytes of a picture; the service names a file by its bytes, whatever type it came with.
WEBP = "UklGRgAAAABXRUJQVlA4IA=="


def chat_completion(*calls: tuple[str, str, object], text: str | None = None) -> dict[str, object]:
    tool_calls = [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
        for call_id, name, arguments in calls
    ]
    message = {"role": "assistant", "content": text, "tool_calls": tool_calls or None}
    return {"id": "chatcmpl-1", "choices": [{"index": 0, "finish_reason": "stop", "message": message}]}


def test_the_loop_keeps_what_was_said_and_answers_recall(space: SpaceClient) -> None:
    session = space.session("fix-login")
    session.append({"kind": "user_message", "text": "The staging database listens on port 54329."}, wait="searchable")
    first = session.window(format="openai", blocks={"system": "You fix bugs."})
    assert [message["role"] for message in first.openai["messages"]] == ["system", "user"]
    assert "recall" in [tool["function"]["name"] for tool in first.openai["tools"]]

    answer = session.append_response(
        chat_completion(("c1", "recall", {"query": "port of the staging database"}), ("c2", "ls", {"path": "src"}))
    )
    assert (answer.done, [call.name for call in answer.calls], len(answer.events)) == (False, ["recall", "ls"], 2)
    runs = session.run_tools(answer.calls, {"ls": lambda path: [f"{path}/login.ts"]})
    assert "54329" in runs[0].text
    assert (runs[1].text, runs[1].is_error) == ('["src/login.ts"]', False)

    assert session.append_response(chat_completion(text="It is 54329.")).done
    kinds = [event.kind for event in session.all_events()]
    expected = ["user_message", "tool_call", "tool_call", "tool_result", "tool_result", "agent_message"]
    assert kinds == expected


def test_an_answer_is_of_the_agent_that_gave_it(space: SpaceClient) -> None:
    session = space.session("two-agents")
    session.append_response(chat_completion(("c1", "ls", {"path": "src"}), text="I look."), agent="planner")
    assert [event.body.meta.agent for event in session.all_events() if event.body] == ["planner", "planner"]


def test_answers_in_parts_with_arguments_that_are_no_text_and_spoken_ones_are_read(space: SpaceClient) -> None:
    session = space.session("parts")
    thinking = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    content = [thinking, {"type": "text", "text": "h"}, {"type": "text", "text": "i"}]
    calls = [{"id": "c", "function": {"name": "f", "arguments": {"a": 1}}}]
    answer = session.append_response({"choices": [{"message": {"content": content, "tool_calls": calls}}]})
    assert (answer.text, [call.arguments for call in answer.calls]) == ("hi", ['{"a":1}'])
    spoken = {"content": None, "audio": {"transcript": "hello"}}
    assert session.append_response({"choices": [{"message": spoken}]}).text == "hello"
    kinds = [event.kind for event in session.all_events()]
    assert kinds == ["thinking", "agent_message", "tool_call", "agent_message"]


def test_the_message_of_a_chat_completion_in_parts_has_its_calls() -> None:
    calls = [{"id": "c", "function": {"name": "f", "arguments": "{}"}}]
    message = {"role": "assistant", "content": [{"type": "text", "text": "hi"}], "tool_calls": calls}
    reading = read_response(message, str)
    assert (reading.text, [call.id for call in reading.calls], reading.done) == ("hi", ["c"], False)


def test_calls_of_a_shell_a_computer_and_custom_tools_are_left_to_the_caller() -> None:
    output = [
        {"type": "local_shell_call", "id": "l", "call_id": "a", "action": {"command": ["ls"]}, "status": "completed"},
        {"type": "custom_tool_call", "id": "m", "call_id": "b", "name": "patch", "input": "*** Begin Patch"},
        {"type": "shell_call", "id": "n", "call_id": "d", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "id": "o", "call_id": "d", "output": []},
        {"type": "tool_search_call", "id": "p", "call_id": None, "arguments": {}},
    ]
    reading = read_response({"id": "resp_1", "output": output}, str)
    shell, custom = reading.calls
    assert (shell.name, parse_arguments(shell)) == ("local_shell_call", {"action": {"command": ["ls"]}})
    assert (custom.name, parse_arguments(custom)) == ("patch", {"input": "*** Begin Patch"})
    assert not reading.done


def test_each_answer_is_a_turn_of_its_own_where_a_server_gives_all_one_id(space: SpaceClient) -> None:
    session = space.session("one-id")
    for call in ("c1", "c2"):
        session.append_response(chat_completion((call, "ls", {"path": "src"}), text="I look."))
        session.append({"kind": "tool_result", "call": {"id": call, "name": "ls"}, "text": "login.ts"})
    assert [event.turn for event in session.all_events()] == [1, 1, 1, 2, 2, 2]


def test_a_response_that_is_given_again_is_stored_once(space: SpaceClient) -> None:
    session = space.session("again")
    response = chat_completion(("c1", "ls", {}))
    first, second = session.append_response(response), space.session("again").append_response(response)
    assert [event.id for event in first.events] == [event.id for event in second.events]
    ran: list[str] = []
    for asked in (session, session, space.session("again")):
        asked.run_tools(first.calls, {"ls": lambda: ran.append("ls")})
    assert ran == ["ls"]
    assert len(list(session.all_events())) == 2
    # Another session is another conversation.
    other = space.session("other")
    other.append_response(response)
    other.run_tools(first.calls, {"ls": lambda: ran.append("ls")})
    assert ran == ["ls", "ls"] and len(list(other.all_events())) == 2


def test_an_answer_larger_than_a_request_is_stored_in_several(space: SpaceClient) -> None:
    session = space.session("many-calls")
    calls = [(f"c{at}", "ls", {"path": "src"}) for at in range(510)]
    response = chat_completion(*calls, text="I look.")
    first, again = [[event.id for event in session.append_response(response).events] for _ in range(2)]
    assert (len(first), again) == (511, first)
    assert len(list(session.all_events())) == 511


def test_what_was_done_is_remembered_of_the_last_objects() -> None:
    memo: Memo[int] = Memo()
    objects = [object() for _ in range(REMEMBERED_OBJECTS + 1)]
    for at, one in enumerate(objects):
        memo.keep("space", "session", one, at)
    assert memo.get("space", "session", objects[0]) is None
    assert memo.get("space", "session", objects[-1]) == REMEMBERED_OBJECTS
    assert memo.get("space", "other", objects[-1]) is None


def test_mistakes_of_the_model_become_results_that_it_reads(space: SpaceClient) -> None:
    session = space.session("mistakes")

    def fails() -> None:
        raise ValueError("the disk is full")

    calls = [
        ModelCall("c1", "nothing_of_this_name", "{}"),
        ModelCall("c2", "fails", "{}"),
        ModelCall("c3", "fails", "[1, 2"),
        ModelCall("c4", "open", '{"ref": "e999"}'),
    ]
    runs = session.run_tools(calls, {"fails": fails})
    assert [run.is_error for run in runs] == [True, True, True, True]
    assert "There are: fails, recall, open, update_task_state." in runs[0].text
    assert runs[1].text == "the disk is full"
    assert "not valid JSON" in runs[2].text


def ended_within(reason: str) -> dict[str, Any]:
    """Answers that ended within their call of `write`, of which the SDK made whole JSON, by the reasons for that."""
    half = {"path": "/app/config.yml"}
    chat: dict[str, Any] = {**chat_completion(("r", "read", {}), ("w", "write", half))}
    chat["choices"][0]["finish_reason"] = reason
    if reason in ("length", "content_filter"):
        return chat
    if reason == "max_output_tokens":
        items = [("r", "read", {}, "completed"), ("w", "write", half, "incomplete")]
        output = [
            {"type": "function_call", "call_id": id_, "name": name, "arguments": json.dumps(given), "status": status}
            for id_, name, given, status in items
        ]
        return {"id": "resp_1", "status": "incomplete", "incomplete_details": {"reason": reason}, "output": output}
    read = {"type": "tool_use", "id": "r", "name": "read", "input": {}}
    write = {"type": "tool_use", "id": "w", "name": "write", "input": half}
    return {"id": "msg_1", "stop_reason": reason, "content": [read, write]}


@pytest.mark.parametrize(
    "reason",
    ["max_tokens", "model_context_window_exceeded", "refusal", "length", "content_filter", "max_output_tokens"],
)
def test_calls_that_an_answer_ended_within_are_not_run(space: SpaceClient, reason: str) -> None:
    ran: list[str] = []
    session = space.session(f"cut-{reason}")
    answer = session.append_response(ended_within(reason))
    handlers = {"read": lambda: ran.append("read"), "write": lambda **given: ran.append("write")}
    runs = session.run_tools(answer.calls, handlers)
    assert (answer.done, ran) == (False, ["read"])
    assert [run.is_error for run in runs] == [False, True]
    assert f"ended ({reason}) within this call of write, so it was not run" in runs[1].text


def test_a_coroutine_function_is_refused_where_nothing_awaits_it() -> None:
    async def build() -> str:
        return "done"

    with Client("http://127.0.0.1:9", "tr_key") as client, pytest.raises(TypeError, match="a coroutine function"):
        client.space("a").session("s").run_tools([ModelCall("1", "build", "{}")], {"build": build})


def test_calls_of_answers_that_ended_behind_them_are_run(space: SpaceClient) -> None:
    session = space.session("whole")
    whole = ended_within("tool_use")
    texts = {**ended_within("max_tokens"), "id": "msg_2"}
    texts["content"] = [*texts["content"], {"type": "text", "text": "So"}]
    for answer in (whole, texts):
        runs = session.run_tools(session.append_response(answer).calls, {"read": lambda: 1, "write": lambda path: path})
        assert runs[1].text == "/app/config.yml"


def test_what_the_vendor_runs_itself_is_left_to_it(space: SpaceClient) -> None:
    session = space.session("searched")
    search = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "port"}}
    url = "https://tides.test"
    page = {"type": "web_search_result", "title": "Tides", "url": url, "encrypted_content": "x" * 4_000}
    found = {"type": "web_search_tool_result", "tool_use_id": "s", "content": [page]}
    texts = [{"type": "text", "text": text} for text in ("The port is", " ", "54329", ", says the wiki.")]
    whole = "The port is 54329, says the wiki."
    answer = session.append_response({"id": "msg_1", "stop_reason": "end_turn", "content": [search, found, *texts]})
    assert (answer.done, answer.calls, answer.text) == (True, [], whole)
    events = list(session.all_events())
    assert [event.kind for event in events] == ["tool_call", "tool_result", "agent_message"]
    assert [event.body and event.body.text for event in events[1:]] == ["Tides https://tides.test", whole]
    own = {"type": "mcp_tool_use", "id": "m", "name": "g", "server_name": "s", "input": {}}
    called = {"type": "tool_use", "id": "c", "name": "f", "input": {}}
    both = session.append_response({"id": "msg_2", "stop_reason": "tool_use", "content": [own, called]})
    assert (both.done, [call.id for call in both.calls]) == (False, ["c"])
    paused = session.append_response({"id": "msg_3", "stop_reason": "pause_turn", "content": [search]})
    assert (paused.done, paused.calls) == (False, [])


def test_what_openai_runs_itself_is_read_with_its_result(space: SpaceClient) -> None:
    session = space.session("hosted")
    session.append({"kind": "user_message", "text": "Which port is it?"})
    action = {"type": "search", "query": "port", "sources": [{"type": "url", "url": "https://wiki.test"}]}
    picture = {"revised_prompt": "a quay", "output_format": "webp", "result": WEBP, "status": "completed"}
    output = [
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": action},
        {"type": "mcp_call", "id": "mcp_1", "name": "g", "arguments": '{"b":2}', "output": "ok", "error": None},
        {"type": "mcp_call", "id": "mcp_2", "name": "g", "arguments": "{}", "output": None, "error": "no such row"},
        {"type": "file_search_call", "id": "fs_1", "queries": ["port"], "results": None, "status": "completed"},
        {"type": "code_interpreter_call", "id": "ci_1", "code": "print(1)", "outputs": [{"type": "logs", "logs": "1"}]},
        {"type": "image_generation_call", "id": "ig_1", **picture},
        {"type": "shell_call", "id": "sh_1", "call_id": "d", "action": {"commands": ["ls"]}},
        {"type": "shell_call_output", "id": "so_1", "call_id": "d", "output": [{"stdout": "src"}]},
        {"type": "mcp_list_tools", "id": "ml_1", "tools": []},
        {"type": "message", "content": [{"type": "output_text", "text": "It is 54329."}]},
    ]
    answer = session.append_response({"id": "resp_1", "output": output})
    assert (answer.done, answer.calls, answer.text) == (True, [], "It is 54329.")
    bodies = [event.body for event in session.all_events() if event.body]
    calls = [body.call for body in bodies if body.call and body.call.arguments is not None]
    assert [(call.id, call.name, call.arguments) for call in calls] == [
        ("ws_1", "web_search", '{"type":"search","query":"port"}'),
        ("mcp_1", "g", '{"b":2}'),
        ("mcp_2", "g", "{}"),
        ("fs_1", "file_search", '{"queries":["port"]}'),
        ("ci_1", "code_interpreter", '{"code":"print(1)"}'),
        ("ig_1", "image_generation", '{"prompt":"a quay"}'),
        ("d", "shell_call", '{"action":{"commands":["ls"]}}'),
    ]
    results = [body for body in bodies if body.call and body.call.arguments is None]
    assert [(body.text, body.is_error or False) for body in results] == [
        ('[{"type":"url","url":"https://wiki.test"}]', False),
        ("ok", False),
        ("no such row", True),
        ("completed", False),
        ('[{"type":"logs","logs":"1"}]', False),
        ("", False),
        ('[{"stdout":"src"}]', False),
    ]
    assert [artifact.mime for artifact in results[5].artifacts or []] == ["image/webp"]
    items = session.window(format="openai-responses").responses["input"]
    made = [item["call_id"] for item in items if item.get("type") == "function_call"]
    assert made == [item["call_id"] for item in items if item.get("type") == "function_call_output"]
    assert len(made) == 7


def test_anthropic_and_responses_windows(space: SpaceClient) -> None:
    session = space.session("vendors")
    session.append({"kind": "user_message", "text": "Hello."})
    session.append_response(
        {
            "id": "msg_1",
            "content": [
                {"type": "thinking", "thinking": "A greeting.", "signature": "c2lnbmVk"},
                {"type": "tool_use", "id": "t1", "name": "ls", "input": {"path": "."}},
            ],
        }
    )
    session.run_tools([ModelCall("t1", "ls", '{"path": "."}')], {"ls": lambda path: path})
    anthropic = session.window(format="anthropic", blocks={"system": "Be kind."}).anthropic
    assert anthropic["system"].startswith("Be kind.")
    assert anthropic["messages"][1]["content"][0]["signature"] == "c2lnbmVk"
    responses = session.window(format="openai-responses", blocks={"system": "Be kind."}).responses
    assert responses["instructions"].startswith("Be kind.")
    assert {item["type"] for item in responses["input"] if "type" in item} == {"function_call", "function_call_output"}
    assert all(tool["type"] == "function" and "name" in tool for tool in responses["tools"])
    blocks = session.window()
    assert blocks.tokens.total > 0 and not hasattr(blocks, "responses")


def test_pictures_of_results_go_into_their_outputs() -> None:
    calls = [{"id": id_, "type": "function", "function": {"name": "f", "arguments": "{}"}} for id_ in ("1", "x y")]
    picture = {"type": "image_url", "image_url": {"url": "data:b"}}
    behind = [
        {"type": "text", "text": "[image of the result of 1]"},
        picture,
        {"type": "text", "text": "[image of the result of x_y]"},
        picture,
    ]
    messages = [
        {"role": "assistant", "content": None, "tool_calls": calls},
        {"role": "tool", "tool_call_id": "1", "content": "one\n[image]"},
        {"role": "tool", "tool_call_id": "x y", "content": "[image]"},
        {"role": "user", "content": behind},
        {"role": "user", "content": behind},
    ]
    items = _to_responses({"openai": {"messages": messages}})["input"]
    image = {"type": "input_image", "image_url": "data:b", "detail": "auto"}
    assert [item.get("output") for item in items[2:4]] == [[{"type": "input_text", "text": "one"}, image], [image]]
    assert len(items) == 5 and items[4]["role"] == "user"


def test_what_is_no_answer_is_refused(space: SpaceClient) -> None:
    with pytest.raises(TypeError, match="chat completion"):
        space.session("s").append_response("Hello")
    with pytest.raises(TypeError, match="has no choice"):
        space.session("s").append_response({"choices": []})


def test_halves_of_surrogate_pairs_are_stored(space: SpaceClient) -> None:
    session = space.session("surrogates")
    session.append_response(chat_completion(text="half: \ud83d."))
    body = next(session.all_events()).body
    assert body is not None and body.text == "half: \ufffd."


def test_the_asynchronous_client_runs_calls_at_once(service: Service, space: SpaceClient) -> None:
    async def loop() -> tuple[list[str], list[str]]:
        async with AsyncClient(service.url, service.key) as client:
            session = client.space(space.name).session("async")
            started = asyncio.Event()

            async def first() -> str:
                await started.wait()
                return "after the second"

            def second() -> str:
                started.set()
                return "first"

            answer = await session.append_response(chat_completion(("c1", "first", {}), ("c2", "second", {})))
            runs = await session.run_tools(answer.calls, {"first": first, "second": second})
            again = client.space(space.name).session("async")
            runs = await again.run_tools(answer.calls, {})
            await session.append({"kind": "agent_message", "text": "done"})
            return [run.text for run in runs], [event.kind async for event in session.all_events()]

    texts, kinds = asyncio.run(asyncio.wait_for(loop(), 30))
    assert texts == ["after the second", "first"]
    assert kinds == ["tool_call", "tool_call", "tool_result", "tool_result", "agent_message"]


def test_errors_have_codes(space: SpaceClient) -> None:
    with pytest.raises(TotalRecallApiError) as refused:
        space.event("e1", session="nobody")
    assert (refused.value.code, refused.value.status, refused.value.retryable) == ("not_found", 404, False)
    with pytest.raises(TotalRecallApiError) as wrong:
        space.session("s").append({"kind": "no_such_kind", "text": "x"})  # type: ignore[arg-type]
    assert wrong.value.code == "unknown_kind"


def test_what_is_none_was_not_given_and_files_may_be_bytes(space: SpaceClient) -> None:
    session = space.session("loose")
    event: Any = {
        "kind": "user_message",
        "text": "x",
        "occurred_at": None,
        "meta": {"agent": None, "extra": {"a": None}},
    }
    file: Any = {"mime": "text/plain", "data": b"abcd", "title": None}
    session.append([event, {"kind": "user_message", "attachments": [file]}])
    first, second = session.all_events()
    assert first.body and first.body.meta.extra == {"a": None}
    assert second.body and second.body.artifacts
    assert space.artifact(second.body.artifacts[0].id).content == b"abcd"
    tools: Any = {"system": None, "tools": None}
    assert session.window(format="openai", blocks=tools).openai["messages"]


def test_half_of_a_surrogate_pair_is_told_with_its_place(space: SpaceClient) -> None:
    with pytest.raises(TotalRecallApiError, match="half of a surrogate pair") as refused:
        space.session("s").append({"kind": "user_message", "text": "half: \ud83c"})
    assert refused.value.errors[0].path == "body.events[0].text"


def test_results_and_conversations_larger_than_a_request_are_kept_as_far_as_an_append_takes_them(
    space: SpaceClient,
) -> None:
    session = space.session("huge")
    calls = [ModelCall(f"c{at}{'x' * 300}", "cat", "{}") for at in range(2)]
    huge = "x" * 17_000_000
    runs = session.run_tools(calls, {"cat": lambda: huge})
    assert [len(run.text) for run in runs] == [len(huge)] * 2
    said: list[NewEventParam] = [
        {"kind": "user_message", "text": "Read it."},
        {"kind": "tool_call", "call": {"id": "c", "name": "cat", "arguments": json.dumps({"text": "x" * 1_100_000})}},
        {"kind": "tool_result", "call": {"id": "c", "name": "cat"}, "text": huge},
    ]
    for _ in range(2):
        History(session, "test").follow(said)
    assert [event.kind for event in session.all_events() if event.kind != "compaction"] == [
        *["tool_result"] * 2,
        "user_message",
        "tool_call",
        "tool_result",
    ]


def test_arguments_without_an_end_are_told_to_the_model(space: SpaceClient) -> None:
    session = space.session("deep")
    session.append({"kind": "tool_call", "call": {"id": "c1", "name": "ls", "arguments": "[" * 200_000}})
    runs = session.run_tools([ModelCall("c1", "ls", "[" * 200_000)], {"ls": lambda: "a"})
    assert runs[0].is_error and "not valid JSON" in runs[0].text


def test_sealed_reasoning_goes_back_before_its_call(space: SpaceClient) -> None:
    session = space.session("sealed")
    session.append({"kind": "user_message", "text": "Hello."})
    session.append_response(
        {
            "id": "resp_1",
            "output": [
                {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "ZW5j"},
                {"type": "function_call", "call_id": "t1", "name": "ls", "arguments": "{}"},
            ],
        }
    )
    session.run_tools([ModelCall("t1", "ls", "{}")], {"ls": lambda: "a"})
    items = session.window(format="openai-responses").responses["input"]
    at = next(at for at, item in enumerate(items) if item.get("type") == "function_call")
    assert items[at - 1] == {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "ZW5j"}
    assert "ZW5j" not in str(session.window(format="anthropic").anthropic)


def test_reused_ids_keep_their_own_reasoning(space: SpaceClient) -> None:
    session = space.session("reused")
    session.append({"kind": "user_message", "text": "Hello."})
    for at, sealed in enumerate(["Zmlyc3Q=", None, "dGhpcmQ="]):
        call = {"type": "function_call", "call_id": "t1", "name": "ls", "arguments": "{}"}
        reasoning: dict[str, Any] = {"type": "reasoning", "id": f"rs_{at}", "summary": [], "encrypted_content": sealed}
        session.append_response({"id": f"resp_{at}", "output": [reasoning, call]})
        session.append({"kind": "tool_result", "text": "a", "call": {"id": "t1", "name": "ls"}})
    items = session.window(format="openai-responses").responses["input"]
    kinds = ("reasoning", "function_call")
    made = [item.get("id") or item.get("call_id") for item in items if item.get("type") in kinds]
    assert made == ["rs_0", "t1", "t1_2", "rs_2", "t1_3"]


def test_deepseek_gets_its_reasoning_back_and_others_do_not(space: SpaceClient) -> None:
    session = space.session("deepseek")
    session.append({"kind": "user_message", "text": "Hello."})
    completion: dict[str, Any] = {**chat_completion(("t1", "ls", {}))}
    completion["model"] = "deepseek-reasoner"
    completion["choices"][0]["message"]["reasoning_content"] = "It asks for files."
    session.append_response(completion)
    session.run_tools([ModelCall("t1", "ls", "{}")], {"ls": lambda: "a"})
    messages = session.window(format="deepseek").deepseek["messages"]
    said = [message for message in messages if message["role"] == "assistant"]
    assert [message["reasoning_content"] for message in said] == ["It asks for files."]
    assert "asks for files" not in str(session.window(format="openai").openai)
