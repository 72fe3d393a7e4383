# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime

from .._model import Open, WireModel
from .delegations import (
    DelegationGrant,
    DelegationPacket,
    DelegationReport,
)
from .compactions import (
    CompactionRecord,
)


class ProblemErrorsItem(WireModel):
    path: str
    message: str


class Problem(WireModel):
    # Stable identifier of the code: urn:total-recall:error:<code>.
    type: str
    title: str
    status: int
    code: Open[Literal["invalid_request", "invalid_json", "invalid_utf8", "json_too_deep", "json_too_many_values", "unknown_kind", "reserved_kind", "invalid_name", "invalid_cursor", "invalid_position", "invalid_artifact_id", "invalid_policy", "unauthenticated", "key_expired", "key_revoked", "forbidden", "recall_not_granted", "not_found", "method_not_allowed", "task_state_conflict", "sequence_conflict", "sequence_gap", "idempotency_key_reused", "duplicate_event", "held", "decided_by_person", "fact_not_current", "session_in_use", "last_admin_key", "limit_reached", "undo_refused", "erased", "payload_too_large", "batch_too_large", "unsupported_media_type", "range_not_satisfiable", "finding_unproven", "window_over_budget", "guarded_over_budget", "unsupported_family", "pull_limit", "rate_limited", "quota_exceeded", "not_caught_up", "overloaded", "unavailable", "closed", "service_token_invalid", "service_token_expired", "service_token_forbidden", "not_implemented", "damaged", "internal"]]
    # The problem, its place, and what to do.
    detail: str
    # The id of the request, as in the X-Request-Id header and in the log.
    instance: str
    # The problems field by field, where the request was not valid.
    errors: list[ProblemErrorsItem] | None = None
    details: dict[str, Any] | None = None
    retryable: bool


# The seal that the vendor gave with the thinking of its model; it is sent back where the vendor requires it.
class NewEventThinking(WireModel):
    signature: str | None = None
    # The data of a redacted thinking block.
    redacted: str | None = None
    # Vendor that made the seal, and the only one it is sent to; Anthropic where absent. Needs no seal for deepseek.
    vendor: str | None = None
    # Call that is sealed, where it is no text.
    call_id: str | None = None


# Events of this session that are now in its window stay whole in it; recall prefers any pinned event of the space.
class NewEventPin(WireModel):
    event_ids: list[str]
    pinned: bool


class NewEvent(WireModel):
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "delegation", "report"]]
    text: str | None = None
    attachments: list[Attachment] | None = None
    call: ToolCall | None = None
    is_error: bool | None = None
    # Shared by the thinking, text and calls of one model response.
    message_id: str | None = None
    # The seal that the vendor gave with the thinking of its model; it is sent back where the vendor requires it.
    thinking: NewEventThinking | None = None
    occurred_at: AwareDatetime | int | None = None
    # 1, 2, 3 ... within the source of the request.
    sequence: int | None = None
    meta: EventMetadata | None = None
    # Marks a result of recall, so that it is never indexed again.
    recall: RecallReceipt | None = None
    # Events of this session that are now in its window stay whole in it; recall prefers any pinned event of the
    # space.
    pin: NewEventPin | None = None


class Attachment(WireModel):
    mime: str
    data: str
    title: str | None = None
    # A caption or the extracted text; kept whole, searched and shown.
    text: str | None = None


class ToolCall(WireModel):
    # Equal on the call and on its result.
    id: str
    name: str
    # JSON text exactly as the model wrote it; absent on a result.
    arguments: str | None = None


# On the first event of a session: the session that it was forked from or started by, and the last sequence that they
# share.
class EventMetadataParent(WireModel):
    session: str
    source: str | None = None
    sequence: int | None = None


class EventMetadata(WireModel):
    task_id: str | None = None
    agent: str | None = None
    parent_agent: str | None = None
    tags: list[str] | None = None
    hints: list[Open[Literal["needed_for_final_report", "temporary_debug", "decision_record"]]] | None = None
    sensitivity: list[str] | None = None
    # Events that this one makes obsolete.
    supersedes: list[str] | None = None
    # Events this one was derived from.
    provenance: list[str] | None = None
    observed_at: AwareDatetime | int | None = None
    referenced_at: AwareDatetime | int | None = None
    pinned: bool | None = None
    # The person that it is about or comes from, as you name them. An erasure of this data subject takes all its
    # events. Stored encrypted.
    subject: str | None = None
    # On the first event of a session: the session that it was forked from or started by, and the last sequence that
    # they share.
    parent: EventMetadataParent | None = None
    extra: dict[str, Any] | None = None


class RecallReceiptEvidenceItem(WireModel):
    event_id: str
    # Its session, by which it is known to be erased where that went as a whole. Not needed where the text is as
    # recalled.
    session: str | None = None
    from_byte: int | None = None
    to_byte: int | None = None


class RecallReceiptWithinItem(WireModel):
    from_: int
    to: int


class RecallReceipt(WireModel):
    retrieval_id: str
    evidence: list[RecallReceiptEvidenceItem]
    rendering_hash: str
    # Its ranges in the text, in UTF-16 units; absent where the event holds nothing else.
    within: list[RecallReceiptWithinItem] | None = None


class Event(WireModel):
    id: str
    position: str
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    session: str
    # 1, 2, 3 ... over the accepted events of the session.
    ordinal: int | float
    turn: int | float
    request: int | float
    occurred_at: AwareDatetime
    recorded_at: AwareDatetime
    tokens: int | float
    premise_version: int | float
    superseded_by: str | None = None
    body: EventBody | None = None
    # Reason why there is no body.
    missing: Open[Literal["unreadable", "erased", "damaged"]] | None = None


class EventBodyCall(WireModel):
    id: str
    name: str
    arguments: str | None = None


class EventBodyThinking(WireModel):
    signature: str | None = None
    redacted: str | None = None
    vendor: str | None = None
    call_id: str | None = None


class EventBodyMetaParent(WireModel):
    session: str
    source: str | None = None
    sequence: int | float | None = None
    delegation: DelegationGrant | None = None


class EventBodyMeta(WireModel):
    task_id: str | None = None
    agent: str | None = None
    parent_agent: str | None = None
    tags: list[str] | None = None
    hints: list[Open[Literal["needed_for_final_report", "temporary_debug", "decision_record"]]] | None = None
    sensitivity: list[str] | None = None
    supersedes: list[str] | None = None
    provenance: list[str] | None = None
    observed_at: AwareDatetime | None = None
    referenced_at: AwareDatetime | None = None
    pinned: bool | None = None
    # The person that it is about or comes from.
    subject: str | None = None
    parent: EventBodyMetaParent | None = None
    extra: dict[str, Any] | None = None


class EventBodyOrigin(WireModel):
    source: str | None = None
    sequence: int | float | None = None


class EventBodyRecallEvidenceItem(WireModel):
    event_id: str
    session: str | None = None
    from_byte: int | float | None = None
    to_byte: int | float | None = None


class EventBodyRecallWithinItem(WireModel):
    from_: int | float
    to: int | float


class EventBodyRecall(WireModel):
    retrieval_id: str
    evidence: list[EventBodyRecallEvidenceItem]
    rendering_hash: str
    # Its ranges in the text, in UTF-16 units; absent where the event holds nothing else.
    within: list[EventBodyRecallWithinItem] | None = None


class EventBodyPin(WireModel):
    event_ids: list[str]
    pinned: bool


class EventBodyRedactionsItem(WireModel):
    rule: str
    count: int | float
    action: Open[Literal["mark", "mask"]]


class EventBody(WireModel):
    text: str
    artifacts: list[ArtifactRef] | None = None
    call: EventBodyCall | None = None
    is_error: bool | None = None
    message_id: str | None = None
    thinking: EventBodyThinking | None = None
    meta: EventBodyMeta
    origin: EventBodyOrigin | None = None
    recall: EventBodyRecall | None = None
    task_state: TaskState | None = None
    # On a delegation that the service wrote.
    delegation: DelegationPacket | None = None
    # On a report that the service wrote, after it looked for the evidence of each finding.
    report: DelegationReport | None = None
    pin: EventBodyPin | None = None
    compaction: CompactionRecord | None = None
    # True where windows name the agent of each message above it.
    names_agents: Literal[True] | None = None
    redactions: list[EventBodyRedactionsItem] | None = None


# Source of the words of an attachment: text given with it (here, or as an artifact of its own), or its bytes in this
# encoding.
class ArtifactRefText(WireModel):
    given: str | None = None
    given_id: str | None = None
    encoding: Open[Literal["utf-8", "utf-16le", "utf-16be", "windows-1252", "ibm866", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14", "iso-8859-15", "koi8-r", "koi8-u", "macintosh", "windows-874", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-1258", "x-mac-cyrillic", "gbk", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr"]] | None = None


class ArtifactRef(WireModel):
    id: str
    # text: the text given with the preceding attachment.
    role: Open[Literal["content", "attachment", "text"]]
    mime: str
    size_bytes: int | float
    # On a picture that models take; absent where its header does not say it.
    width_pixels: int | float | None = None
    height_pixels: int | float | None = None
    sha256: str
    created_at: AwareDatetime
    title: str | None = None
    preview: str
    preview_kind: Open[Literal["log", "json", "search", "table", "image", "document", "diff", "code", "text", "binary"]]
    # Source of the words of an attachment: text given with it (here, or as an artifact of its own), or its bytes in
    # this encoding.
    text: ArtifactRefText | None = None


class Anatomy(WireModel):
    turn_id: str
    tenant: str
    space: str
    session: str
    assembled_at: AwareDatetime
    turn: int | float
    compaction_cycle: int | float
    window_tokens: int | float
    context_util_pct: int | float
    system_prompt_bytes: int | float
    system_prompt_tokens: int | float
    workspace_file_bytes: int | float
    workspace_file_tokens: int | float
    skill_bytes: int | float
    skill_tokens: int | float
    tool_schema_bytes: int | float
    tool_schema_tokens: int | float
    task_state_bytes: int | float
    task_state_tokens: int | float
    marker_count: int | float
    marker_tokens: int | float
    history_event_count: int | float
    history_tokens: int | float
    tool_result_tokens: int | float
    knowledge_bytes: int | float | None = None
    knowledge_tokens: int | float | None = None
    pack_bytes: int | float | None = None
    pack_tokens: int | float | None = None
    user_message_bytes: int | float
    user_message_tokens: int | float
    total_tokens: int | float
    # Tokens of everything so far: what the window would have to hold without eviction.
    session_tokens: int | float
    stable_prefix_share: int | float | None
    topic_label: str | None
    topic_transition: bool


class TaskStateConstraintsItem(WireModel):
    text: str
    event_ids: list[str] | None = None


class TaskStateOpenLoopsItem(WireModel):
    text: str
    event_ids: list[str] | None = None


class TaskStateFilters(WireModel):
    cross_task: bool | None = None
    agents: list[str] | None = None


class TaskState(WireModel):
    version: int | float
    premise_version: int | float
    task_id: str | None = None
    goals: list[str] | None = None
    constraints: list[TaskStateConstraintsItem] | None = None
    open_loops: list[TaskStateOpenLoopsItem] | None = None
    next_actions: list[str] | None = None
    key_events: list[str] | None = None
    key_artifacts: list[str] | None = None
    premises: dict[str, str] | None = None
    phase: Open[Literal["plan", "execute", "debug", "review", "report"]] | None = None
    filters: TaskStateFilters | None = None
    requires_self_assessment: bool | None = None
    request_historical: bool | None = None
    milestones: list[str] | None = None
    acceptance_criteria: list[str] | None = None
    risks: list[str] | None = None
    extensions: dict[str, Any] | None = None


class TaskStateFieldsConstraintsItem(WireModel):
    text: str
    event_ids: list[str] | None = None


class TaskStateFieldsOpenLoopsItem(WireModel):
    text: str
    event_ids: list[str] | None = None


class TaskStateFieldsFilters(WireModel):
    cross_task: bool | None = None
    agents: list[str] | None = None


class TaskStateFields(WireModel):
    task_id: str | None = None
    goals: list[str] | None = None
    constraints: list[TaskStateFieldsConstraintsItem] | None = None
    open_loops: list[TaskStateFieldsOpenLoopsItem] | None = None
    next_actions: list[str] | None = None
    key_events: list[str] | None = None
    key_artifacts: list[str] | None = None
    # Assumptions of the plan, name to value; a change raises the premise version.
    premises: dict[str, str] | None = None
    phase: Open[Literal["plan", "execute", "debug", "review", "report"]] | None = None
    filters: TaskStateFieldsFilters | None = None
    requires_self_assessment: bool | None = None
    request_historical: bool | None = None
    milestones: list[str] | None = None
    acceptance_criteria: list[str] | None = None
    risks: list[str] | None = None
    extensions: dict[str, Any] | None = None


class WindowBudgets(WireModel):
    window: int | float
    sys: int | float
    task: int | float
    tail: int | float
    user: int | float
    headroom: int | float
    marker_cap: int | float
    markers: int | float
    pull: int | float
    pull_max: int | float
    pull_calls: int | float
    output: int | float
    push: int | float
    knowledge: int | float
