# Made from the routes and their schemas by `npm run client:python`: change those, not this file.

from __future__ import annotations

from typing import Literal

from pydantic import AwareDatetime

from .._model import Open, WireModel
from .erasures import (
    Erasure,
)


class FactEvidenceItem(WireModel):
    event_id: str
    session: str
    # Its place in the session: 184 for e184. Absent where the event is not there any more.
    ordinal: int | None = None
    at: AwareDatetime
    # The sentence that states it. Absent where it cannot be read: it was erased, or is damaged.
    text: str | None = None


class FactStatusCurrent(WireModel):
    is_: Literal["current"]


class FactStatusSuperseded(WireModel):
    is_: Literal["superseded"]
    # The fact that replaced it.
    by: str
    # Time at which it was replaced or withdrawn.
    at: AwareDatetime
    reason: Open[Literal["later_statement", "ended", "corrected"]]


class FactStatusTombstoned(WireModel):
    is_: Literal["tombstoned"]
    # Time at which it was replaced or withdrawn.
    at: AwareDatetime
    # True where recall does not find its evidence either.
    withholds: bool


class FactStatusArchived(WireModel):
    is_: Literal["archived"]
    # The facts that stand for it: its parts, or the one that it was merged into.
    behind: list[str]
    # When that was decided. What it says is as true as before.
    at: AwareDatetime
    reason: Open[Literal["split", "merged", "updated", "covered"]]


class Fact(WireModel):
    id: str
    # `user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`:
    # where something is.
    label: Open[Literal["user", "feedback", "project", "reference"]]
    subject: str
    # The thing that it tells of its subject, in the words of the sentence where it has them.
    attribute: str | None = None
    value: str | None = None
    # The sentence that states it, word for word.
    text: str
    # The places that state it, the first of them first; at most 8.
    evidence: list[FactEvidenceItem]
    # Number of sentences that state it; may exceed the evidence that is listed.
    statements: int
    # Time at which it was first said.
    known_at: AwareDatetime
    # Since when it is true: by its own dates, else since it was first said.
    since: AwareDatetime
    # Until when it was true: by its own dates, else until what replaced it began. Absent while it holds.
    until: AwareDatetime | None = None
    # Present where its end is past at the moment of the question: it is over, although nothing replaced it.
    is_over: Literal[True] | None = None
    # Present where nobody knows since when: no time came with its message, and `since` is when that was imported.
    is_untimed: Literal[True] | None = None
    status: FactStatusCurrent | FactStatusSuperseded | FactStatusTombstoned | FactStatusArchived
    # True where a person wrote it or decided about it; no sweep changes it then.
    by_person: bool
    # Present where an agent wrote it or decided about it. Without `byPerson`, what is said later replaces it.
    by_agent: Literal[True] | None = None


class FactList(WireModel):
    facts: list[Fact]
    cursor: str | None = None


class NewFact(WireModel):
    # `user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`:
    # where something is. Where label and subject are absent both are read from the sentence: what the user says of
    # himself, or is said of "the user", is `user`, else `project`. With a subject alone: `user`, but `project` for
    # the subject `project`.
    label: Open[Literal["user", "feedback", "project", "reference"]] | None = None
    # Who or what it is about. Where absent `user` for the label `user`, else `project`.
    subject: str | None = None
    # The attribute of the subject that it tells, such as `city`. Absent if no other statement can replace it.
    attribute: str | None = None
    value: str | None = None
    # The fact as a sentence.
    text: str
    # Since when it is true; since now where absent.
    valid_from: AwareDatetime | int | None = None
    # First moment at which it is no longer true.
    valid_to: AwareDatetime | int | None = None
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Open[Literal["person", "agent"]] | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


class FactCorrection(WireModel):
    # The sentence that replaces it.
    text: str
    value: str | None = None
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Open[Literal["person", "agent"]] | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


class FactDecision(WireModel):
    # The entry of the ledger; undo takes it.
    entry_id: str
    fact: Fact
    # An earlier call with this Idempotency-Key decided it; its subject is shown in its current state.
    duplicate: bool | None = None


class FactRemoval(WireModel):
    # Withdraws the fact alone: recall still finds the events that state it.
    keep_evidence: bool | None = None
    # Erases the events that state it, for good and with all else that they say. Needs the scope `erase`, too.
    erase: bool | None = None
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Open[Literal["person", "agent"]] | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


class RemovedFact(WireModel):
    # The entry of the ledger; undo takes it, but brings back nothing that was erased.
    entry_id: str
    # What happened to the events that state it. `withheld`: recall does not find them. `erased`: see the erasure.
    evidence: Open[Literal["kept", "withheld", "erased"]]
    # Sentences that state it, too, and were left: at most 512 are withheld or erased. Absent where there are none.
    evidence_left: int | None = None
    # Absent where its evidence is erased.
    fact: Fact | None = None
    # Facts that it had replaced, the latest 8. They stay replaced: remember one again if it is true. Absent if there
    # are none.
    replaced: list[Fact] | None = None
    # Current facts that recall does not find any more either, as all events that state them are withheld; the latest
    # 8. To have them back, undo this and forget the fact again with `keepEvidence`. Absent if there are none.
    also_withheld: list[Fact] | None = None
    # Ids of other facts that are erased with it, as no event is left that states them: those that held first, at most
    # 64. Remember anew what is still true. Absent if there are none.
    also_erased: list[str] | None = None
    # Further facts that are erased with it. Absent if there are none.
    also_erased_left: int | None = None
    erasure: Erasure | None = None
    # An earlier call with this Idempotency-Key decided it; its subject is shown in its current state.
    duplicate: bool | None = None


class ProfileEntriesItem(WireModel):
    attribute: str | None = None
    # Absent if nothing is true any more.
    current: Fact | None = None
    # Values that held before, the latest first.
    history: list[Fact]


class Profile(WireModel):
    subject: str
    entries: list[ProfileEntriesItem]


class ProfileList(WireModel):
    profiles: list[Profile]
    # Facts that hold or are to come and found no room; a list of facts has them all. Absent where there are none.
    left: int | None = None
    # Facts that hold no more and found no room; a list of facts with `history` has them all. Absent where there are
    # none.
    history_left: int | None = None


class LedgerEntryChangesItemEvidenceItem(WireModel):
    event_id: str
    session: str
    # Range of the sentence in the text, in UTF-16 units; absent for a whole event.
    from_: int | None = None
    to: int | None = None


class LedgerEntryChangesItem(WireModel):
    did: Open[Literal["added", "confirmed", "superseded", "tombstoned", "archived", "split", "merged", "updated", "linked"]]
    fact: str
    # The fact that replaced it, or stands for it.
    by: str | None = None
    # The unit that a link leads to.
    to: str | None = None
    # Type of a link; `speculative` is a guess.
    link: Open[Literal["version", "sibling", "temporal", "semantic", "speculative"]] | None = None
    # Why. `withheld`: withdrawn with its evidence; `withdrawn`: alone; `covered`: others stand for it.
    reason: Open[Literal["later_statement", "ended", "corrected", "withheld", "withdrawn", "covered"]] | None = None
    # How sure a language model was, 0 to 1.
    confidence: int | float | None = None
    # Places in events that it rests on, at most 8. Absent where the unit is gone or private to another person.
    evidence: list[LedgerEntryChangesItemEvidenceItem] | None = None
    # With `says=true`.
    kind: Open[Literal["fact", "episode", "topic", "insight"]] | None = None
    # With `says=true`: the sentence of a fact, or the words that an episode, a topic or an insight is about. Absent
    # where its events were erased, where it is private to a person whom `subject` does not name, and of a page that
    # changes many beyond the first hundreds.
    says: str | None = None


class LedgerEntryJudgedProposalsItem(WireModel):
    proposes: Open[Literal["fact", "update", "delete", "split", "merge", "edit"]]
    # Ids of facts, units or events that it is about.
    targets: list[str]
    confidence: int | float | None = None
    outcome: Open[Literal["applied", "known", "JSON_PARSE_FAIL", "SCHEMA_FAIL", "LOW_CONF", "MISSING_ID", "NORM_FILTER", "VISIBILITY_FAIL", "ARITY_FAIL", "COH_FAIL", "APPLICABLE_FAIL", "TOUCHED_CONFLICT", "PLAN_VALIDATION_FAIL"]]


# What a language model proposed, and what became of it. What was carried out are entries before this one.
class LedgerEntryJudged(WireModel):
    # What a language model was asked for: facts of events, which of them replace others, edits.
    stage: Open[Literal["extract", "reconcile", "edit"]]
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    proposals: list[LedgerEntryJudgedProposalsItem]
    # Why there was nothing to judge.
    failure: str | None = None


# Settings of the space that a reflection on recall set.
class LedgerEntryReflected(WireModel):
    changes: list[ReflectionProposal]
    # Figures of recall from then on.
    since: AwareDatetime


class LedgerEntry(WireModel):
    id: str
    at: AwareDatetime
    # The id of the key that decided; `consolidator` for a sweep, `model` where a language model proposed it,
    # `reflection`.
    actor: str
    # The one that decided; `rules`: those of sweeps and reflections. Absent where nothing was decided about units or
    # settings.
    decided_by: Open[Literal["person", "agent", "model", "rules"]] | None = None
    # Present where undo takes it as the space stands now.
    undoable: Literal[True] | None = None
    reason: str | None = None
    type: Open[Literal["decided", "swept", "undone", "erased", "judged", "reflected"]]
    changes: list[LedgerEntryChangesItem]
    # The entry that undid this one.
    undone_by: str | None = None
    # The entry that this one undid.
    undid: str | None = None
    # What a language model proposed, and what became of it. What was carried out are entries before this one.
    judged: LedgerEntryJudged | None = None
    # Settings of the space that a reflection on recall set.
    reflected: LedgerEntryReflected | None = None


class ReflectionKindsItem(WireModel):
    kind: Open[Literal["user_message", "agent_message", "thinking", "tool_call", "tool_result", "objective", "decision", "constraint", "persona", "knowledge", "system_note", "task_state", "compaction", "delegation", "report"]]
    shown: int
    used: int


class ReflectionSessionsItem(WireModel):
    session: str
    retrievals: int
    missed: int


class ReflectionHeldItem(WireModel):
    setting: str
    by: Open[Literal["tenant", "space", "undo", "bounds"]]


class Reflection(WireModel):
    # Figures are from then on: a day ago, or since the last change by a reflection.
    from_: AwareDatetime
    # Recalls since then.
    recalls: int
    # False where too little was recalled to say anything.
    is_enough: bool
    # Kinds of events that were used far more often than others where they came.
    kinds: list[ReflectionKindsItem]
    # Sessions whose recalls often found nothing or had to try again.
    sessions: list[ReflectionSessionsItem]
    proposals: list[ReflectionProposal]
    # Proposals that are not applied: a person set it for the tenant or the space, undid it, or no policy would hold
    # with it.
    held: list[ReflectionHeldItem]
    # What reflections have set for this space. Settings of persons win over it.
    in_force: dict[str, int | float | bool]
    applied: list[ReflectionProposal]
    # The entry of the ledger, where something was applied; undo takes it.
    entry_id: str | None = None
    # An earlier call with this Idempotency-Key decided it; its subject is shown in its current state.
    duplicate: bool | None = None


class Reflecting(WireModel):
    # Figures since then; a day ago where absent.
    from_: AwareDatetime | int | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


class ReflectionProposal(WireModel):
    setting: Open[Literal["triggerRatio", "targetRatio", "pullTokens", "pullMaxTokens", "forgetting", "reconcilerBudgetTokens"]]
    from_: int | float | bool
    to: int | float | bool
    # Agents ask often or hardly ever; recalls find nothing, leave much of what matches, or bring what nobody uses.
    why: Open[Literal["pulls_often", "pulls_rarely", "finds_nothing", "leaves_much", "brings_unused"]]


class UndoneSetting(WireModel):
    setting: str
    # Null where no reflection sets it any more.
    to: int | float | bool | None
    # A person has set it at this level, so that stays in force.
    held_by: Open[Literal["tenant", "space"]] | None = None


class LedgerList(WireModel):
    entries: list[LedgerEntry]
    cursor: str | None = None


class EntryUndoing(WireModel):
    # The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later
    # replaces it, and it changes nothing that a person decided.
    decided_by: Open[Literal["person", "agent"]] | None = None
    # Stored in the ledger for ever: include no content and no personal names.
    reason: str | None = None


class UndoneEntry(WireModel):
    # The entry of the undoing.
    entry_id: str
    # Facts as restored by the undo.
    restored: list[Fact]
    # Settings, where the entry was of a reflection.
    settings: list[UndoneSetting] | None = None
    # An earlier call with this Idempotency-Key decided it; its subject is shown in its current state.
    duplicate: bool | None = None


class SweepResult(WireModel):
    # Events read.
    events: int
    # Facts added, by the rules and by the language model while the call waited for it.
    added: int
    confirmed: int
    superseded: int
    # Facts that were left out, as the space has as many as it may have; no sweep reads them again. Absent where there
    # are none.
    left: int | None = None
    # Episodes, topics and insights that were left out, as the space has as many as it may have. The events of such an
    # episode are in none. Absent where there are none.
    groups_left: int | None = None
    # The language model was asked and gave no usable answer: the reason, such as `not_accepted` (as with a wrong key)
    # or `unavailable`. Absent where it answered, or was not asked.
    model_failure: str | None = None
    # True where more was left than one call takes, or can be read yet; the next goes on.
    has_more: bool


class Digest(WireModel):
    # Markdown, bounded.
    text: str
    # Facts in it.
    facts: int
    # Current facts that did not fit.
    left: int


class UnitStatusCurrent(WireModel):
    is_: Literal["current"]


class UnitStatusSuperseded(WireModel):
    is_: Literal["superseded"]
    # The fact that replaced it.
    by: str
    # Time at which it was replaced or withdrawn.
    at: AwareDatetime
    reason: Open[Literal["later_statement", "ended", "corrected"]]


class UnitStatusTombstoned(WireModel):
    is_: Literal["tombstoned"]
    # Time at which it was replaced or withdrawn.
    at: AwareDatetime
    # True where recall does not find its evidence either.
    withholds: bool


class UnitStatusArchived(WireModel):
    is_: Literal["archived"]
    # The facts that stand for it: its parts, or the one that it was merged into.
    behind: list[str]
    # When that was decided. What it says is as true as before.
    at: AwareDatetime
    reason: Open[Literal["split", "merged", "updated", "covered"]]


class UnitLinesItem(WireModel):
    # `asked`: a request. `did`: what was done with tools. `failed`: the last result that failed. `outcome`: what the
    # agent ended with. `said`: what was said where no tool was used.
    part: Open[Literal["asked", "did", "failed", "outcome", "said"]]
    # Words of the event; for `did`, counts, and the names of files and programs.
    text: str
    event_id: str
    session: str
    ordinal: int | None = None


class UnitDecisionsItem(WireModel):
    event_id: str
    session: str
    ordinal: int | None = None
    # The sentence that says what was decided, word for word.
    text: str


class UnitEventsItem(WireModel):
    event_id: str
    session: str
    # Its place in the session: 184 for e184. Absent where it was not read.
    ordinal: int | None = None


class UnitLinksItem(WireModel):
    # `version`: what it stands for now. `sibling`: a part of it, or of the same whole. `temporal`: the one before.
    # `semantic`: one near it, or a topic or insight that it is in.
    type: Open[Literal["version", "sibling", "temporal", "semantic"]]
    to: str


class Unit(WireModel):
    id: str
    # `fact`: a sentence that states something. `episode`: events of a session about one thing. `topic`: episodes
    # about the same things. `insight`: what is stated in three sessions or more.
    kind: Open[Literal["fact", "episode", "topic", "insight"]]
    # `archived`: others stand for it; it is found through them.
    visibility: Open[Literal["visible", "archived"]]
    status: UnitStatusCurrent | UnitStatusSuperseded | UnitStatusTombstoned | UnitStatusArchived
    # Sentences of its events, word for word. Empty where none could be read.
    text: str
    # What it was in few lines, each with the event that says it; at most 5. None of a fact or an insight.
    lines: list[UnitLinesItem]
    # Words that tell what it is about, and names of two words.
    words: list[str]
    # What was decided in it, and in which event; at most 4.
    decisions: list[UnitDecisionsItem]
    # When its first event occurred.
    from_: AwareDatetime
    # When its last event occurred.
    to: AwareDatetime
    # Events that it is made of, the first of them first; at most 16.
    events: list[UnitEventsItem]
    event_count: int
    # Units that it is made of.
    members: list[str]
    # Units that it leads to; at most 12.
    links: list[UnitLinksItem]
    # Episodes that went alike though they are about other things: a guess, and evidence of nothing. Only where it is
    # asked for.
    speculative: list[str] | None = None
    # How near it is to what was searched for, 0 to 1.
    score: int | float | None = None
    # Links between it and what was found by its words; 0 for those.
    hops: int | None = None


class UnitSurface(WireModel):
    visible: int
    archived: int
    # Archived units that no visible one leads to; always 0.
    unreachable: int
    # Archived units that are one link below the surface, two, three.
    hops: list[int]


class UnitList(WireModel):
    units: list[Unit]
    surface: UnitSurface
    cursor: str | None = None
