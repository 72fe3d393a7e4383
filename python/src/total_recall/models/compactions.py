# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import AwareDatetime

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


# Terms of its events beyond its topics, by slices of the span; merged markers choose from them.
class MarkerProfile(WireModel):
    slices: list[int | float]
    terms: list[str]
    at: list[int | float]
    worth: list[int | float]


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
    # Terms of its events beyond its topics, by slices of the span; merged markers choose from them.
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
