# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import AwareDatetime, Field

from .._model import Open, WireModel


class CompactionRecordContextCompactedShrunkItemCutRangesItem(WireModel):
    from_: int | float
    to: int | float


class CompactionRecordContextCompactedShrunkItemCut(WireModel):
    ranges: list[CompactionRecordContextCompactedShrunkItemCutRangesItem]
    # Version of how it is shown: from 2 on the note names the event to open, from 3 on lines shown in part are
    # marked.
    note_version: int | float | None = None
    tokens: int | float


class CompactionRecordContextCompactedShrunkItem(WireModel):
    id: str
    to: Open[Literal["whole", "stripped", "preview"]]
    cut: CompactionRecordContextCompactedShrunkItemCut | None = None


class CompactionRecordContextCompactedMadeItemPartsItem(WireModel):
    marker_id: str
    event_id: str


class CompactionRecordContextCompactedMadeItem(WireModel):
    marker: Marker
    manifest: Manifest
    parts: list[CompactionRecordContextCompactedMadeItemPartsItem]


# Task state derived from the log, as windows show it from now on. Present if the caller keeps none.
class CompactionRecordContextCompactedTaskState(WireModel):
    text: str
    tokens: int | float


class CompactionRecordContextCompacted(WireModel):
    type: Literal["ContextCompacted"]
    cycle: int | float
    trigger: Open[Literal["threshold", "demand", "clear_tool_uses", "compact_threshold", "overflow"]]
    evicted: list[str]
    shrunk: list[CompactionRecordContextCompactedShrunkItem]
    made: list[CompactionRecordContextCompactedMadeItem]
    markers: list[Marker]
    tokens_before: int | float
    tokens_after: int | float
    target_tokens: int | float
    policy_version: str
    # Task state derived from the log, as windows show it from now on. Present if the caller keeps none.
    task_state: CompactionRecordContextCompactedTaskState | None = None
    knowledge: KnowledgeChoice | None = None


class CompactionRecordCompactionStopped(WireModel):
    type: Literal["CompactionStopped"]
    cycle: int | float
    trigger: Open[Literal["threshold", "demand", "clear_tool_uses", "compact_threshold", "overflow"]]
    reason: Open[Literal["nothing_evictable", "not_searchable", "tail_exceeds_budget", "guarded_exceeds_budget"]]
    signature: str
    tokens_before: int | float
    policy_version: str


class CompactionRecordTokensRecountedEntriesItemTokens(WireModel):
    whole: int | float
    stripped: int | float
    preview: int | float


class CompactionRecordTokensRecountedEntriesItem(WireModel):
    id: str
    tokens: CompactionRecordTokensRecountedEntriesItemTokens
    cut_tokens: int | float | None = None


class CompactionRecordTokensRecountedTask(WireModel):
    event_id: str
    tokens: int | float


class CompactionRecordTokensRecounted(WireModel):
    type: Literal["TokensRecounted"]
    cycle: int | float
    family: str
    entries: list[CompactionRecordTokensRecountedEntriesItem]
    markers: list[Marker]
    task: CompactionRecordTokensRecountedTask | None = None
    policy_version: str


class CompactionRecordKnowledgeChosen(WireModel):
    type: Literal["KnowledgeChosen"]
    cycle: int | float
    knowledge: KnowledgeChoice
    policy_version: str


class KnowledgeChoiceFactsItem(WireModel):
    unit: str
    label: Open[Literal["user", "feedback", "project", "reference"]]
    event_id: str
    session: str
    ordinal: int | float
    from_: int | float
    to: int | float


# Facts that windows show from now on, by where they are stated.
class KnowledgeChoice(WireModel):
    facts: list[KnowledgeChoiceFactsItem]
    # Facts that did not fit.
    left: int | float
    tokens: int | float
    # Keyed hash of the one person whom the session names.
    audience: str | None = None
    is_shared: bool | None = None
    named_through: int | float


class VendorEditClearToolUses20250919TriggerInputTokens(WireModel):
    type: Literal["input_tokens"]
    value: int


class VendorEditClearToolUses20250919TriggerToolUses(WireModel):
    type: Literal["tool_uses"]
    value: int


# Number of newest calls that stay, with their results; default 3.
class VendorEditClearToolUses20250919Keep(WireModel):
    type: Literal["tool_uses"]
    value: int


class VendorEditClearToolUses20250919ClearAtLeastInputTokens(WireModel):
    type: Literal["input_tokens"]
    value: int


class VendorEditClearToolUses20250919(WireModel):
    type: Literal["clear_tool_uses_20250919"]
    trigger: VendorEditClearToolUses20250919TriggerInputTokens | VendorEditClearToolUses20250919TriggerToolUses | None = None
    # Number of newest calls that stay, with their results; default 3.
    keep: VendorEditClearToolUses20250919Keep | None = None
    clear_at_least: VendorEditClearToolUses20250919ClearAtLeastInputTokens | None = Field(default=None, alias="clear_at_least")
    exclude_tools: list[str] | None = Field(default=None, alias="exclude_tools")
    # True to clear calls too, or the names of tools whose calls are; of others the results become previews. False
    # where absent.
    clear_tool_inputs: bool | list[str] | None = Field(default=None, alias="clear_tool_inputs")


class VendorEditCompact20260112TriggerInputTokens(WireModel):
    type: Literal["input_tokens"]
    value: int


class VendorEditCompact20260112(WireModel):
    type: Literal["compact_20260112"]
    trigger: VendorEditCompact20260112TriggerInputTokens | None = None
    # Not used: markers are made by rules.
    instructions: str | None = None
    # Not used: a compaction answers no model.
    pause_after_compaction: bool | None = Field(default=None, alias="pause_after_compaction")


class VendorEditCompaction(WireModel):
    type: Literal["compaction"]
    compact_threshold: int | None = Field(default=None, alias="compact_threshold")


class OtherEdit(WireModel):
    type: str


class AppliedEditsAppliedEditsItem(WireModel):
    type: Open[Literal["clear_tool_uses_20250919", "compact_20260112", "compaction"]]
    cleared_tool_uses: int | float = Field(alias="cleared_tool_uses")
    cleared_input_tokens: int | float = Field(alias="cleared_input_tokens")


# Present where an edit was asked for: what was done, in the form of Claude's answers.
class AppliedEdits(WireModel):
    applied_edits: list[AppliedEditsAppliedEditsItem] = Field(alias="applied_edits")
    # Types of edits that were not applied: they are left to the vendor, or one failed behind an edit that was
    # applied.
    not_applied: list[str] | None = Field(default=None, alias="not_applied")


# Terms and counts of its events beyond its topics, terms by slices of the span; merged markers are made of them.
class MarkerProfile(WireModel):
    slices: list[int | float]
    terms: list[str]
    at: list[int | float]
    worth: list[int | float]
    counts: list[str] | None = None


class Marker(WireModel):
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
    profile: MarkerProfile | None = None
    from_time: AwareDatetime
    to_time: AwareDatetime


class ManifestAnchorsItem(WireModel):
    event_id: str
    why: Open[Literal["decision", "error", "constraint", "objective"]]


class ManifestHints(WireModel):
    entities: list[str]
    paths: list[str]
    tools: list[str]
    keywords: list[str]


class Manifest(WireModel):
    event_ids: list[str]
    anchors: list[ManifestAnchorsItem]
    artifact_ids: list[str]
    task_state_version: int | float
    hints: ManifestHints


CompactionRecord: TypeAlias = CompactionRecordContextCompacted | CompactionRecordCompactionStopped | CompactionRecordTokensRecounted | CompactionRecordKnowledgeChosen


VendorEdit: TypeAlias = VendorEditClearToolUses20250919 | VendorEditCompact20260112 | VendorEditCompaction
