"""Conversations that are handed over whole, against the running service."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from total_recall import AsyncClient, AsyncHistory, History, SessionClient, SpaceClient
from total_recall._attached_files import with_files
from total_recall._fit_event import fit_event, in_requests
from total_recall.params import AttachmentParam, NewEventParam

from .conftest import Service


def user(text: str) -> NewEventParam:
    return {"kind": "user_message", "text": text}


def texts_of(session: SessionClient) -> list[str]:
    return [event.body.text for event in session.all_events() if event.body]


def test_what_is_new_is_stored_once_also_by_another_process(space: SpaceClient) -> None:
    session = space.session("grows")
    said = [user(f"Number {number}.") for number in range(450)]
    history = History(session, "test")
    for end in (1, 3, 3, 450):
        history.follow(said[:end])
    History(session, "test").follow([*said, user("Last.")])
    assert texts_of(session) == [*(f"Number {number}." for number in range(450)), "Last."]


def test_it_is_stored_once_where_its_last_events_take_more_than_a_page(space: SpaceClient) -> None:
    session = space.session("large")
    said = [user("Write.")]
    for number in range(9):
        written = json.dumps({"text": "x" * 1_000_000})
        said.append({"kind": "tool_call", "call": {"id": f"c{number}", "name": "write", "arguments": written}})
        said.append(
            {"kind": "tool_result", "call": {"id": f"c{number}", "name": "write"}, "text": f"Written {number}."}
        )
    for _ in range(2):
        History(session, "test").follow(said)
    assert len([event for event in session.all_events() if event.kind != "compaction"]) == len(said)


def test_an_edit_goes_on_behind_a_note_in_every_process(space: SpaceClient) -> None:
    session = space.session("edited")
    History(session, "test").follow([user("One."), user("Two."), user("Three.")])
    edited = [user("One."), user("Other."), user("Three.")]
    for _ in range(2):
        History(session, "test").follow(edited)
    texts = texts_of(session)
    assert texts[:3] == ["One.", "Two.", "Three."]
    assert texts[3].startswith("The conversation was edited")
    assert texts[4:] == ["Other.", "Three."]


def test_an_edit_before_another_one_is_kept_whole_and_once(space: SpaceClient) -> None:
    session = space.session("edited-twice")
    history = History(session, "test")
    history.follow([user("One."), user("Two."), user("Three.")])
    history.follow([user("One."), user("Two."), user("Other.")])
    earlier = [user("One."), user("Before."), user("After.")]
    history.follow(earlier)
    History(session, "test").follow(earlier)
    texts = texts_of(session)
    assert texts[4] == "Other." and texts[5].startswith("The conversation was edited")
    assert texts[6:] == ["Before.", "After."]


def test_a_question_of_an_earlier_run_is_asked_again_in_every_process(space: SpaceClient) -> None:
    session = space.session("alike")
    question = [user("What is new?")]
    history = History(session, "test")
    for answer in ("First.", "Second.", "Third."):
        history.follow(question)
        history.follow(question)
        history.follow([*question, {"kind": "agent_message", "text": answer}])
    History(session, "test").follow(question)
    texts = [text for text in texts_of(session) if not text.startswith("The conversation was edited")]
    assert texts == ["What is new?", "First.", "What is new?", "Second.", "What is new?", "Third.", "What is new?"]
    History(session, "test").follow(question)
    assert len(texts_of(session)) == 10


def test_a_run_that_began_as_another_goes_on_in_every_process(space: SpaceClient) -> None:
    session = space.session("alike-later")
    question = [user("What is new?")]
    for answer in ("First.", "Second."):
        history = History(session, "test")
        history.follow(question)
        history.follow([*question, {"kind": "agent_message", "text": answer}])
    stored = len(texts_of(session))
    History(session, "test").follow([*question, {"kind": "agent_message", "text": "Second."}, user("So?")])
    texts = texts_of(session)
    assert len(texts) == stored + 1 and texts[-3:] == ["What is new?", "Second.", "So?"]


def agent(text: str) -> NewEventParam:
    return {"kind": "agent_message", "text": text}


def holds(log: Sequence[str], conversation: Sequence[str]) -> bool:
    """Tell whether a log holds a conversation in its order, whatever stands in between."""
    rest = iter(log)
    return all(text in rest for text in conversation)


def test_a_conversation_is_whole_in_the_log_after_every_call(space: SpaceClient) -> None:
    seed = random.randrange(1_000_000)
    print(f"seed {seed}")
    draw = random.Random(seed)
    texts = [user("What is new?"), user("Go on."), user(""), agent("First."), agent("Second."), agent("")]
    for run in range(40):
        session = space.session(f"drawn-{run}")
        history = History(session, "test")
        said: list[NewEventParam] = []
        before: list[str] = []
        for _ in range(draw.randint(1, 8)):
            way = draw.choice(["grow", "grow", "shorten", "edit", "forget", "begin", "again"])
            more = draw.choices(texts, k=draw.randint(1, 3))
            if way == "grow":
                said = said + more
            elif way == "shorten":
                said = said[: draw.randint(0, 5)]
            elif way == "edit" and said:
                at = draw.randrange(len(said))
                said = [*said[:at], more[0], *said[at + 1 :]]
            elif way == "forget":
                said = said[draw.randint(0, 3) :]
            elif way == "begin":
                said = more
            if draw.random() < 0.3:
                history = History(session, "test")
            history.follow(said)
            if not said:
                continue
            log = texts_of(session)
            told = [str(event.get("text")) for event in said]
            assert log[: len(before)] == before
            assert holds(log, told)
            if said[-1]["kind"] == "user_message" and len(log) > len(before):
                assert log[-1] == told[-1]
            before = log


def test_a_conversation_goes_on_where_its_beginning_was_cut_off(space: SpaceClient) -> None:
    session = space.session("cut")
    said = [user(f"Question {at}.") if at % 2 == 0 else agent(f"Answer {at}.") for at in range(30)]
    history = History(session, "test")
    for end in range(1, len(said) + 1):
        history.follow(said[max(0, end - 6) : end])
    assert texts_of(session) == [event.get("text") for event in said]


@pytest.mark.parametrize("writer", ["test", "other"])
def test_it_is_no_edited_one_where_the_seals_of_its_vendor_do_not_come_back(space: SpaceClient, writer: str) -> None:
    session = space.session("sealed")
    history = History(session, writer)
    call: NewEventParam = {"kind": "tool_call", "call": {"id": "c1", "name": "ls", "arguments": "{}"}}
    sealed = {"vendor": "google", "redacted": "c2ln", "call_id": "c1"}
    of_call: Any = {"kind": "thinking", "text": "", "thinking": sealed}
    of_text: Any = {"kind": "thinking", "text": "Hm.", "thinking": {"signature": "c2ln"}}
    result: NewEventParam = {"kind": "tool_result", "call": {"id": "c1", "name": "ls"}, "text": "login.ts"}
    asked = user("What is new?")
    history.follow([asked, of_call, call])
    history.follow([asked, call, result])
    history.follow([asked, call, result, of_text, agent("First.")])
    whole = [asked, call, result, agent("First."), user("Two?")]
    history.follow(whole)
    history.follow([*whole[1:], agent("Second.")])
    log = ["What is new?", "", "", "login.ts", "Hm.", "First.", "Two?", "Second."]
    assert texts_of(session) == log
    history.follow([asked, call, result, agent("Otherwise.")])
    texts = texts_of(session)[len(log) :]
    assert texts[0].startswith("The conversation was edited")
    assert texts[1:] == ["What is new?", "", "", "login.ts", "Otherwise."]


def test_runs_that_begin_alike_go_on_when_a_session_knows_all_the_writers_that_it_may(space: SpaceClient) -> None:
    session = space.session("alike-many")
    question = [user("What is new?")]
    history = History(session, "a-writer-with-a-long-name")
    for run in range(265):
        if run % 20 == 0:
            history = History(session, "a-writer-with-a-long-name")
        history.follow(question)
        history.follow([*question, agent(f"Answer {run}.")])
    told = [text for text in texts_of(session) if not text.startswith("The conversation was edited")]
    assert told == [text for run in range(265) for text in ("What is new?", f"Answer {run}.")]


def test_asynchronous_calls_wait_for_each_other(service: Service, space: SpaceClient) -> None:
    async def run() -> None:
        async with AsyncClient(service.url, service.key) as client:
            history = AsyncHistory(client.space(space.name).session("async"), "test")
            said = [user("One."), user("Two."), user("Three.")]
            await asyncio.gather(history.follow(said[:1]), history.follow(said[:2]), history.follow(said))

    asyncio.run(run())
    assert texts_of(space.session("async")) == ["One.", "Two.", "Three."]


@pytest.mark.parametrize("text", ["\x01" * 6_000_000, "x" * 10_000_000])
def test_an_event_that_is_too_large_as_json_is_taken(space: SpaceClient, text: str) -> None:
    session = space.session("too-large")
    pdf = base64.b64encode(bytes(17_900_000)).decode()
    file: AttachmentParam = {"mime": "application/pdf", "data": pdf}
    events = [*with_files({"kind": "user_message", "text": text}, [file]), user("And?")]
    History(session, "test").follow(events)
    stored = [event.body for event in session.all_events() if event.kind == "user_message" and event.body]
    roles = [[artifact.role for artifact in body.artifacts or []] for body in stored]
    assert [role for some in roles for role in some].count("attachment") == 1
    assert len(stored) == 3 and stored[-1].text == "And?"


@pytest.mark.parametrize(
    ("given", "label"),
    [
        ("call_" + "x" * 300, f"call_{'x' * 106}~ec4995a815b02016"),
        ("cc" + "\U0001f600" * 100, f"cc{chr(0x1F600) * 54}\ufffd~c9782f64d3d5db18"),
        ("\U0001f600" * 64, "\U0001f600" * 64),
    ],
)
def test_the_id_of_a_call_has_one_form_in_every_client(given: str, label: str) -> None:
    # The same texts stand in the tests of the TypeScript client.
    result = fit_event({"kind": "tool_result", "call": {"id": given, "name": "f"}, "text": ""})
    sealed = fit_event({"kind": "thinking", "text": "", "thinking": {"redacted": "r", "call_id": given}})
    call = result["call"]
    assert isinstance(call, dict) and call["id"] == label
    assert sealed.get("thinking", {}).get("call_id") == label


# The tests of the TypeScript client read the same table.
LARGE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("large_texts.json").read_text("utf8"))


@pytest.mark.parametrize("large", LARGE, ids=lambda large: large["name"])
def test_a_large_event_is_cut_at_the_same_place_in_every_client(large: dict[str, Any]) -> None:
    text = "".join(part * times for part, times in large["parts"])
    event: NewEventParam = {"kind": "user_message", "message_id": "m", "text": text}
    if large["in"] == "arguments":
        event = {"kind": "tool_call", "message_id": "m", "call": {"id": "c", "name": "f", "arguments": text}}
    if large["fileChars"]:
        event["attachments"] = [{"mime": "text/plain", "data": "A" * large["fileChars"]}]
    kept = fit_event(event).get("text") or ""
    digest = sha256(kept.encode()).hexdigest()
    assert {"units": len(kept.encode("utf-16-le")) // 2, "sha256": digest} == large["gives"]


def test_events_go_in_as_many_requests_as_have_room_for_them() -> None:
    escaped = user("\x01" * 1_000_000)
    assert [len(some) for some in in_requests([escaped, escaped])] == [1, 1]
    both: NewEventParam = {**user("x" * 10_000_000), "attachments": [{"mime": "text/plain", "data": "A" * 24_000_000}]}
    assert len(json.dumps(fit_event(both))) < 32 * 1024 * 1024
