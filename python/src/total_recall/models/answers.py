# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import AwareDatetime, Field

from .._model import Open, WireModel
from .compactions import (
    OtherEdit,
    AppliedEdits,
    Marker,
    VendorEdit,
)
from .types import (
    NewEvent,
    Event,
    Anatomy,
    TaskState,
    TaskStateFields,
    WindowBudgets,
)


class AppendRequest(WireModel):
    events: list[NewEvent]
    # Names the writer; its events then have a sequence, and a repeat is always recognised.
    source: str | None = None
    wait: Open[Literal["durable", "searchable"]] | None = None


class AppendResult(WireModel):
    events: list[AppendedEvent]
    # Pass it to a read as `after` to see at least this.
    position: str | None = None


class AppendedEventRedactionsItem(WireModel):
    rule: str
    count: int | float
    action: Open[Literal["mark", "mask"]]


class AppendedEvent(WireModel):
    id: str
    position: str | None = None
    # It was stored before; nothing was stored again.
    duplicate: bool | None = None
    # NONE: the reconciler dropped the request, nothing was stored.
    outcome: Open[Literal["ADD", "NONE"]]
    redactions: list[AppendedEventRedactionsItem] | None = None
    # Events that this one pins and that have left the window, or are of another session: recall prefers them, no
    # window shows them.
    pinned_outside_window: list[str] | None = None


class EventPage(WireModel):
    events: list[Event]
    next_ordinal: int | float | None = None


# Edits in the wrapper that Claude's API has around them. Those of tool uses and compaction are done, one after
# another, from 100,000 and 150,000 tokens on where they have no trigger; the others are named in the answer.
class CompactRequestContextManagement(WireModel):
    edits: list[VendorEdit | OtherEdit]


class CompactRequest(WireModel):
    # clear_tool_uses evicts calls and results of tools, and nothing else.
    trigger: Open[Literal["demand", "clear_tool_uses", "compact_threshold", "overflow"]] | None = None
    target_tokens: int | None = None
    # Instead of the trigger: an edit of context_management as the APIs of Claude and OpenAI take it. "compaction"
    # does nothing below its threshold.
    edit: VendorEdit | None = None
    # Edits in the wrapper that Claude's API has around them. Those of tool uses and compaction are done, one after
    # another, from 100,000 and 150,000 tokens on where they have no trigger; the others are named in the answer.
    context_management: CompactRequestContextManagement | None = Field(default=None, alias="context_management")


class CompactResultCompacted(WireModel):
    kind: Literal["compacted"]
    cycle: int | float
    freed_tokens: int | float
    evicted_events: int | float
    shrunk_events: int | float
    # Results of tools among both.
    cleared_tool_uses: int | float
    marker: Marker | None = None
    position: str
    context_management: AppliedEdits | None = Field(default=None, alias="context_management")


class CompactResultStopped(WireModel):
    kind: Literal["stopped"]
    reason: Open[Literal["below_trigger", "nothing_evictable", "not_searchable", "tail_exceeds_budget", "guarded_exceeds_budget", "breaker_open", "below_clear_at_least"]]
    context_management: AppliedEdits | None = Field(default=None, alias="context_management")


# Terms and counts of its events beyond its topics, terms by slices of the span; merged markers are made of them.
class MarkerListMarkersItemProfile(WireModel):
    slices: list[int | float]
    terms: list[str]
    at: list[int | float]
    worth: list[int | float]
    counts: list[str] | None = None


class MarkerListMarkersItem(WireModel):
    id: str
    # The compaction event that holds its manifest.
    event_id: str
    from_turn: int | float
    to_turn: int | float
    from_ordinal: int | float
    to_ordinal: int | float
    topics: list[str]
    level: int | float
    event_count: int | float
    evicted_tokens: int | float
    tokens: int | float
    # Text as shown in the window; absent for markers from before it was stored.
    text: str | None = None
    template_version: int | float | None = None
    # Terms and counts of its events beyond its topics, terms by slices of the span; merged markers are made of them.
    profile: MarkerListMarkersItemProfile | None = None
    from_time: AwareDatetime
    to_time: AwareDatetime
    session: str
    importance: int | float


class MarkerList(WireModel):
    markers: list[MarkerListMarkersItem]


class MarkerExpansion(WireModel):
    marker: Marker
    # The span exactly, in order.
    events: list[Event]
    cursor: str | None = None


class WindowRequest(WireModel):
    blocks: CallerBlocks | None = None
    # A smaller window than the session's policy has.
    window_tokens: int | None = None
    format: Open[Literal["blocks", "openai", "anthropic"]] | None = None
    # Assembles the window as of the end of this turn.
    at_turn: int | None = None
    after: str | None = None
    # Leaves out our tools and their line. Notes and markers then name only those of them that blocks.tools declares.
    without_recall_tool: bool | None = None


class CallerBlocksWorkspaceFilesItem(WireModel):
    path: str
    text: str


class CallerBlocks(WireModel):
    system: str | None = None
    skills: list[str] | None = None
    workspace_files: list[CallerBlocksWorkspaceFilesItem] | None = None
    # Tool schemas as the model's API takes them; counted, and handed back.
    tools: list[Any] | None = None
    user_message: str | None = None


# Seal of thinking that its vendor requires. Other thinking is not sent, and its block is empty.
class WindowBlockThinking(WireModel):
    signature: str | None = None
    redacted: str | None = None
    vendor: str | None = None
    call_id: str | None = None


class WindowBlockArtifactsItem(WireModel):
    id: str
    mime: str
    size_bytes: int | float
    width_pixels: int | float | None = None
    height_pixels: int | float | None = None


class WindowBlock(WireModel):
    kind: Open[Literal["system", "skill", "workspace_file", "persona", "rule", "knowledge", "facts", "recall_line", "task_state", "marker", "gap", "event", "pack", "user_message"]]
    text: str
    tokens: int | float
    event_id: str | None = None
    marker_id: str | None = None
    event_kind: str | None = None
    turn: int | float | None = None
    call_id: str | None = None
    tool_name: str | None = None
    arguments: str | None = None
    is_error: bool | None = None
    message_id: str | None = None
    # Seal of thinking that its vendor requires. Other thinking is not sent, and its block is empty.
    thinking: WindowBlockThinking | None = None
    agent: str | None = None
    # Pictures: at most 100 and 20 MB as base64 in a window, none above 8,000 pixels, of more than 20 none above
    # 2,000.
    artifacts: list[WindowBlockArtifactsItem] | None = None
    # True where a later event supersedes this one, which no longer holds.
    superseded: bool | None = None
    synthetic: bool | None = None


class AssembledWindowOpenai(WireModel):
    messages: list[Any]
    tools: list[Any]


class AssembledWindowAnthropic(WireModel):
    system: str | None = None
    messages: list[Any]
    tools: list[Any]


# Names of tools and ids of calls that the format had to change: the changed form, with the original as in the log.
class AssembledWindowRenamed(WireModel):
    tools: dict[str, str]
    calls: dict[str, str]


class AssembledWindowTokens(WireModel):
    total: int | float
    sys: int | float
    task: int | float
    markers: int | float
    history: int | float
    tail: int | float
    # Known facts, from earlier events of the space.
    knowledge: int | float
    # Pushed evidence, where the policy has pushTokens.
    pack: int | float
    user: int | float


class AssembledWindow(WireModel):
    window_id: str
    position: str
    turn: int | float
    cycle: int | float
    blocks: list[WindowBlock]
    openai: AssembledWindowOpenai | None = None
    anthropic: AssembledWindowAnthropic | None = None
    # Names of tools and ids of calls that the format had to change: the changed form, with the original as in the
    # log.
    renamed: AssembledWindowRenamed | None = None
    tokens: AssembledWindowTokens
    budgets: WindowBudgets
    task_state_stale: bool
    anatomy: Anatomy


class PrefetchRequest(WireModel):
    # The text that the user has typed so far.
    draft: str


class PrefetchAnswer(WireModel):
    # started; held: a recall that is running or finished fits this draft too; busy: send the next draft; too_short;
    # off: the policy has no pushTokens.
    result: Open[Literal["started", "held", "busy", "too_short", "off"]]


class RecallRequest(WireModel):
    query: str | None = None
    queries: list[str] | None = None
    # The asking session: its task state conditions the answer.
    session: str | None = None
    # Hard limit on the tokens of `rendered`, itself limited to pullMax of the policy.
    budget_tokens: int | None = None
    limit: int | None = None
    scope: RecallScope | None = None
    after: str | None = None
    # Id of the model's call that this answers; calls beyond pullCalls in one turn are then refused.
    call_id: str | None = None
    # The arguments of the call as the model wrote them, in place of the fields they would fill; read as far as their
    # meaning is clear.
    arguments: str | None = None
    # Counts superseded events in full; as the task state says where absent.
    history: bool | None = None
    # Answers as of this time: only from what had occurred by then.
    as_of: AwareDatetime | int | None = None
    # Asks what was true at this time: what states a fact of another time stands behind what states the fact of then.
    valid_at: AwareDatetime | int | None = None
    # By what the service had decided by this entry of the ledger.
    at_entry: str | None = None
    # Every factor of the scores in the answer.
    explain: bool | None = None
    # exact: with what surrounds the best hit; local: the events that match; thematic: markers, topics and episodes,
    # too; strategic: insights, or else topics. One of the first three is chosen by the query where absent.
    granularity: Open[Literal["exact", "local", "thematic", "strategic"]] | None = None


class RecallScope(WireModel):
    within: Open[Literal["session", "task", "agent", "space"]] | None = None
    sessions: list[str] | None = None
    kinds: list[Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]] | None = None
    agents: list[str] | None = None
    task_ids: list[str] | None = None
    from_time: AwareDatetime | int | None = None
    to_time: AwareDatetime | int | None = None
    exclude_sensitivity: list[str] | None = None
    # Shows labelled events without their text: those of excludeSensitivity, or all with a label.
    redact_sensitive: bool | None = None


# The best passage, by its place and its text.
class RecallHitPassage(WireModel):
    artifact_id: str | None = None
    from_byte: int | float
    to_byte: int | float
    text: str | None = None


class RecallHit(WireModel):
    event_id: str
    session: str
    # Its place in the session, as in the name `e184`, or `SESSION/e184` from elsewhere.
    ordinal: int | float
    turn: int | float
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    occurred_at: AwareDatetime
    score: int | float
    # The best passage, by its place and its text.
    passage: RecallHitPassage | None = None
    sources: list[Open[Literal["text", "exact", "neighbour", "key_event", "constraint", "pin", "vector"]]]
    superseded: bool
    # Since when the fact is true that it states of the question. Absent where none is known.
    since: AwareDatetime | None = None
    # Until when it is true, excluded; absent while no end is known.
    until: AwareDatetime | None = None
    # True when the whole passage is in the answer.
    packed: bool
    # Parts of the base score in deviations (text and other signals, context, speaker, exact, named, asks; base), then
    # the factors of the task conditioning, 1 where one has no say (task, supersession, premise, phase,
    # selfAssessment, constraint, cap: their product is modifier; recency, frequency, typePrior, sensitivity,
    # forgetting; lead, successor) and the product of all. score = base + 1.5 x ln(product).
    factors: dict[str, int | float] | None = None
    # Probability that this hit is right.
    confidence: int | float
    # Features of the confidence.
    evidence: dict[str, int | float] | None = None


# Present where what it says of the question is over, by its own words.
class RecallPassageOver(WireModel):
    since: AwareDatetime
    # True where the event says more than that.
    is_part: bool


class RecallPassage(WireModel):
    event_id: str
    session: str
    ordinal: int | float
    turn: int | float
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    occurred_at: AwareDatetime
    # Present where nobody knows when it was said: `occurredAt` is when it was imported.
    is_untimed: Literal[True] | None = None
    agent: str | None = None
    # The call of a result, the speaker, or the kind of event.
    about: str
    text: str
    tokens: int | float
    artifact_id: str | None = None
    from_byte: int | float
    to_byte: int | float
    complete: bool
    superseded_by: str | None = None
    # A later event of the answer that gives another value for the same thing, by its short name.
    updated_by: str | None = None
    # Present where what it says of the question is over, by its own words.
    over: RecallPassageOver | None = None
    # Since when the fact is true that it states of the question. Absent where none is known.
    since: AwareDatetime | None = None
    # Until when it is true, excluded; absent while no end is known.
    until: AwareDatetime | None = None
    # Exact strings of the event outside the shown part. Present where a list of words asked for the whole event.
    also_holds: list[str] | None = None
    looks_like_instruction: bool
    redacted: bool | None = None
    # The hit that it was added for: its call or result, its source, or the event that it corrects or supersedes.
    companion_of: str | None = None


class RecallAnswerMarkersItem(WireModel):
    id: str
    session: str
    from_turn: int | float
    to_turn: int | float
    topics: list[str]
    text: str


class RecallAnswerOverviewsItemEventsItem(WireModel):
    event_id: str
    session: str
    ordinal: int | float


class RecallAnswerOverviewsItem(WireModel):
    id: str
    kind: Open[Literal["episode", "topic", "insight"]]
    text: str
    events: list[RecallAnswerOverviewsItemEventsItem]


class RecallAnswerEscalationAttemptsItem(WireModel):
    queries: list[str]
    reason: Open[Literal["known_words", "second_hop"]]
    confidence: int | float


# Further queries tried because the first answer was weak.
class RecallAnswerEscalation(WireModel):
    attempts: list[RecallAnswerEscalationAttemptsItem]
    # The last attempt that improved the answer; absent where none did.
    used: Open[Literal["known_words", "second_hop"]] | None = None


class RecallAnswer(WireModel):
    retrieval_id: str
    hits: list[RecallHit]
    passages: list[RecallPassage]
    # The passages wrapped as data, ready to hand to a model.
    rendered: str
    tokens: int | float
    budget_tokens: int | float
    signals: list[Open[Literal["text", "vector"]]]
    # Reason why vectors were not used: off, no model yet, none in this space yet, slow or failed this time, or
    # resting after that.
    text_only: Open[Literal["off", "no_model", "no_vectors", "slow", "failed", "resting"]] | None = None
    # Probability that right evidence is among the first five hits.
    confidence: int | float
    # Set where no constants were fitted for the model of the vectors: confidence and outcome then use those for text.
    uncalibrated: Literal[True] | None = None
    outcome: Open[Literal["answered", "unsure", "nothing_found"]]
    granularity: Open[Literal["exact", "local", "thematic", "strategic"]]
    # Evicted spans of the asking session about the question. Present in a thematic answer.
    markers: list[RecallAnswerMarkersItem] | None = None
    # Topics, episodes or insights about the question, with events that they were made of. Present in a thematic or
    # strategic answer.
    overviews: list[RecallAnswerOverviewsItem] | None = None
    # Further queries tried because the first answer was weak.
    escalation: RecallAnswerEscalation | None = None
    # Features of the confidence.
    evidence: dict[str, int | float] | None = None
    # Position that the answer covers; pass it to a read as `after` to see at least as much.
    covered_to: str
    completeness: int | float | None
    took_ms: int | float


class TaskStateUpdate(WireModel):
    # The version you saw; 0 for the first. Without it the update overwrites any version.
    expected_version: int | None = None
    fields: TaskStateFields
    agent: str | None = None
    # Time of the update; its arrival where absent.
    occurred_at: AwareDatetime | int | None = None


class TaskStateUpdated(WireModel):
    version: int | float
    premise_version: int | float
    event_id: str
    position: str


class TaskStateView(WireModel):
    state: TaskState | None
    # Task state derived from the log by the last compaction; windows show it where the caller keeps none.
    derived: str | None = None
    event_id: str | None = None
    turn: int | float | None = None
    age_turns: int | float | None = None
    stale: bool
    # Recomputed from the log; present where the state is stale.
    proposal: TaskState | None = None


CompactResult: TypeAlias = CompactResultCompacted | CompactResultStopped
