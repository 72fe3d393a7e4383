"""The memory of Pydantic AI's agents, with the framework itself."""

from __future__ import annotations

import base64
import json

from pydantic_ai import Agent, BinaryContent, ModelRetry
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from total_recall import SessionClient, SpaceClient
from total_recall.pydantic_ai import TotalRecallMemory

from .conftest import LS, RECALL, Vendor
from .stories import PDF, PICTURE, files_of, step, story_of, tell_port

ASKED = "Which port has the staging database?"


def agent_of(session: SessionClient) -> Agent[None, str]:
    memory = TotalRecallMemory(session)
    agent = Agent("openai-chat:gpt-5", instructions="You fix bugs.", system_prompt="Be kind.", capabilities=[memory])

    @agent.tool_plain
    def ls(path: str) -> str:
        return f"{path}/login.ts"

    return agent


def test_a_run_is_kept_with_its_calls_and_another_process_goes_on(space: SpaceClient, vendor: Vendor) -> None:
    tell_port(space)
    session = space.session("runs")
    vendor.script({"text": "I look.", "calls": [RECALL, LS]}, {"text": "It is 54329."})
    result = agent_of(session).run_sync(ASKED)
    assert result.output == "It is 54329."
    sent = vendor.requests[1]
    assert [message["role"] for message in sent["messages"]].count("tool") == 2
    for text in ("You fix bugs.", "Be kind."):
        assert json.dumps(sent).count(text) == 1
    story = story_of(session)
    assert "54329" in story.pop(4)
    assert story == [
        f"user_message: {ASKED}",
        "agent_message: I look.",
        "tool_call: recall",
        "tool_call: ls",
        "tool_result: src/login.ts",
        "agent_message: It is 54329.",
    ]

    vendor.script({"text": "You are welcome."})
    agent_of(session).run_sync("Thank you.", message_history=result.all_messages())
    assert story_of(session)[-2:] == ["user_message: Thank you.", "agent_message: You are welcome."]
    assert len(story_of(session)) == 9
    assert ASKED in json.dumps(vendor.requests[0])


def test_the_same_question_in_a_run_of_its_own_is_answered_anew(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("again")
    for answer in ("It is 54329.", "It is 54330."):
        vendor.script({"text": answer})
        assert agent_of(session).run_sync(ASKED).output == answer
        assert vendor.requests[-1]["messages"][-1] == {"role": "user", "content": ASKED}
    assert "agent_message: It is 54329." in story_of(session)
    assert story_of(session)[-1] == "agent_message: It is 54330."


def test_feedback_of_the_framework_is_not_told_as_what_a_user_wrote(space: SpaceClient) -> None:
    sent: list[list[ModelMessage]] = []

    def answer(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
        sent.append(messages)
        return ModelResponse(parts=[TextPart("It is there." if len(sent) == 1 else "It is 54329.")])

    memory = TotalRecallMemory(space.session("feedback"))
    agent = Agent(FunctionModel(answer), capabilities=[memory])

    @agent.output_validator
    def check(output: str) -> str:
        if "54329" not in output:
            raise ModelRetry("Name the port.")
        return output

    assert agent.run_sync(ASKED).output == "It is 54329."
    assert "Name the port." in str(sent[1]) and "written by the user" not in str(sent[1])


def test_what_is_sent_fits_and_the_history_stays_whole(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("long")
    session.set_policy(window_tokens=4_000)
    history: list[ModelMessage] = []
    for number in range(60):
        history.append(ModelRequest(parts=[UserPromptPart(step(number))]))
        history.append(ModelResponse(parts=[TextPart(f"Done with step {number}.")]))
    vendor.script({"calls": [LS]}, {"text": "Done."})
    result = agent_of(session).run_sync("And the last one?", message_history=history)
    for request in vendor.requests:
        sent = json.dumps(request)
        assert "And the last one?" in sent and "Done with step 59." in sent and "You fix bugs." in sent
        assert "Step 3:" not in sent and len(sent) < 24_000
    assert "Step 3:" in str(result.all_messages()) and len(result.all_messages()) == 124
    assert len(story_of(session)) == 124


def test_an_edited_history_is_told_from_one_that_goes_on(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("edited")
    vendor.script({"text": "Hello."}, {"text": "One."}, {"text": "Two."})
    agent = agent_of(session)
    first = agent.run_sync("Hi.")
    agent.run_sync("Say one.", message_history=first.all_messages())
    agent_of(session).run_sync("Say two.", message_history=first.all_messages())
    story = story_of(session)
    assert story[:4] == ["user_message: Hi.", "agent_message: Hello.", "user_message: Say one.", "agent_message: One."]
    assert story[4].startswith("system_note: The conversation was edited")
    assert story[5:] == ["user_message: Say two.", "agent_message: Two."]


def test_pictures_are_kept_and_sent(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("pictures")
    vendor.script({"text": "A dot."})
    picture = BinaryContent(base64.b64decode(PICTURE.split(",")[1]), media_type="image/png")
    agent_of(session).run_sync(["What is this?", picture])
    assert PICTURE in json.dumps(vendor.requests[0])
    event = next(session.all_events())
    assert event.body is not None and event.body.text == "What is this?"


def test_files_of_the_live_request_reach_the_model_in_each_step(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("files")
    vendor.script({"calls": [LS]}, {"text": "It says hello."})
    letter = BinaryContent(PDF, media_type="application/pdf")
    notes = BinaryContent(b"The quay is blue.", media_type="text/plain")
    agent_of(session).run_sync(["What does the letter say?", letter, notes])
    for request in vendor.requests:
        sent = json.dumps(request)
        assert sent.count(base64.b64encode(PDF).decode()) == 1 and sent.count("The quay is blue.") == 1
    assert [mime for _, mime, _ in files_of(session)] == ["application/pdf", "text/plain"]
    vendor.script({"text": "You are welcome."})
    agent_of(session).run_sync("Thank you.")
    assert base64.b64encode(PDF).decode() not in json.dumps(vendor.requests)


def test_pictures_and_files_in_results_are_kept_and_sent(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("results")
    agent = agent_of(session)
    picture = BinaryContent(base64.b64decode(PICTURE.split(",")[1]), media_type="image/png")

    @agent.tool_plain
    def look() -> list[str | BinaryContent]:
        return ["a dot", picture, BinaryContent(PDF, media_type="application/pdf")]

    vendor.script({"calls": [{"id": "call_k", "name": "look", "arguments": "{}"}]}, {"text": "A dot."})
    agent.run_sync("Look.")
    sent = json.dumps(vendor.requests[1])
    assert "a dot" in sent and PICTURE in sent and base64.b64encode(PDF).decode() in sent
    assert [(kind, mime) for kind, mime, _ in files_of(session)] == [
        ("tool_result", "image/png"),
        ("tool_result", "application/pdf"),
    ]


def test_streams_are_kept_too(space: SpaceClient, vendor: Vendor) -> None:
    session = space.session("streams")
    vendor.script({"text": "It is 54329."})
    with agent_of(session).run_stream_sync(ASKED) as result:
        assert result.get_output() == "It is 54329."
    assert story_of(session) == [f"user_message: {ASKED}", "agent_message: It is 54329."]
