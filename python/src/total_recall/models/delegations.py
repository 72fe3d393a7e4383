# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime

from .._model import Open, WireModel


class NewDelegation(WireModel):
    # Names the subtask within this session. The same packet sent again stores nothing twice.
    subtask_id: str
    objective: str
    constraints: list[str] | None = None
    acceptance_criteria: list[str] | None = None
    # Events that the executor needs: e184 of this session, SESSION/e184, or ids. It may open them whatever its
    # access.
    key_event_refs: list[str] | None = None
    relevant_artifact_ids: list[str] | None = None
    # Place in your plan, in your own words.
    plan_node_ref: str | None = None
    # What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and
    # its own.
    recall_access: Open[Literal["space", "run", "none"]] | None = None
    # Name of the session that this call begins for the executor; SESSION.SUBTASK where absent.
    session: str | None = None


class Delegated(WireModel):
    # The delegation in this session.
    event_id: str
    # The session of the executor. It begins with the objective and the constraints.
    session: str
    position: str | None = None


class Delegation(WireModel):
    subtask_id: str
    objective: str
    constraints: list[str]
    acceptance_criteria: list[str]
    # Ids of events.
    key_event_refs: list[str]
    relevant_artifact_ids: list[str]
    plan_node_ref: str | None = None
    # What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and
    # its own.
    recall_access: Open[Literal["space", "run", "none"]]
    session: str
    event_id: str
    at: AwareDatetime
    # As the last report says; `open` before the first.
    status: Open[Literal["open", "partial", "done", "failed"]]
    # The latest first, at most 8; of many large ones the latest alone.
    reports: list[ReceivedReport]


class DelegationGrant(WireModel):
    subtask_id: str
    # The session that the run began with.
    run: str
    # 1 for an executor of that session, 2 for one that it started.
    level: int | float
    # What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and
    # its own.
    recall_access: Open[Literal["space", "run", "none"]]
    key_events: list[str]


class DelegationPacket(WireModel):
    subtask_id: str
    objective: str
    constraints: list[str]
    acceptance_criteria: list[str]
    # Ids of events.
    key_event_refs: list[str]
    relevant_artifact_ids: list[str]
    plan_node_ref: str | None = None
    # What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and
    # its own.
    recall_access: Open[Literal["space", "run", "none"]]
    session: str


class DelegationList(WireModel):
    delegations: list[Delegation]


class NewReportKeyFindingsItem(WireModel):
    text: str
    # Events that show it: of this session, of sessions that it delegated to, or handed over with the subtask.
    provenance: list[str]


class NewReport(WireModel):
    status: Open[Literal["partial", "done", "failed"]]
    summary: str
    key_findings: list[NewReportKeyFindingsItem] | None = None
    artifact_ids: list[str] | None = None


class DelegationReport(WireModel):
    subtask_id: str
    session: str
    status: Open[Literal["partial", "done", "failed"]]
    summary: str
    key_findings: list[ReportFinding]
    artifact_ids: list[str]


class ReportFinding(WireModel):
    text: str
    # Ids of events.
    provenance: list[str]


class ReceivedReport(WireModel):
    subtask_id: str
    session: str
    status: Open[Literal["partial", "done", "failed"]]
    summary: str
    key_findings: list[ReportFinding]
    artifact_ids: list[str]
    event_id: str
    at: AwareDatetime


class KeptReport(WireModel):
    # The report in this session.
    event_id: str
    # The session that delegated the subtask.
    session: str
    # The report in that session.
    received_as: str
    # Pass it to a read of that session as `after`.
    position: str | None = None
