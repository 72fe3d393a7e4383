# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeAlias

from typing_extensions import Required, TypedDict

from . import models


class AppendRequestParam(TypedDict, total=False):
    events: Required[Sequence[NewEventParam | models.NewEvent]]
    # Names the writer; its events then have a sequence, and a repeat is always recognised.
    source: str
    wait: Literal["durable", "searchable"]


# The seal that the vendor gave with the thinking of its model; it is sent back where the vendor requires it.
class NewEventThinkingParam(TypedDict, total=False):
    signature: str
    # The data of a redacted thinking block.
    redacted: str
    # Vendor that made the seal, and the only one it is sent to; Anthropic where absent. Needs no seal for deepseek.
    vendor: str
    # Call that is sealed, where it is no text.
    call_id: str


# Events of this session that are now in its window stay whole in it; recall prefers any pinned event of the space.
class NewEventPinParam(TypedDict, total=False):
    event_ids: Required[Sequence[str]]
    pinned: Required[bool]


class NewEventParam(TypedDict, total=False):
    kind: Required[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "delegation", "report"]]
    text: str
    attachments: Sequence[AttachmentParam | models.Attachment]
    call: ToolCallParam | models.ToolCall
    is_error: bool
    # Shared by the thinking, text and calls of one model response.
    message_id: str
    # The seal that the vendor gave with the thinking of its model; it is sent back where the vendor requires it.
    thinking: NewEventThinkingParam
    occurred_at: datetime | str | int
    # 1, 2, 3 ... within the source of the request.
    sequence: int
    meta: EventMetadataParam | models.EventMetadata
    # Marks a result of recall, so that it is never indexed again.
    recall: RecallReceiptParam | models.RecallReceipt
    # Events of this session that are now in its window stay whole in it; recall prefers any pinned event of the
    # space.
    pin: NewEventPinParam


class AttachmentParam(TypedDict, total=False):
    mime: Required[str]
    data: Required[str]
    title: str
    # A caption or the extracted text; kept whole, searched and shown.
    text: str


class ToolCallParam(TypedDict, total=False):
    # Equal on the call and on its result.
    id: Required[str]
    name: Required[str]
    # JSON text exactly as the model wrote it; absent on a result.
    arguments: str


# On the first event of a session: the session that it was forked from or started by, and the last sequence that they
# share.
class EventMetadataParentParam(TypedDict, total=False):
    session: Required[str]
    source: str
    sequence: int


class EventMetadataParam(TypedDict, total=False):
    task_id: str
    agent: str
    parent_agent: str
    tags: Sequence[str]
    hints: Sequence[Literal["needed_for_final_report", "temporary_debug", "decision_record"]]
    sensitivity: Sequence[str]
    # Events that this one makes obsolete.
    supersedes: Sequence[str]
    # Events this one was derived from.
    provenance: Sequence[str]
    observed_at: datetime | str | int
    referenced_at: datetime | str | int
    pinned: bool
    # The person that it is about or comes from, as you name them. An erasure of this data subject takes all its
    # events. Stored encrypted.
    subject: str
    # On the first event of a session: the session that it was forked from or started by, and the last sequence that
    # they share.
    parent: EventMetadataParentParam
    extra: Mapping[str, Any]


class RecallReceiptEvidenceItemParam(TypedDict, total=False):
    event_id: Required[str]
    # Its session, by which it is known to be erased where that went as a whole. Not needed where the text is as
    # recalled.
    session: str
    from_byte: int
    to_byte: int


class RecallReceiptWithinItemParam(TypedDict, total=False):
    from_: Required[int]
    to: Required[int]


class RecallReceiptParam(TypedDict, total=False):
    retrieval_id: Required[str]
    evidence: Required[Sequence[RecallReceiptEvidenceItemParam]]
    rendering_hash: Required[str]
    # Its ranges in the text, in UTF-16 units; absent where the event holds nothing else.
    within: Sequence[RecallReceiptWithinItemParam]


class WindowRequestParam(TypedDict, total=False):
    blocks: CallerBlocksParam | models.CallerBlocks
    # A smaller window than the session's policy has.
    window_tokens: int
    format: Literal["blocks", "openai", "anthropic"]
    # Assembles the window as of the end of this turn.
    at_turn: int
    after: str
    # Leaves out our tools and their line. Notes and markers then name only those of them that blocks.tools declares.
    without_recall_tool: bool


class CallerBlocksWorkspaceFilesItemParam(TypedDict, total=False):
    path: Required[str]
    text: Required[str]


class CallerBlocksParam(TypedDict, total=False):
    system: str
    skills: Sequence[str]
    workspace_files: Sequence[CallerBlocksWorkspaceFilesItemParam]
    # Tool schemas as the model's API takes them; counted, and handed back.
    tools: Sequence[Any]
    user_message: str


class PrefetchRequestParam(TypedDict, total=False):
    # The text that the user has typed so far.
    draft: Required[str]


# Edits in the wrapper that Claude's API has around them. Those of tool uses and compaction are done, one after
# another, from 100,000 and 150,000 tokens on where they have no trigger; the others are named in the answer.
class CompactRequestContextManagementParam(TypedDict, total=False):
    edits: Required[Sequence[VendorEditParam | models.VendorEdit | OtherEditParam | models.OtherEdit]]


class CompactRequestParam(TypedDict, total=False):
    # clear_tool_uses evicts calls and results of tools, and nothing else.
    trigger: Literal["demand", "clear_tool_uses", "compact_threshold", "overflow"]
    target_tokens: int
    # Instead of the trigger: an edit of context_management as the APIs of Claude and OpenAI take it. "compaction"
    # does nothing below its threshold.
    edit: VendorEditParam | models.VendorEdit
    # Edits in the wrapper that Claude's API has around them. Those of tool uses and compaction are done, one after
    # another, from 100,000 and 150,000 tokens on where they have no trigger; the others are named in the answer.
    context_management: CompactRequestContextManagementParam


class VendorEditClearToolUses20250919TriggerInputTokensParam(TypedDict, total=False):
    type: Required[Literal["input_tokens"]]
    value: Required[int]


class VendorEditClearToolUses20250919TriggerToolUsesParam(TypedDict, total=False):
    type: Required[Literal["tool_uses"]]
    value: Required[int]


# Number of newest calls that stay, with their results; default 3.
class VendorEditClearToolUses20250919KeepParam(TypedDict, total=False):
    type: Required[Literal["tool_uses"]]
    value: Required[int]


class VendorEditClearToolUses20250919ClearAtLeastInputTokensParam(TypedDict, total=False):
    type: Required[Literal["input_tokens"]]
    value: Required[int]


class VendorEditClearToolUses20250919Param(TypedDict, total=False):
    type: Required[Literal["clear_tool_uses_20250919"]]
    trigger: VendorEditClearToolUses20250919TriggerInputTokensParam | VendorEditClearToolUses20250919TriggerToolUsesParam
    # Number of newest calls that stay, with their results; default 3.
    keep: VendorEditClearToolUses20250919KeepParam
    clear_at_least: VendorEditClearToolUses20250919ClearAtLeastInputTokensParam | None
    exclude_tools: Sequence[str] | None
    # True to clear calls too, or the names of tools whose calls are; of others the results become previews. False
    # where absent.
    clear_tool_inputs: bool | Sequence[str] | None


class VendorEditCompact20260112TriggerInputTokensParam(TypedDict, total=False):
    type: Required[Literal["input_tokens"]]
    value: Required[int]


class VendorEditCompact20260112Param(TypedDict, total=False):
    type: Required[Literal["compact_20260112"]]
    trigger: VendorEditCompact20260112TriggerInputTokensParam | None
    # Not used: markers are made by rules.
    instructions: str | None
    # Not used: a compaction answers no model.
    pause_after_compaction: bool


class VendorEditCompactionParam(TypedDict, total=False):
    type: Required[Literal["compaction"]]
    compact_threshold: int | None


class OtherEditParam(TypedDict, total=False):
    type: Required[str]


class TaskStateUpdateParam(TypedDict, total=False):
    # The version you saw; 0 for the first. Without it the update overwrites any version.
    expected_version: int
    fields: Required[TaskStateFieldsParam | models.TaskStateFields]
    agent: str
    # Time of the update; its arrival where absent.
    occurred_at: datetime | str | int


class TaskStateFieldsConstraintsItemParam(TypedDict, total=False):
    text: Required[str]
    event_ids: Sequence[str]


class TaskStateFieldsOpenLoopsItemParam(TypedDict, total=False):
    text: Required[str]
    event_ids: Sequence[str]


class TaskStateFieldsFiltersParam(TypedDict, total=False):
    cross_task: bool
    agents: Sequence[str]


class TaskStateFieldsParam(TypedDict, total=False):
    task_id: str
    goals: Sequence[str]
    constraints: Sequence[TaskStateFieldsConstraintsItemParam]
    open_loops: Sequence[TaskStateFieldsOpenLoopsItemParam]
    next_actions: Sequence[str]
    key_events: Sequence[str]
    key_artifacts: Sequence[str]
    # Assumptions of the plan, name to value; a change raises the premise version.
    premises: Mapping[str, str]
    phase: Literal["plan", "execute", "debug", "review", "report"]
    filters: TaskStateFieldsFiltersParam
    requires_self_assessment: bool
    request_historical: bool
    milestones: Sequence[str]
    acceptance_criteria: Sequence[str]
    risks: Sequence[str]
    extensions: Mapping[str, Any]


class RecallRequestParam(TypedDict, total=False):
    query: str
    queries: Sequence[str]
    # The asking session: its task state conditions the answer.
    session: str
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int
    limit: int
    scope: RecallScopeParam | models.RecallScope
    after: str
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str
    # Counts superseded events in full; as the task state says where absent.
    history: bool
    # Answers as of this time: only from what had occurred by then.
    as_of: datetime | str | int
    # Asks what was true at this time: what states a fact of another time stands behind what states the fact of then.
    valid_at: datetime | str | int
    # By what the service had decided by this entry of the ledger.
    at_entry: str
    # Every factor of the scores in the answer.
    explain: bool
    # exact: with what surrounds the best hit; local: the events that match; thematic: markers, topics and episodes,
    # too; strategic: insights, or else topics. One of the first three is chosen by the query where absent.
    granularity: Literal["exact", "local", "thematic", "strategic"]


class RecallScopeParam(TypedDict, total=False):
    within: Literal["session", "task", "agent", "space"]
    sessions: Sequence[str]
    kinds: Sequence[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    agents: Sequence[str]
    task_ids: Sequence[str]
    from_time: datetime | str | int
    to_time: datetime | str | int
    exclude_sensitivity: Sequence[str]
    # Shows labelled events without their text: those of excludeSensitivity, or all with a label.
    redact_sensitive: bool


class OpenRequestParam(TypedDict, total=False):
    # e184 (of the asking session), SESSION/e184, an event id, or an artifact id; an event may go on with :from-to in
    # bytes. Turns as markers name them: T20, T20-T27 or SESSION/T20-T27; e40-T27 goes on at an event. Several events
    # of one session: e3,e8-e12 or SESSION/e3,e8-e12. Of several events fromLine or fromByte is a place in the first
    # one.
    ref: str
    # The asking session.
    session: str
    # The first line, counted from 1.
    from_line: int
    # The last line.
    to_line: int
    from_byte: int
    # The first byte that is excluded.
    to_byte: int
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str


class NewFactParam(TypedDict, total=False):
    # `user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`:
    # where something is. Where label and subject are absent both are read from the sentence: what the user says of
    # himself, or is said of "the user", is `user`, else `project`. With a subject alone: `user`, but `project` for
    # the subject `project`.
    label: Literal["user", "feedback", "project", "reference"]
    # Who or what it is about. Where absent `user` for the label `user`, else `project`.
    subject: str
    # The attribute of the subject that it tells, such as `city`. Absent if no other statement can replace it.
    attribute: str
    value: str
    # The fact as a sentence.
    text: Required[str]
    # Since when it is true; since now where absent.
    valid_from: datetime | str | int
    # First moment at which it is no longer true.
    valid_to: datetime | str | int
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Literal["person", "agent"]
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class FactCorrectionParam(TypedDict, total=False):
    # The sentence that replaces it.
    text: Required[str]
    value: str
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Literal["person", "agent"]
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class FactRemovalParam(TypedDict, total=False):
    # Withdraws the fact alone: recall still finds the events that state it.
    keep_evidence: bool
    # Erases the events that state it, for good and with all else that they say. Needs the scope `erase`, too.
    erase: bool
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Literal["person", "agent"]
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class EntryUndoingParam(TypedDict, total=False):
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Literal["person", "agent"]
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class ReflectingParam(TypedDict, total=False):
    # Figures since then; a day ago where absent.
    from_: datetime | str | int
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class NewDelegationParam(TypedDict, total=False):
    # Names the subtask within this session. The same packet sent again stores nothing twice.
    subtask_id: Required[str]
    objective: Required[str]
    constraints: Sequence[str]
    acceptance_criteria: Sequence[str]
    # Events that the executor needs: e184 of this session, SESSION/e184, or ids. It may open them whatever its
    # access.
    key_event_refs: Sequence[str]
    relevant_artifact_ids: Sequence[str]
    # Place in your plan, in your own words.
    plan_node_ref: str
    # What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and
    # its own.
    recall_access: Literal["space", "run", "none"]
    # Name of the session that this call begins for the executor; SESSION.SUBTASK where absent.
    session: str


class NewReportKeyFindingsItemParam(TypedDict, total=False):
    text: Required[str]
    # Events that show it: of this session, of sessions that it delegated to, or handed over with the subtask.
    provenance: Required[Sequence[str]]


class NewReportParam(TypedDict, total=False):
    status: Required[Literal["partial", "done", "failed"]]
    summary: Required[str]
    key_findings: Sequence[NewReportKeyFindingsItemParam]
    artifact_ids: Sequence[str]


class PolicySettingsParam(TypedDict, total=False):
    # Size of a window; default 128,000. The budgets below are derived from it by default.
    window_tokens: int
    # How tokens are counted: o200k, cl100k or claude, or any other name for an estimate; o200k where absent.
    family: str
    # Most tokens of the system block: what the caller passes in, and the tools.
    system_tokens: int
    # Most tokens of a task state.
    task_tokens: int
    # Size of the newest part of the history, which is shortened last.
    tail_tokens: int
    # Most turns of it; default 4.
    tail_turns: int
    # Room for the live requests, verbatim where they fit it together; also the most that the message handed in with a
    # call takes.
    user_tokens: int
    # Tokens that a window leaves free: pullMaxTokens x pullCalls + outputTokens have to fit it. Where absent 15 % of
    # the window up to 13,000, more where answers of recall need it.
    headroom_tokens: int
    # Markers at once, of 60 tokens each; 20 where absent, fewer in windows below 32,000.
    marker_cap: int
    # Tokens of an answer of recall or open when the call names no budget.
    pull_tokens: int
    # Largest budgetTokens of one call; by default 1/64 of the window, and at least pullTokens.
    pull_max_tokens: int
    # Most calls of recall and open in one turn; further ones are refused. By default 1, from windows of 128,000 on 3.
    pull_calls: int
    # Tokens that the model may write within the headroom; the client sets its max_tokens by it.
    output_tokens: int
    # Tokens of evidence that every window adds without being asked: 0 (none), or 64 to the tokens of one recall.
    push_tokens: int
    # Most tokens of known facts in a window, 0 for none; by default 1/40 of the window, at most 1,000. A space
    # without facts loses no room.
    knowledge_tokens: int
    # Share of the window less its headroom at which a session is compacted; default .85.
    trigger_ratio: int | float
    # Share of it down to which a compaction evicts; default .5.
    target_ratio: int | float
    # Size below which a preview is not cut while anything else can give way; 600 where absent, less in small windows.
    large_result_tokens: int
    # Place of the task state in a window; before the history where absent.
    task_state_placement: Literal["before_history", "after_history"]
    # Turns after which a task state counts as stale; default 20.
    task_state_stale_turns: int
    # Shows a task state derived from the log where the caller keeps none; on where absent.
    derived_task_state: bool
    # Names the agent that spoke (`meta.agent`) above each message in windows, for sessions that several share; off
    # where absent. Holds for what is appended from then on; calls and results have no such line.
    names_agents: bool
    # JSON Schemas of the extensions that a task state may carry, by name; others are refused.
    task_state_extensions: Mapping[str, Mapping[str, Any]]
    # Says if an append may leave out whole requests without anything that matters once the history is large: never
    # with always_add, which is so where absent.
    reconciler: Literal["always_add", "size_aware"]
    # Tokens of history above which size_aware leaves such requests out; the window where absent.
    reconciler_budget_tokens: int
    # Lowers the score of old events in recall, by their kind. Off by default; nothing is deleted.
    forgetting: bool
    # strict: roles of the OpenAI format take turns and ids have nine characters, for templates that refuse anything
    # else.
    chat_template: Literal["open", "strict"]
    # Treatment of secrets and personal data that are recognised in events: nothing, a label, or a mask in their
    # place. TOTAL_RECALL_REDACTION where absent. Only a key with the scope admin may weaken it.
    redaction: Literal["off", "mark", "mask"]
    # Size from which a result is stored as an artifact; default 4,096.
    artifact_threshold_bytes: int
    # Share of reads that the audit notes, by ids and never content; all where absent. Set for a tenant or a space,
    # not for a session.
    audit_reads: int | float
    # Days that the audit is kept; for ever where absent. Set for a tenant only.
    audit_days: int
    # New events after which a space is swept for facts before its interval ends. Set for a tenant or a space.
    consolidate_events: int
    # Minutes between two sweeps of a space; 0 for none but those on demand. The service looks five times in its own
    # interval, so a shorter one has no effect. Set for a tenant or a space.
    consolidate_minutes: int
    # Whether the service sets, once a day at most, what a reflection on recall proposes; it only proposes where
    # absent. What a person sets always wins. Set for a tenant or a space.
    reflection: Literal["propose", "apply"]
    # Maximum age of events, set for a tenant or a space; the stricter of both counts. Changing it needs the scope
    # erase in addition to admin.
    retention: Sequence[RetentionRuleParam | models.RetentionRule]


class RetentionRuleParam(TypedDict, total=False):
    # All kinds where absent. A rule that names a kind wins over a general one.
    kinds: Sequence[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "delegation", "report"]]
    # Days since the service recorded an event.
    max_age_days: Required[int]


class NewKeyParam(TypedDict, total=False):
    name: Required[str]
    scopes: Required[Sequence[Literal["read", "write", "admin", "erase", "hold", "audit"]]]
    # The spaces it may access; all of the tenant where absent.
    spaces: Sequence[str]
    # The only data subjects that it may name, and whose private facts it is shown; any of them where absent.
    subjects: Sequence[str]
    expires_at: datetime | str | int


class EraseRequestParam(TypedDict, total=False):
    space: str
    session: str
    # Ids of events, or their short names with the session (run-1/e184).
    event_ids: Sequence[str]
    # All events with this label in their metadata, and all facts written by hand about it.
    subject: str
    # The name of your own tenant, for everything of it.
    tenant: str
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str
    # Finds what would be erased and what legal holds protect, and changes nothing.
    dry_run: bool
    # Erases what no legal hold protects and leaves the rest. A space or a tenant is not erased at all while a hold
    # covers any part of it.
    except_held: bool


class NewTenantParam(TypedDict, total=False):
    id: Required[str]
    name: Required[str]
    quotas: QuotasParam | models.Quotas


class QuotasParam(TypedDict, total=False):
    requests_per_second: int | float
    burst: int | float
    events_per_day: int


class ChangedTenantParam(TypedDict, total=False):
    name: str
    # Replaces all quotas: one that is left out returns to its default.
    quotas: QuotasParam | models.Quotas
    disabled: bool


class TenantRemovalParam(TypedDict, total=False):
    # The id of the tenant, repeated; not needed for a dry run.
    confirm: str
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str
    # Finds what would be erased and changes nothing.
    dry_run: bool


class NewHoldParam(TypedDict, total=False):
    space: str
    session: str
    # Ids of events, or their short names with the session (run-1/e184).
    event_ids: Sequence[str]
    # All events with this label in their metadata, and all facts written by hand about it.
    subject: str
    # The name of your own tenant, for everything of it.
    tenant: str
    # Your name for it, such as a case number. Kept in the ledger for ever, and shown to callers whom the hold
    # refuses.
    name: Required[str]
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class HoldReleaseParam(TypedDict, total=False):
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str


class WindowOptions(TypedDict, total=False):
    blocks: CallerBlocksParam | models.CallerBlocks
    # A smaller window than the session's policy has.
    window_tokens: int
    # Assembles the window as of the end of this turn.
    at_turn: int
    after: str
    # Leaves out our tools and their line. Notes and markers then name only those of them that blocks.tools declares.
    without_recall_tool: bool


class RecallOptions(TypedDict, total=False):
    queries: Sequence[str]
    # The asking session: its task state conditions the answer.
    session: str
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int
    limit: int
    scope: RecallScopeParam | models.RecallScope
    after: str
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str
    # Counts superseded events in full; as the task state says where absent.
    history: bool
    # Answers as of this time: only from what had occurred by then.
    as_of: datetime | str | int
    # Asks what was true at this time: what states a fact of another time stands behind what states the fact of then.
    valid_at: datetime | str | int
    # By what the service had decided by this entry of the ledger.
    at_entry: str
    # Every factor of the scores in the answer.
    explain: bool
    # exact: with what surrounds the best hit; local: the events that match; thematic: markers, topics and episodes,
    # too; strategic: insights, or else topics. One of the first three is chosen by the query where absent.
    granularity: Literal["exact", "local", "thematic", "strategic"]


class SessionRecallOptions(TypedDict, total=False):
    queries: Sequence[str]
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int
    limit: int
    scope: RecallScopeParam | models.RecallScope
    after: str
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str
    # Counts superseded events in full; as the task state says where absent.
    history: bool
    # Answers as of this time: only from what had occurred by then.
    as_of: datetime | str | int
    # Asks what was true at this time: what states a fact of another time stands behind what states the fact of then.
    valid_at: datetime | str | int
    # By what the service had decided by this entry of the ledger.
    at_entry: str
    # Every factor of the scores in the answer.
    explain: bool
    # exact: with what surrounds the best hit; local: the events that match; thematic: markers, topics and episodes,
    # too; strategic: insights, or else topics. One of the first three is chosen by the query where absent.
    granularity: Literal["exact", "local", "thematic", "strategic"]


class OpenOptions(TypedDict, total=False):
    # The asking session.
    session: str
    # The first line, counted from 1.
    from_line: int
    # The last line.
    to_line: int
    from_byte: int
    # The first byte that is excluded.
    to_byte: int
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str


class SessionOpenOptions(TypedDict, total=False):
    # The first line, counted from 1.
    from_line: int
    # The last line.
    to_line: int
    from_byte: int
    # The first byte that is excluded.
    to_byte: int
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str


VendorEditParam: TypeAlias = VendorEditClearToolUses20250919Param | VendorEditCompact20260112Param | VendorEditCompactionParam


class ListSpacesQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListSessionsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListEventsQuery(TypedDict, total=False):
    from_ordinal: int
    limit: int


class ImportSessionQuery(TypedDict, total=False):
    format: str
    agent: str
    subject: str
    system_as: Literal["persona", "system_note"]


class GetEventQuery(TypedDict, total=False):
    session: str


class ListMarkersQuery(TypedDict, total=False):
    topic: str
    session: str
    limit: int


class ExpandMarkerQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListAnatomyQuery(TypedDict, total=False):
    limit: int
    before_turn_id: str


class ListRetrievalsQuery(TypedDict, total=False):
    session: str
    limit: int
    before: str


class GetDemandQuery(TypedDict, total=False):
    by: Literal["all", "day", "session"]
    session: str
    from_: datetime | str
    to: datetime | str
    limit: int
    cursor: str


class ListFactsQuery(TypedDict, total=False):
    label: Literal["user", "feedback", "project", "reference"]
    subject: str
    attribute: str
    text: str
    history: bool
    as_of: datetime | str
    valid_at: datetime | str
    at_entry: str
    limit: int
    cursor: str


class GetProfileQuery(TypedDict, total=False):
    label: Literal["user", "feedback", "project", "reference"]
    subject: str
    attribute: str
    as_of: datetime | str
    valid_at: datetime | str
    at_entry: str


class ListLedgerQuery(TypedDict, total=False):
    limit: int
    cursor: str
    says: bool
    subject: str


class ListUnitsQuery(TypedDict, total=False):
    query: str
    kind: Literal["fact", "episode", "topic", "insight"]
    under: str
    subject: str
    speculative: bool
    at_entry: str
    limit: int
    cursor: str


class GetReflectionQuery(TypedDict, total=False):
    from_: datetime | str


class GetDigestQuery(TypedDict, total=False):
    subject: str


class RevokeKeyQuery(TypedDict, total=False):
    keep_admin: bool


class ListAuditQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ExportAuditQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListErasuresQuery(TypedDict, total=False):
    limit: int


class ListHoldsQuery(TypedDict, total=False):
    limit: int
    released: bool


class GetExpiredQuery(TypedDict, total=False):
    space: str
