# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from .._model import Open, WireModel
from .delegations import (
    DelegationGrant,
)
from .compactions import (
    Marker,
    Manifest,
)
from .erasures import (
    RetentionRule,
)
from .types import (
    Anatomy,
    WindowBudgets,
)


class MarkerManifest(WireModel):
    marker: Marker
    manifests: list[Manifest]


class AnatomyList(WireModel):
    anatomy: list[Anatomy]


class OpenRequest(WireModel):
    # e184 (of the asking session), SESSION/e184, an event id, or an artifact id; an event may go on with :from-to in
    # bytes. Turns as markers name them: T20, T20-T27 or SESSION/T20-T27; e40-T27 goes on at an event. Several events
    # of one session: e3,e8-e12 or SESSION/e3,e8-e12. Of several events fromLine or fromByte is a place in the first
    # one.
    ref: str | None = None
    # The asking session.
    session: str | None = None
    # The first line, counted from 1.
    from_line: int | None = None
    # The last line.
    to_line: int | None = None
    from_byte: int | None = None
    # The first byte that is excluded.
    to_byte: int | None = None
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int | None = None
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str | None = None
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str | None = None


class OpenAnswerEventsItem(WireModel):
    event_id: str
    # Its place in the session, as in the name `e184`.
    ordinal: int | float
    turn: int | float
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    occurred_at: AwareDatetime
    from_byte: int | float
    to_byte: int | float
    # Bytes of its whole text.
    total_bytes: int | float
    # Why its text is not shown. Forgotten events, and answers of the memory, can be opened by their names.
    left_out: Open[Literal["erased", "damaged", "forgotten", "recalled"]] | None = None


# Place to continue; absent at the end.
class OpenAnswerNext(WireModel):
    # The name to open for it, if it is not the one that was requested.
    ref: str | None = None
    from_byte: int | float
    from_line: int | float | None = None


class OpenAnswer(WireModel):
    retrieval_id: str
    event_id: str | None = None
    session: str | None = None
    turn: int | float | None = None
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]] | None = None
    occurred_at: AwareDatetime | None = None
    artifact_id: str | None = None
    # Of several events: those in `text`, in order; bytes and lines of the answer are then those of `text`.
    events: list[OpenAnswerEventsItem] | None = None
    text: str
    # The text wrapped as data, ready to hand to a model.
    rendered: str
    tokens: int | float
    budget_tokens: int | float
    from_byte: int | float
    to_byte: int | float
    from_line: int | float
    to_line: int | float
    total_bytes: int | float
    total_lines: int | float
    # True when the answer holds everything that was requested.
    complete: bool
    # Place to continue; absent at the end.
    next: OpenAnswerNext | None = None


# The event that holds its result. Absent where the result never came into a session; its use is then unknown.
class RetrievalReceived(WireModel):
    session: str
    turn: int | float
    event_id: str
    at: AwareDatetime


class Retrieval(WireModel):
    retrieval_id: str
    tenant: str
    space: str
    session: str | None = None
    at: AwareDatetime
    query_count: int | float
    query_terms: int | float
    hit_event_ids: list[str]
    packed_event_ids: list[str]
    top_score: int | float
    tokens: int | float
    budget_tokens: int | float
    completeness: int | float | None
    confidence: int | float | None = None
    outcome: Open[Literal["answered", "unsure", "nothing_found"]] | None = None
    attempts: int | float | None = None
    # Set when a window asked for its push pack, rather than an agent.
    pushed: Literal[True] | None = None
    took_ms: int | float
    # The event that holds its result. Absent where the result never came into a session; its use is then unknown.
    received: RetrievalReceived | None = None
    uses: list[EvidenceUse]


class EvidenceUse(WireModel):
    # Id of the evidence.
    event_id: str
    # Kind of use: its id was named, an exact part was written, or most of a sentence was repeated.
    kind: Open[Literal["cited", "exact", "near"]]
    # The event that used it.
    by_event_id: str
    at: AwareDatetime
    after_events: int | float
    after_turns: int | float


class RetrievalList(WireModel):
    retrievals: list[Retrieval]


class DemandFigures(WireModel):
    # A day (UTC), a session, or "all".
    key: str
    turns: int | float
    model_turns: int | float
    # Turns with the result of a recall.
    recall_turns: int | float
    # Recalls answered.
    retrievals: int | float
    # Recalls that tried further queries.
    escalated: int | float
    # Recalls that found nothing.
    unanswered: int | float
    tokens: int | float
    # Recalls whose result is in a session; use is known for these only.
    received: int | float
    received_used: int | float
    # Pieces of evidence of received recalls.
    evidence: int | float
    cited: int | float
    exact: int | float
    near: int | float
    # recallTurns divided by turns; the aim is under 0.3.
    pull_frequency: int | float | None
    pull_frequency_of_model_turns: int | float | None
    escalation_rate: int | float | None
    # Share of the received pieces that were used.
    evidence_use_rate: int | float | None
    # Share of received recalls with any use.
    recall_use_rate: int | float | None
    completeness: int | float | None
    tokens_per_retrieval: int | float | None


class DemandReport(WireModel):
    by: Open[Literal["all", "day", "session"]]
    # First moment that was counted.
    from_: AwareDatetime
    groups: list[DemandFigures]
    cursor: str | None = None


class ToolDeclarationsOpenaiItemFunction(WireModel):
    name: str
    description: str
    parameters: dict[str, Any]


class ToolDeclarationsOpenaiItem(WireModel):
    type: Literal["function"]
    function: ToolDeclarationsOpenaiItemFunction


class ToolDeclarationsAnthropicItem(WireModel):
    name: str
    description: str
    input_schema: dict[str, Any] = Field(alias="input_schema")


class ToolDeclarations(WireModel):
    openai: list[ToolDeclarationsOpenaiItem]
    anthropic: list[ToolDeclarationsAnthropicItem]


class SessionSummary(WireModel):
    tenant: str
    space: str
    session: str
    events: int | float
    turn: int | float
    cycle: int | float
    markers: int | float
    first_at: AwareDatetime
    last_at: AwareDatetime


class SessionParent(WireModel):
    session: str
    source: str | None = None
    sequence: int | float | None = None
    delegation: DelegationGrant | None = None


class SessionGuardedPartsItem(WireModel):
    id: str
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    tokens: int | float


# The task state that the caller keeps, which has a budget of its own: taskTokens.
class SessionGuardedTask(WireModel):
    id: str
    tokens: int | float


class SessionGuarded(WireModel):
    tokens: int | float
    budget_tokens: int | float
    parts: list[SessionGuardedPartsItem]
    # The task state that the caller keeps, which has a budget of its own: taskTokens.
    task: SessionGuardedTask | None = None
    # Token family of these counts.
    family: str | None = None


class Session(WireModel):
    tenant: str
    space: str
    session: str
    events: int | float
    turn: int | float
    cycle: int | float
    markers: int | float
    first_at: AwareDatetime
    last_at: AwareDatetime
    parent: SessionParent | None = None
    policy: SessionPolicy
    tokens_in: int | float
    window_tokens: int | float
    guarded: SessionGuarded
    position: str


class SessionList(WireModel):
    sessions: list[SessionSummary]
    cursor: str | None = None


class SpaceListSpacesItem(WireModel):
    space: str
    sessions: int | float
    events: int | float
    last_at: AwareDatetime


class SpaceList(WireModel):
    spaces: list[SpaceListSpacesItem]
    cursor: str | None = None


# Present for a fork, or for an agent that the session started.
class ImportReportSessionsItemParent(WireModel):
    session: str
    source: str | None = None
    sequence: int | float | None = None
    delegation: DelegationGrant | None = None


class ImportReportSessionsItem(WireModel):
    session: str
    # Present for a fork, or for an agent that the session started.
    parent: ImportReportSessionsItemParent | None = None
    events: int | float
    appended: int | float
    duplicates: int | float
    position: str | None = None


class ImportReportProblemsItem(WireModel):
    line: int | float | None = None
    problem: str


class ImportReport(WireModel):
    format: str
    sessions: list[ImportReportSessionsItem]
    skipped: int | float
    problems: list[ImportReportProblemsItem]


class PolicySettings(WireModel):
    # Size of a window; default 128,000. The budgets below are derived from it by default.
    window_tokens: int | None = None
    # How tokens are counted: o200k, cl100k or claude, or any other name for an estimate; o200k where absent.
    family: str | None = None
    # Most tokens of the system block: what the caller passes in, and the tools.
    system_tokens: int | None = None
    # Most tokens of a task state.
    task_tokens: int | None = None
    # Size of the newest part of the history, which is shortened last.
    tail_tokens: int | None = None
    # Most turns of it; default 4.
    tail_turns: int | None = None
    # Room for the live requests, verbatim where they fit it together; also the most that the message handed in with a
    # call takes.
    user_tokens: int | None = None
    # Tokens that a window leaves free: pullMaxTokens x pullCalls + outputTokens have to fit it. Where absent 15 % of
    # the window up to 13,000, more where answers of recall need it.
    headroom_tokens: int | None = None
    # Markers at once, of 60 tokens each; 20 where absent, fewer in windows below 32,000.
    marker_cap: int | None = None
    # Tokens of an answer of recall or open when the call names no budget.
    pull_tokens: int | None = None
    # Largest budgetTokens of one call; by default 1/64 of the window, and at least pullTokens.
    pull_max_tokens: int | None = None
    # Most calls of recall and open in one turn; further ones are refused. By default 1, from windows of 128,000 on 3.
    pull_calls: int | None = None
    # Tokens that the model may write within the headroom; the client sets its max_tokens by it.
    output_tokens: int | None = None
    # Tokens of evidence that every window adds without being asked: 0 (none), or 64 to the tokens of one recall.
    push_tokens: int | None = None
    # Most tokens of known facts in a window, 0 for none; by default 1/40 of the window, at most 1,000. A space
    # without facts loses no room.
    knowledge_tokens: int | None = None
    # Share of the window less its headroom at which a session is compacted; default .85.
    trigger_ratio: int | float | None = None
    # Share of it down to which a compaction evicts; default .5.
    target_ratio: int | float | None = None
    # Size below which a preview is not cut while anything else can give way; 600 where absent, less in small windows.
    large_result_tokens: int | None = None
    # Place of the task state in a window; before the history where absent.
    task_state_placement: Open[Literal["before_history", "after_history"]] | None = None
    # Turns after which a task state counts as stale; default 20.
    task_state_stale_turns: int | None = None
    # Shows a task state derived from the log where the caller keeps none; on where absent.
    derived_task_state: bool | None = None
    # Names the agent that spoke (`meta.agent`) above each message in windows, for sessions that several share; off
    # where absent. Holds for what is appended from then on; calls and results have no such line.
    names_agents: bool | None = None
    # JSON Schemas of the extensions that a task state may carry, by name; others are refused.
    task_state_extensions: dict[str, dict[str, Any]] | None = None
    # Says if an append may leave out whole requests without anything that matters once the history is large: never
    # with always_add, which is so where absent.
    reconciler: Open[Literal["always_add", "size_aware"]] | None = None
    # Tokens of history above which size_aware leaves such requests out; the window where absent.
    reconciler_budget_tokens: int | None = None
    # Lowers the score of old events in recall, by their kind. Off by default; nothing is deleted.
    forgetting: bool | None = None
    # strict: roles of the OpenAI format take turns and ids have nine characters, for templates that refuse anything
    # else.
    chat_template: Open[Literal["open", "strict"]] | None = None
    # Treatment of secrets and personal data that are recognised in events: nothing, a label, or a mask in their
    # place. TOTAL_RECALL_REDACTION where absent. Only a key with the scope admin may weaken it.
    redaction: Open[Literal["off", "mark", "mask"]] | None = None
    # Size from which a result is stored as an artifact; default 4,096.
    artifact_threshold_bytes: int | None = None
    # Share of reads that the audit notes, by ids and never content; all where absent. Set for a tenant or a space,
    # not for a session.
    audit_reads: int | float | None = None
    # Days that the audit is kept; for ever where absent. Set for a tenant only.
    audit_days: int | None = None
    # New events after which a space is swept for facts before its interval ends. Set for a tenant or a space.
    consolidate_events: int | None = None
    # Minutes between two sweeps of a space; 0 for none but those on demand. The service looks five times in its own
    # interval, so a shorter one has no effect. Set for a tenant or a space.
    consolidate_minutes: int | None = None
    # Whether the service sets, once a day at most, what a reflection on recall proposes; it only proposes where
    # absent. What a person sets always wins. Set for a tenant or a space.
    reflection: Open[Literal["propose", "apply"]] | None = None
    # Maximum age of events, set for a tenant or a space; the stricter of both counts. Changing it needs the scope
    # erase in addition to admin.
    retention: list[RetentionRule] | None = None


class Policy(WireModel):
    level: Open[Literal["tenant", "space", "session"]]
    settings: PolicySettings
    updated_at: AwareDatetime | None
    effective: SessionPolicy | None = None


class SessionPolicyCompaction(WireModel):
    trigger_ratio: int | float
    target_ratio: int | float
    tail_turns: int | float
    large_result_tokens: int | float


class SessionPolicy(WireModel):
    version: str
    family: str
    budgets: WindowBudgets
    compaction: SessionPolicyCompaction
    task_state_placement: Open[Literal["before_history", "after_history"]]
    task_state_stale_turns: int | float
    derived_task_state: bool
