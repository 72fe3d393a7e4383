"""Every other method, against the running service."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path

import total_recall
from total_recall import Client, SpaceClient, models
from total_recall._routes import ROUTES


def test_facts_are_remembered_corrected_undone_and_forgotten(space: SpaceClient) -> None:
    made = space.remember(
        label="project", subject="billing", attribute="port", value="8443", text="Billing listens on 8443."
    )
    corrected = space.correct(made.fact.id, value="9443", text="Billing listens on 9443.")
    assert [fact.text for fact in space.facts(subject="billing").facts] == ["Billing listens on 9443."]
    assert len(space.facts(subject="billing", history=True).facts) == 2
    assert "9443" in space.profile(subject="billing").model_dump_json()
    space.undo(corrected.entry_id, reason="a slip")
    assert [fact.text for fact in space.facts(subject="billing").facts] == ["Billing listens on 8443."]
    assert "8443" in space.digest().model_dump_json()
    assert space.units(query="billing", kind="fact").units
    space.forget(made.fact.id, keep_evidence=True)
    assert space.facts(subject="billing").facts == []
    assert len(space.ledger(limit=10).entries) >= 3
    assert space.reflection().is_enough is False and space.reflect(reason="nothing yet").proposals == []


def test_times_go_as_they_are_meant(space: SpaceClient) -> None:
    session = space.session("times")
    then = datetime.now(timezone.utc) - timedelta(days=3)
    session.append(models.NewEvent(kind="user_message", text="Mangoes are ripe.", occurred_at=then), wait="searchable")
    event = session.events(limit=1).events[0]
    assert abs(event.occurred_at - then) < timedelta(milliseconds=2)
    assert space.recall("mangoes", as_of=then - timedelta(days=1)).hits == []
    assert len(space.recall("mangoes", budget_tokens=800).hits) == 1


def test_sessions_task_states_and_policies(client: Client, space: SpaceClient) -> None:
    session = space.session("tasks")
    session.append({"kind": "user_message", "text": "Move the invoices."}, wait="searchable")
    updated = session.update_task_state(
        expected_version=0, fields={"goals": ["Move the invoices"], "premises": {"a_b": "cD"}}
    )
    assert updated.version == 1
    state = session.task_state().state
    assert state is not None and state.goals == ["Move the invoices"] and state.premises == {"a_b": "cD"}
    assert session.set_policy(window_tokens=4000).settings.window_tokens == 4000
    assert session.policy().settings.window_tokens == 4000
    assert session.get().session == "tasks"
    assert [one.session for one in space.sessions().sessions] == ["tasks"]
    assert space.name in [one.space for one in client.spaces(limit=500).spaces]
    assert session.prefetch("Where are the invoices?") is not None
    assert isinstance(session.compact(), (models.CompactResultCompacted, models.CompactResultStopped))
    assert session.anatomy(limit=5) is not None
    assert session.open("e1").rendered.find("invoices") >= 0
    assert client.policy() is not None and space.policy() is not None


def test_delegations(space: SpaceClient) -> None:
    planner = space.session("planner")
    planner.append({"kind": "user_message", "text": "Logins loop since Tuesday."})
    handed = planner.delegate(
        subtask_id="read-logs",
        objective="Find the first request that loops.",
        key_event_refs=["e1"],
        recall_access="run",
    )
    executor = space.session(handed.session)
    seen = executor.append({"kind": "tool_result", "call": {"id": "c1", "name": "grep"}, "text": "302 /login"})
    executor.report(
        status="done",
        summary="A cookie is dropped.",
        key_findings=[{"text": "The first loop is at /login.", "provenance": [seen.events[0].id]}],
    )
    (delegation,) = planner.delegations().delegations
    assert delegation.status == "done" and delegation.reports[0].summary == "A cookie is dropped."


def test_erasures_artifacts_and_keys(client: Client, space: SpaceClient) -> None:
    session = space.session("erase-me")
    session.append({"kind": "tool_result", "call": {"id": "c1", "name": "cat"}, "text": "line\n" * 60_000})
    body = session.events(limit=1).events[0].body
    assert body is not None and body.artifacts
    part = space.artifact(body.artifacts[0].id, from_byte=0, to_byte=4)
    assert (part.content, part.size_bytes) == (b"line", 300_000)
    assert client.tenant().id
    assert client.keys().keys
    assert {tool.name for tool in client.tools().anthropic} >= {"recall", "open"}


def test_every_route_is_called_by_some_method() -> None:
    folder = Path(total_recall.__file__).parent / "_sync"
    named = set(re.findall(r'"([a-zA-Z]+)"', "".join(path.read_text() for path in folder.glob("*.py"))))
    assert set(ROUTES) - named == set()
