"""Attempts, waits and errors, over a transport that answers from a script."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Callable
from uuid import uuid4

import httpx
import pytest

from total_recall import AsyncClient, Client, Retry, TotalRecallApiError, TotalRecallConnectionError, TotalRecallError

QUICK = Retry(attempts=3, base_seconds=0.001, max_seconds=0.05)


def refused(code: str, status: int, retryable: bool, **headers: str) -> httpx.Response:
    problem = {
        "type": f"urn:total-recall:error:{code}",
        "title": "no",
        "status": status,
        "code": code,
        "detail": "because",
        "instance": "r-1",
        "retryable": retryable,
        "details": {"version": 4},
    }
    return httpx.Response(status, json=problem, headers=headers)


def scripted(*answers: httpx.Response | Exception) -> tuple[Client, list[httpx.Request]]:
    seen: list[httpx.Request] = []
    left = list(answers)

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        following = left.pop(0)
        if isinstance(following, Exception):
            raise following
        return following

    http = httpx.Client(transport=httpx.MockTransport(answer))
    return Client("http://memory.test:7070/", "tr_key", retry=QUICK, http_client=http), seen


APPENDED = httpx.Response(200, json={"events": [], "position": "p"})


def test_sends_the_key_the_path_and_the_body() -> None:
    client, seen = scripted(APPENDED)
    client.space("my space").session("s/1").append({"kind": "user_message", "text": "ü"}, idempotency_key="k")
    assert str(seen[0].url) == "http://memory.test:7070/v1/spaces/my%20space/sessions/s%2F1/events"
    assert seen[0].headers["authorization"] == "Bearer tr_key"
    assert seen[0].headers["idempotency-key"] == "k"
    assert seen[0].content.decode() == '{"events": [{"kind": "user_message", "text": "ü"}]}'


def test_reads_no_bytes_as_json() -> None:
    client, seen = scripted()
    with pytest.raises(TypeError, match=r"getArtifact answers with bytes: take .*artifact\(id\)"):
        client.call("getArtifact", path={"space": "a", "artifactId": "art_1"})  # type: ignore[arg-type]
    assert seen == []


def test_tries_an_append_again_under_the_same_key() -> None:
    limited = refused("rate_limited", 429, True, **{"Retry-After": "0"})
    client, seen = scripted(limited, httpx.ReadError("gone"), APPENDED)
    client.space("a").session("s").append({"kind": "user_message", "text": "x"})
    keys = {request.headers["idempotency-key"] for request in seen}
    assert (len(seen), len(keys)) == (3, 1)


def test_tells_at_once_what_a_repeat_would_not_help() -> None:
    client, seen = scripted(refused("task_state_conflict", 409, False))
    with pytest.raises(TotalRecallApiError) as raised:
        client.space("a").session("s").update_task_state(expected_version=3, fields={})
    error = raised.value
    assert (error.code, error.status, error.request_id, error.attempts) == ("task_state_conflict", 409, "r-1", 1)
    assert (error.details, len(seen)) == ({"version": 4}, 1)


def test_an_error_reaches_another_process_whole() -> None:
    client, _ = scripted(refused("task_state_conflict", 409, False), httpx.ConnectError("none there"))
    raised: list[TotalRecallError] = []
    for _call in range(2):
        with pytest.raises(TotalRecallError) as one:
            client.space("a").session("s").update_task_state(expected_version=3, fields={})
        raised.append(one.value)
    assert [type(error) for error in raised] == [TotalRecallApiError, TotalRecallConnectionError]
    for error in raised:
        for told in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert (type(told), str(told), vars(told)) == (type(error), str(error), vars(error))


def test_does_not_wait_for_hours() -> None:
    client, seen = scripted(refused("quota_exceeded", 429, True, **{"Retry-After": "36000"}))
    with pytest.raises(TotalRecallApiError, match="quota_exceeded"):
        client.tools()
    assert len(seen) == 1


def test_a_decision_is_sent_again_under_the_same_key_after_a_lost_answer() -> None:
    done = refused("not_found", 404, False)
    client, seen = scripted(httpx.ReadError("gone"), done, done)
    space = client.space("a")
    for _ in range(2):
        with pytest.raises(TotalRecallApiError):
            space.remember(label="user", subject="s", text="t")
    first, again, other = [request.headers["idempotency-key"] for request in seen]
    assert first == again != other


def test_what_has_no_key_is_not_sent_again_after_a_lost_answer() -> None:
    client, seen = scripted(httpx.ReadError("gone"))
    with pytest.raises(TotalRecallConnectionError, match=r"No answer from http://memory\.test:7070 after 1 attempt"):
        client.space("a").session("s").update_task_state(expected_version=0, fields={})
    assert len(seen) == 1


def test_what_a_gateway_answered_in_place_of_the_service_is_not_sent_again_but_a_dry_run_is() -> None:
    late = httpx.Response(504, text="<h1>504 Gateway Time-out</h1>")
    client, seen = scripted(late)
    with pytest.raises(TotalRecallApiError) as raised:
        client.create_key(name="k", scopes=["read"])
    assert (raised.value.status, raised.value.attempts, len(seen)) == (504, 1, 1)
    client, seen = scripted(refused("unavailable", 503, True), late)
    with pytest.raises(TotalRecallApiError):
        client.erase(space="a", session="s")
    assert len(seen) == 2
    client, seen = scripted(late, httpx.ReadError("gone"), httpx.ReadError("gone"))
    with pytest.raises(TotalRecallConnectionError):
        client.erase(space="a", session="s", dry_run=True)
    assert len(seen) == 3


def test_a_lost_hold_or_erasure_is_not_sent_again_but_a_dry_run_is() -> None:
    client, seen = scripted(httpx.ReadError("gone"))
    with pytest.raises(TotalRecallConnectionError):
        client.place_hold(name="case 7", space="a", session="s")
    assert len(seen) == 1
    client, seen = scripted(refused("not_caught_up", 503, True), httpx.ReadError("gone"))
    with pytest.raises(TotalRecallConnectionError):
        client.erase(space="a", session="s")
    assert len(seen) == 2
    client, seen = scripted(*[httpx.ReadError("gone")] * 3)
    with pytest.raises(TotalRecallConnectionError):
        client.erase(space="a", session="s", dry_run=True)
    assert len(seen) == 3


def test_says_that_another_program_answered_where_an_answer_is_no_json() -> None:
    client, _ = scripted(httpx.Response(200, text="<!doctype html>"), httpx.Response(204))
    for _call in range(2):
        with pytest.raises(TotalRecallApiError, match=r"internal: The answer was no JSON\.") as raised:
            client.tools()
        assert (raised.value.request_id, raised.value.retryable) == ("unknown", False)
        assert raised.value.details == {"problem": "no_problem_document"}


def test_a_lost_removal_of_a_tenant_is_not_sent_again() -> None:
    client, seen = scripted(httpx.ReadError("gone"))
    with pytest.raises(TotalRecallConnectionError):
        client.remove_tenant("acme", confirm="acme")
    assert len(seen) == 1


def test_follows_no_redirection_and_says_where_it_leads() -> None:
    moved = httpx.Response(301, headers={"Location": "https://memory.test/v1/"})
    http = httpx.Client(transport=httpx.MockTransport(lambda _request: moved), follow_redirects=True)
    with pytest.raises(TotalRecallApiError, match=r"The answer was 301.* leads to https://memory\.test/v1/"):
        Client("http://memory.test", "tr_key", http_client=http).space("a").session("s").append(
            {"kind": "user_message", "text": "x"}
        )


@pytest.mark.parametrize(
    ("status", "problem", "text"),
    [
        (400, "another_api", r"document\. Is the URL that of"),
        (404, "another_api", r"document\. Is the URL that of"),
        (413, "no_problem_document", r"document\.$"),
    ],
)
def test_says_which_url_is_wanted_where_another_program_knows_no_such_call(
    status: int, problem: str, text: str
) -> None:
    http = httpx.Client(transport=httpx.MockTransport(lambda _request: httpx.Response(status, json={"error": {}})))
    with pytest.raises(TotalRecallApiError, match=text) as raised:
        Client("http://memory.test", "tr_key", http_client=http).tools()
    assert raised.value.details == {"problem": problem}


def test_waits_until_the_date_that_a_refusal_names_by_the_clock_of_the_service() -> None:
    def after(date: str) -> httpx.Response:
        dates = {"Date": "Wed, 01 Jan 2031 00:00:00 GMT", "Retry-After": date}
        return refused("rate_limited", 429, True, **dates)

    client, seen = scripted(after("Wed, 01 Jan 2031 00:00:00 GMT"), after("Thu, 02 Jan 2031 00:00:00 GMT"))
    with pytest.raises(TotalRecallApiError, match="rate_limited"):
        client.tools()
    assert len(seen) == 2


def test_asks_again_where_a_refusal_names_a_date_in_no_zone() -> None:
    dates = {"Date": "Wed, 01 Jan 2031 00:00:00 GMT", "Retry-After": "Wed, 01 Jan 2031 00:00:05 -0000"}
    client, seen = scripted(refused("rate_limited", 429, True, **dates), APPENDED)
    client.space("a").session("s").append({"kind": "user_message", "text": "x"})
    assert len(seen) == 2


def test_refuses_names_that_are_none() -> None:
    client, seen = scripted()
    ways: list[Callable[[], object]] = [
        lambda: client.space(uuid4()).sessions(),  # type: ignore[arg-type]
        lambda: client.space(None).sessions(),  # type: ignore[arg-type]
        lambda: client.call("listSessions"),
    ]
    for way in ways:
        with pytest.raises(TypeError, match="is no space"):
            way()
    assert seen == []


def test_reads_what_a_proxy_answered_and_codes_of_later_versions() -> None:
    client, _ = scripted(httpx.Response(404, text="<html>"), refused("code_of_next_year", 418, False))
    for code in ("not_found", "code_of_next_year"):
        with pytest.raises(TotalRecallApiError) as raised:
            client.tools()
        assert raised.value.code == code


def test_fields_and_values_of_later_versions_are_kept() -> None:
    event = {"id": "1", "kind": "kind_of_next_year", "ordinal": 1, "newField": [1]}
    client, _ = scripted(httpx.Response(200, json={"events": [event], "position": "p", "nextOrdinal": None}))
    answer = client.call("listEvents", path={"space": "a", "session": "s"})
    assert answer["events"][0]["newField"] == [1]


def test_asks_for_what_it_needs() -> None:
    with pytest.raises(TypeError, match="url of the service"):
        Client("", "tr_key")
    with pytest.raises(TypeError, match="api_key"):
        Client("http://127.0.0.1:8420", "")


def test_sends_no_name_of_dots_alone_which_would_be_the_path_of_another_route() -> None:
    client, seen = scripted()
    for name in ("..", ".", ""):
        with pytest.raises(TypeError, match="is no space"):
            client.space(name).set_policy(window_tokens=4_096)
        with pytest.raises(TypeError, match="is no session"):
            client.space("a").session(name).set_policy(window_tokens=4_096)
    assert seen == []


def test_takes_a_key_as_a_file_has_it_and_refuses_what_no_key_can_be() -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers["authorization"])
        return httpx.Response(200, json={"openai": [], "anthropic": []})

    http = httpx.Client(transport=httpx.MockTransport(answer))
    Client("http://memory.test", "tr_key\n", http_client=http).tools()
    assert seen == ["Bearer tr_key"]
    for key in ("tr_…", "tr_a tr_b", " "):
        with pytest.raises(TypeError, match="no key has"):
            Client("http://memory.test", key)


def test_the_asynchronous_client_does_the_same_and_can_be_cancelled() -> None:
    async def run(act: Callable[[AsyncClient], object]) -> object:
        hanging = asyncio.Event()

        async def hang(_request: httpx.Request) -> httpx.Response:
            hanging.set()
            await asyncio.sleep(3600)
            return httpx.Response(200)

        http = httpx.AsyncClient(transport=httpx.MockTransport(hang))
        async with AsyncClient("http://memory.test", "tr_key", http_client=http) as client:
            task = asyncio.ensure_future(client.tools())
            await hanging.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return act

    asyncio.run(asyncio.wait_for(run(lambda client: client), 30))
