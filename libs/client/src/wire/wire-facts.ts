// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { Erasure } from './wire-erasures.ts';

export interface Fact {
  readonly id: string;
  /** `user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`: where something is. */
  readonly label: 'user' | 'feedback' | 'project' | 'reference';
  readonly subject: string;
  /** The thing that it tells of its subject, in the words of the sentence where it has them. */
  readonly attribute?: string;
  readonly value?: string;
  /** The sentence that states it, word for word. */
  readonly text: string;
  /** The places that state it, the first of them first; at most 8. */
  readonly evidence: readonly {
    readonly eventId: string;
    readonly session: string;
    /** Its place in the session: 184 for e184. Absent where the event is not there any more. */
    readonly ordinal?: number;
    readonly at: string;
    /** The sentence that states it. Absent where it cannot be read: it was erased, or is damaged. */
    readonly text?: string;
  }[];
  /** Number of sentences that state it; may exceed the evidence that is listed. */
  readonly statements: number;
  /** Time at which it was first said. */
  readonly knownAt: string;
  /** Since when it is true: by its own dates, else since it was first said. */
  readonly since: string;
  /** Until when it was true: by its own dates, else until what replaced it began. Absent while it holds. */
  readonly until?: string;
  /** Present where its end is past at the moment of the question: it is over, although nothing replaced it. */
  readonly isOver?: true;
  /** Present where nobody knows since when: no time came with its message, and `since` is when that was imported. */
  readonly isUntimed?: true;
  readonly status:
    | {
        readonly is: 'current';
      }
    | {
        readonly is: 'superseded';
        /** The fact that replaced it. */
        readonly by: string;
        /** Time at which it was replaced or withdrawn. */
        readonly at: string;
        readonly reason: 'later_statement' | 'ended' | 'corrected';
      }
    | {
        readonly is: 'tombstoned';
        /** Time at which it was replaced or withdrawn. */
        readonly at: string;
        /** True where recall does not find its evidence either. */
        readonly withholds: boolean;
      }
    | {
        readonly is: 'archived';
        /** The facts that stand for it: its parts, or the one that it was merged into. */
        readonly behind: readonly string[];
        /** When that was decided. What it says is as true as before. */
        readonly at: string;
        readonly reason: 'split' | 'merged' | 'updated' | 'covered';
      };
  /** True where a person wrote it or decided about it; no sweep changes it then. */
  readonly byPerson: boolean;
  /** Present where an agent wrote it or decided about it. Without `byPerson`, what is said later replaces it. */
  readonly byAgent?: true;
}

export interface FactList {
  readonly facts: readonly Fact[];
  readonly cursor?: string;
}

export interface NewFact {
  /** `user`: about one person. `feedback`: how somebody wants things done. `project`: about the work. `reference`: where something is. Where label and subject are absent both are read from the sentence: what the user says of himself, or is said of "the user", is `user`, else `project`. With a subject alone: `user`, but `project` for the subject `project`. */
  readonly label?: 'user' | 'feedback' | 'project' | 'reference';
  /** Who or what it is about. Where absent `user` for the label `user`, else `project`. */
  readonly subject?: string;
  /** The attribute of the subject that it tells, such as `city`. Absent if no other statement can replace it. */
  readonly attribute?: string;
  readonly value?: string;
  /** The fact as a sentence. */
  readonly text: string;
  /** Since when it is true; since now where absent. */
  readonly validFrom?: string | number;
  /** First moment at which it is no longer true. */
  readonly validTo?: string | number;
  /** The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later replaces it, and it changes nothing that a person decided. */
  readonly decidedBy?: 'person' | 'agent';
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface FactCorrection {
  /** The sentence that replaces it. */
  readonly text: string;
  readonly value?: string;
  /** The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later replaces it, and it changes nothing that a person decided. */
  readonly decidedBy?: 'person' | 'agent';
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface FactDecision {
  /** The entry of the ledger; undo takes it. */
  readonly entryId: string;
  readonly fact: Fact;
  /** An earlier call with this Idempotency-Key decided it; its subject is shown in its current state. */
  readonly duplicate?: boolean;
}

export interface FactRemoval {
  /** Withdraws the fact alone: recall still finds the events that state it. */
  readonly keepEvidence?: boolean;
  /** Erases the events that state it, for good and with all else that they say. Needs the scope `erase`, too. */
  readonly erase?: boolean;
  /** The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later replaces it, and it changes nothing that a person decided. */
  readonly decidedBy?: 'person' | 'agent';
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface RemovedFact {
  /** The entry of the ledger; undo takes it, but brings back nothing that was erased. */
  readonly entryId: string;
  /** What happened to the events that state it. `withheld`: recall does not find them. `erased`: see the erasure. */
  readonly evidence: 'kept' | 'withheld' | 'erased';
  /** Sentences that state it, too, and were left: at most 512 are withheld or erased. Absent where there are none. */
  readonly evidenceLeft?: number;
  /** Absent where its evidence is erased. */
  readonly fact?: Fact;
  /** Facts that it had replaced, the latest 8. They stay replaced: remember one again if it is true. Absent if there are none. */
  readonly replaced?: readonly Fact[];
  /** Current facts that recall does not find any more either, as all events that state them are withheld; the latest 8. To have them back, undo this and forget the fact again with `keepEvidence`. Absent if there are none. */
  readonly alsoWithheld?: readonly Fact[];
  /** Ids of other facts that are erased with it, as no event is left that states them: those that held first, at most 64. Remember anew what is still true. Absent if there are none. */
  readonly alsoErased?: readonly string[];
  /** Further facts that are erased with it. Absent if there are none. */
  readonly alsoErasedLeft?: number;
  readonly erasure?: Erasure;
  /** An earlier call with this Idempotency-Key decided it; its subject is shown in its current state. */
  readonly duplicate?: boolean;
}

export interface Profile {
  readonly subject: string;
  readonly entries: readonly {
    readonly attribute?: string;
    /** Absent if nothing is true any more. */
    readonly current?: Fact;
    /** Values that held before, the latest first. */
    readonly history: readonly Fact[];
  }[];
}

export interface ProfileList {
  readonly profiles: readonly Profile[];
  /** Facts that hold or are to come and found no room; a list of facts has them all. Absent where there are none. */
  readonly left?: number;
  /** Facts that hold no more and found no room; a list of facts with `history` has them all. Absent where there are none. */
  readonly historyLeft?: number;
}

export interface LedgerEntry {
  readonly id: string;
  readonly at: string;
  /** The id of the key that decided; `consolidator` for a sweep, `model` where a language model proposed it, `reflection`. */
  readonly actor: string;
  /** The one that decided; `rules`: those of sweeps and reflections. Absent where nothing was decided about units or settings. */
  readonly decidedBy?: 'person' | 'agent' | 'model' | 'rules';
  /** Present where undo takes it as the space stands now. */
  readonly undoable?: true;
  readonly reason?: string;
  readonly type: 'decided' | 'swept' | 'undone' | 'erased' | 'judged' | 'reflected';
  readonly changes: readonly {
    readonly did: 'added' | 'confirmed' | 'superseded' | 'tombstoned' | 'archived' | 'split' | 'merged' | 'updated' | 'linked';
    readonly fact: string;
    /** The fact that replaced it, or stands for it. */
    readonly by?: string;
    /** The unit that a link leads to. */
    readonly to?: string;
    /** Type of a link; `speculative` is a guess. */
    readonly link?: 'version' | 'sibling' | 'temporal' | 'semantic' | 'speculative';
    /** Why. `withheld`: withdrawn with its evidence; `withdrawn`: alone; `covered`: others stand for it. */
    readonly reason?: 'later_statement' | 'ended' | 'corrected' | 'withheld' | 'withdrawn' | 'covered';
    /** How sure a language model was, 0 to 1. */
    readonly confidence?: number;
    /** Places in events that it rests on, at most 8. Absent where the unit is gone or private to another person. */
    readonly evidence?: readonly {
      readonly eventId: string;
      readonly session: string;
      /** Range of the sentence in the text, in UTF-16 units; absent for a whole event. */
      readonly from?: number;
      readonly to?: number;
    }[];
    /** With `says=true`. */
    readonly kind?: 'fact' | 'episode' | 'topic' | 'insight';
    /** With `says=true`: the sentence of a fact, or the words that an episode, a topic or an insight is about. Absent where its events were erased, where it is private to a person whom `subject` does not name, and of a page that changes many beyond the first hundreds. */
    readonly says?: string;
  }[];
  /** The entry that undid this one. */
  readonly undoneBy?: string;
  /** The entry that this one undid. */
  readonly undid?: string;
  /** What a language model proposed, and what became of it. What was carried out are entries before this one. */
  readonly judged?: {
    /** What a language model was asked for: facts of events, which of them replace others, edits. */
    readonly stage: 'extract' | 'reconcile' | 'edit';
    readonly model: string;
    readonly calls: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly proposals: readonly {
      readonly proposes: 'fact' | 'update' | 'delete' | 'split' | 'merge' | 'edit';
      /** Ids of facts, units or events that it is about. */
      readonly targets: readonly string[];
      readonly confidence?: number;
      readonly outcome:
        | 'applied'
        | 'known'
        | 'JSON_PARSE_FAIL'
        | 'SCHEMA_FAIL'
        | 'LOW_CONF'
        | 'MISSING_ID'
        | 'NORM_FILTER'
        | 'VISIBILITY_FAIL'
        | 'ARITY_FAIL'
        | 'COH_FAIL'
        | 'APPLICABLE_FAIL'
        | 'TOUCHED_CONFLICT'
        | 'PLAN_VALIDATION_FAIL';
    }[];
    /** Why there was nothing to judge. */
    readonly failure?: string;
  };
  /** Settings of the space that a reflection on recall set. */
  readonly reflected?: {
    readonly changes: readonly ReflectionProposal[];
    /** Figures of recall from then on. */
    readonly since: string;
  };
}

export interface Reflection {
  /** Figures are from then on: a day ago, or since the last change by a reflection. */
  readonly from: string;
  /** Recalls since then. */
  readonly recalls: number;
  /** False where too little was recalled to say anything. */
  readonly isEnough: boolean;
  /** Kinds of events that were used far more often than others where they came. */
  readonly kinds: readonly {
    readonly kind:
      | 'user_message'
      | 'agent_message'
      | 'thinking'
      | 'tool_call'
      | 'tool_result'
      | 'objective'
      | 'decision'
      | 'constraint'
      | 'persona'
      | 'knowledge'
      | 'system_note'
      | 'task_state'
      | 'compaction'
      | 'delegation'
      | 'report';
    readonly shown: number;
    readonly used: number;
  }[];
  /** Sessions whose recalls often found nothing or had to try again. */
  readonly sessions: readonly {
    readonly session: string;
    readonly retrievals: number;
    readonly missed: number;
  }[];
  readonly proposals: readonly ReflectionProposal[];
  /** Proposals that are not applied: a person set it for the tenant or the space, undid it, or no policy would hold with it. */
  readonly held: readonly {
    readonly setting: string;
    readonly by: 'tenant' | 'space' | 'undo' | 'bounds';
  }[];
  /** What reflections have set for this space. Settings of persons win over it. */
  readonly inForce: Readonly<Record<string, number | boolean>>;
  readonly applied: readonly ReflectionProposal[];
  /** The entry of the ledger, where something was applied; undo takes it. */
  readonly entryId?: string;
  /** An earlier call with this Idempotency-Key decided it; its subject is shown in its current state. */
  readonly duplicate?: boolean;
}

export interface Reflecting {
  /** Figures since then; a day ago where absent. */
  readonly from?: string | number;
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface ReflectionProposal {
  readonly setting: 'triggerRatio' | 'targetRatio' | 'pullTokens' | 'pullMaxTokens' | 'forgetting' | 'reconcilerBudgetTokens';
  readonly from: number | boolean;
  readonly to: number | boolean;
  /** Agents ask often or hardly ever; recalls find nothing, leave much of what matches, or bring what nobody uses. */
  readonly why: 'pulls_often' | 'pulls_rarely' | 'finds_nothing' | 'leaves_much' | 'brings_unused';
}

export interface UndoneSetting {
  readonly setting: string;
  /** Null where no reflection sets it any more. */
  readonly to: number | boolean | null;
  /** A person has set it at this level, so that stays in force. */
  readonly heldBy?: 'tenant' | 'space';
}

export interface LedgerList {
  readonly entries: readonly LedgerEntry[];
  readonly cursor?: string;
}

export interface EntryUndoing {
  /** The one that decides; a person where absent. A decision of an `agent` counts as a statement: what is said later replaces it, and it changes nothing that a person decided. */
  readonly decidedBy?: 'person' | 'agent';
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
}

export interface UndoneEntry {
  /** The entry of the undoing. */
  readonly entryId: string;
  /** Facts as restored by the undo. */
  readonly restored: readonly Fact[];
  /** Settings, where the entry was of a reflection. */
  readonly settings?: readonly UndoneSetting[];
  /** An earlier call with this Idempotency-Key decided it; its subject is shown in its current state. */
  readonly duplicate?: boolean;
}

export interface SweepResult {
  /** Events read. */
  readonly events: number;
  /** Facts added, by the rules and by the language model while the call waited for it. */
  readonly added: number;
  readonly confirmed: number;
  readonly superseded: number;
  /** Facts that were left out, as the space has as many as it may have; no sweep reads them again. Absent where there are none. */
  readonly left?: number;
  /** Episodes, topics and insights that were left out, as the space has as many as it may have. The events of such an episode are in none. Absent where there are none. */
  readonly groupsLeft?: number;
  /** The language model was asked and gave no usable answer: the reason, such as `not_accepted` (as with a wrong key) or `unavailable`. Absent where it answered, or was not asked. */
  readonly modelFailure?: string;
  /** True where more was left than one call takes, or can be read yet; the next goes on. */
  readonly hasMore: boolean;
}

export interface Digest {
  /** Markdown, bounded. */
  readonly text: string;
  /** Facts in it. */
  readonly facts: number;
  /** Current facts that did not fit. */
  readonly left: number;
}

export interface Unit {
  readonly id: string;
  /** `fact`: a sentence that states something. `episode`: events of a session about one thing. `topic`: episodes about the same things. `insight`: what is stated in three sessions or more. */
  readonly kind: 'fact' | 'episode' | 'topic' | 'insight';
  /** `archived`: others stand for it; it is found through them. */
  readonly visibility: 'visible' | 'archived';
  readonly status:
    | {
        readonly is: 'current';
      }
    | {
        readonly is: 'superseded';
        /** The fact that replaced it. */
        readonly by: string;
        /** Time at which it was replaced or withdrawn. */
        readonly at: string;
        readonly reason: 'later_statement' | 'ended' | 'corrected';
      }
    | {
        readonly is: 'tombstoned';
        /** Time at which it was replaced or withdrawn. */
        readonly at: string;
        /** True where recall does not find its evidence either. */
        readonly withholds: boolean;
      }
    | {
        readonly is: 'archived';
        /** The facts that stand for it: its parts, or the one that it was merged into. */
        readonly behind: readonly string[];
        /** When that was decided. What it says is as true as before. */
        readonly at: string;
        readonly reason: 'split' | 'merged' | 'updated' | 'covered';
      };
  /** Sentences of its events, word for word. Empty where none could be read. */
  readonly text: string;
  /** What it was in few lines, each with the event that says it; at most 5. None of a fact or an insight. */
  readonly lines: readonly {
    /** `asked`: a request. `did`: what was done with tools. `failed`: the last result that failed. `outcome`: what the agent ended with. `said`: what was said where no tool was used. */
    readonly part: 'asked' | 'did' | 'failed' | 'outcome' | 'said';
    /** Words of the event; for `did`, counts, and the names of files and programs. */
    readonly text: string;
    readonly eventId: string;
    readonly session: string;
    readonly ordinal?: number;
  }[];
  /** Words that tell what it is about, and names of two words. */
  readonly words: readonly string[];
  /** What was decided in it, and in which event; at most 4. */
  readonly decisions: readonly {
    readonly eventId: string;
    readonly session: string;
    readonly ordinal?: number;
    /** The sentence that says what was decided, word for word. */
    readonly text: string;
  }[];
  /** When its first event occurred. */
  readonly from: string;
  /** When its last event occurred. */
  readonly to: string;
  /** Events that it is made of, the first of them first; at most 16. */
  readonly events: readonly {
    readonly eventId: string;
    readonly session: string;
    /** Its place in the session: 184 for e184. Absent where it was not read. */
    readonly ordinal?: number;
  }[];
  readonly eventCount: number;
  /** Units that it is made of. */
  readonly members: readonly string[];
  /** Units that it leads to; at most 12. */
  readonly links: readonly {
    /** `version`: what it stands for now. `sibling`: a part of it, or of the same whole. `temporal`: the one before. `semantic`: one near it, or a topic or insight that it is in. */
    readonly type: 'version' | 'sibling' | 'temporal' | 'semantic';
    readonly to: string;
  }[];
  /** Episodes that went alike though they are about other things: a guess, and evidence of nothing. Only where it is asked for. */
  readonly speculative?: readonly string[];
  /** How near it is to what was searched for, 0 to 1. */
  readonly score?: number;
  /** Links between it and what was found by its words; 0 for those. */
  readonly hops?: number;
}

export interface UnitSurface {
  readonly visible: number;
  readonly archived: number;
  /** Archived units that no visible one leads to; always 0. */
  readonly unreachable: number;
  /** Archived units that are one link below the surface, two, three. */
  readonly hops: readonly number[];
}

export interface UnitList {
  readonly units: readonly Unit[];
  readonly surface: UnitSurface;
  readonly cursor?: string;
}
