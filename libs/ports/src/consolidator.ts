import type {
  DecisionReason,
  FactLabel,
  KeptBy,
  LedgerEntry,
  ModelJudged,
  Proposal,
  ReflectedPolicy,
  Reflection,
  StoredLinkType,
  UnitMoment,
  UnitStatus,
} from '@total-recall/domain';
import type { SpacePlace } from './unit-store.ts';
import type { UnitsAnswer, UnitsQuery } from './unit-view.ts';

/** A sentence that states a fact, as its event says it. */
export interface FactEvidence {
  readonly eventId: string;
  readonly session: string;
  /** Its place in the session, as in e184; absent where the event is not there any more. */
  readonly ordinal?: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Absent where the event's content cannot be read: it was erased, or is damaged. */
  readonly text?: string;
}

export interface Fact {
  readonly id: string;
  readonly label: FactLabel;
  /** Whom or what it is about. */
  readonly subject: string;
  /** The attribute of the subject that it tells; absent if no other statement can replace it. */
  readonly attribute?: string;
  /** Its value; absent where the value alone would mislead: the sentence ends it, or says whether it is liked. */
  readonly value?: string;
  /** The sentence that states it, or what a person wrote. */
  readonly text: string;
  readonly evidence: readonly FactEvidence[];
  /** Number of sentences that state it; may exceed the evidence that is listed. */
  readonly statements: number;
  /** Time of the first statement, in epoch milliseconds. */
  readonly knownAt: number;
  /** Since when and until when it is true; `until` is absent while it holds. */
  readonly since: number;
  readonly until?: number;
  /** Present where its end is past at the moment of the question: it is over, although nothing replaced it. */
  readonly isOver?: true;
  /** Present where nobody knows since when: no time came with its message, and `since` is when that was imported. */
  readonly isUntimed?: true;
  readonly status: UnitStatus;
  /** True where a person wrote it or decided about it. */
  readonly byPerson: boolean;
  /** Present where an agent wrote it or decided about it; what is said later replaces it all the same. */
  readonly byAgent?: true;
}

export interface FactsQuery extends SpacePlace, UnitMoment {
  readonly label?: FactLabel;
  readonly subject?: string;
  /** The thing that they tell of their subject, in words of a name of it: `deploy region`. */
  readonly attribute?: string;
  /** Words that the fact must hold, each. */
  readonly text?: string;
  /** Also facts that were superseded or forgotten, or are over. */
  readonly history?: boolean;
  /**
   * The decisions up to this entry of the ledger only. Entries are named by their ids: their numbers are those of a
   * partition that tenants share, and would tell how much others decide (ADR 0087).
   */
  readonly atEntry?: string;
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

/** Knowledge about one subject: each thing once, the current value first, the earlier ones behind it. */
export interface ProfileEntry {
  readonly attribute?: string;
  readonly current?: Fact;
  readonly history: readonly Fact[];
}

export interface Profile {
  readonly subject: string;
  readonly entries: readonly ProfileEntry[];
}

export interface Profiles {
  readonly profiles: readonly Profile[];
  /** Facts that hold or are to come and found no room; absent where there are none. `facts` lists them page by page. */
  readonly left?: number;
  /** Facts that hold no more and found no room; absent where there are none. */
  readonly historyLeft?: number;
}

export interface NewFact {
  readonly label: FactLabel;
  readonly subject: string;
  readonly attribute?: string;
  readonly value?: string;
  readonly text: string;
  readonly validFrom?: number;
  readonly validTo?: number;
}

/** The person, or the agent, that decides, and the reason. */
export interface PersonsAct extends SpacePlace {
  /** Id of the API key. */
  readonly actor: string;
  readonly reason?: string;
  /**
   * Present where an agent decides: that is a statement, which what is said later replaces. Errors: `decided_by_person` where
   * it would change what a person decided.
   */
  readonly byAgent?: true;
  /** A repeat with the same key decides nothing again. Errors: `idempotency_key_reused`, and `erased` where its fact is. */
  readonly idempotencyKey?: string;
  /**
   * The only data subjects whose private facts the act may concern; those of any where absent. Errors: `not_found` for a
   * fact of another, and `forbidden` for an entry that changed one.
   */
  readonly subjects?: readonly string[];
}

/** `duplicate`: the entry is that of an earlier call with the same key; what it was about is shown as it is now. */
interface Repeatable {
  readonly duplicate?: boolean;
}

export interface FactDecision extends Repeatable {
  /** Ledger entry of the decision; `undo` takes it. */
  readonly entryId: string;
  readonly fact: Fact;
}

export interface ForgottenFact extends FactDecision {
  /** Events that state it beyond those that the fact lists, whose fate is the same; absent where there are none. */
  readonly alsoIn?: readonly string[];
  /** Sentences that state it and are beyond what a forgotten fact names; absent where there are none. */
  readonly evidenceLeft?: number;
  /** Facts that it had replaced, the latest first: they do not hold again by themselves. Absent where there are none. */
  readonly replaced?: readonly Fact[];
  /** Current facts that recall does not find any more, as each event that states them is withheld. Absent where there are none. */
  readonly alsoWithheld?: readonly Fact[];
  /**
   * Facts that no other event states: an erasure of its events takes them for good. Ids of at most 64 that the caller may
   * know of, those that hold first, and the number of the others. Absent where there are none, and with `keepEvidence`.
   */
  readonly statedThereAlone?: { readonly ids: readonly string[]; readonly left: number };
}

export interface LedgerView extends Pick<LedgerEntry, 'id' | 'at' | 'actor' | 'reason'> {
  /** The one that decided: `rules` are those of sweeps and reflections. Absent where nothing was decided about units or settings. */
  readonly decidedBy?: 'person' | 'agent' | 'model' | 'rules';
  /** Present where `undo` takes it as the space stands now. */
  readonly undoable?: true;
  readonly type: 'decided' | 'swept' | 'undone' | 'erased' | 'judged' | 'reflected';
  /** Units that it changed or linked, as ids. */
  readonly changes: readonly {
    readonly did: 'added' | 'confirmed' | 'superseded' | 'tombstoned' | 'archived' | 'split' | 'merged' | 'updated' | 'linked';
    readonly fact: string;
    readonly by?: string;
    /** End and type of a link. Links from or to what is private to another person are left out. */
    readonly to?: string;
    readonly link?: StoredLinkType;
    /** Why, where that is no matter of course. */
    readonly reason?: Exclude<DecisionReason, 'none'>;
    /** How sure a language model was, 0 to 1. */
    readonly confidence?: number;
    /** Places that state it, at most `MOST_EVIDENCE`; absent where it is gone, or private to another person. */
    readonly evidence?: readonly { readonly eventId: string; readonly session: string; readonly from?: number; readonly to?: number }[];
    /** With `says`: what the unit is, and what it says; absent where its events are gone or it is private to another person. */
    readonly kind?: 'fact' | 'episode' | 'topic' | 'insight';
    readonly says?: string;
  }[];
  readonly undoneBy?: string;
  /** The entry that an undoing undid. */
  readonly undid?: string;
  /** Settings that a reflection set, from figures of recall since a time. */
  readonly reflected?: { readonly changes: readonly Proposal[]; readonly since: number };
  /** Proposals of a language model, and what became of each; the decisions are entries before this one. */
  readonly judged?: Omit<ModelJudged, 'type' | 'cursor' | 'reconciled' | 'edited' | 'editedTo'>;
}

/** Figures of recall in a space since a time, and what follows from them. */
export interface Reflected extends Reflection, Repeatable {
  readonly from: number;
  readonly recalls: number;
  /** Settings that reflections have set and that nobody took back. */
  readonly inForce: ReflectedPolicy['settings'];
  /** Proposals that are not applied, because a person decided about the setting or no policy would hold with it. */
  readonly held: readonly { readonly setting: string; readonly by: KeptBy }[];
  readonly applied: readonly Proposal[];
  /** Ledger entry of what was applied; `undo` takes it. */
  readonly entryId?: string;
}

/** A setting after an undoing; null where no reflection sets it any more. `heldBy`: a person has set it, so that wins. */
export interface RestoredSetting {
  readonly setting: string;
  readonly to: number | boolean | null;
  readonly heldBy?: 'tenant' | 'space';
}

export interface SweepResult {
  /** Events read. */
  readonly events: number;
  readonly added: number;
  readonly confirmed: number;
  readonly superseded: number;
  /**
   * Facts that were left out, as the space has as many units as it may have; no sweep reads them again. Absent where
   * there are none.
   */
  readonly left?: number;
  /**
   * Episodes, topics and insights that were left out, as the space has as many as it may have. The events of such an episode
   * are in none; topics and insights are made once there is room. Absent where there are none.
   */
  readonly groupsLeft?: number;
  /** Reason code of the last question of this call that the language model gave no usable answer to. Absent where there was none. */
  readonly modelFailure?: string;
  /**
   * True where more was left than one sweep takes, in events or in time, or could be read yet; the next continues. While
   * others are served a sweep is slow, and one that is asked for ends after some seconds of each stage.
   */
  readonly hasMore: boolean;
}

/**
 * Consolidation of the memory of tenants: what their events state, what replaced what, and what persons decided about
 * it. Everything is derived from events and the ledger; the log of events never changes. Source: 000 §8, 004.
 *
 * Errors of all: `unavailable` where another process owns the tenant's part of the ledger (`servedBy` in the details
 * names its address), `not_found` for a fact or entry that the space does not hold. Of reads of facts, profiles, digests,
 * units and the ledger also `rate_limited` and `overloaded`: they wait for the turn of their tenant.
 */
export interface Consolidator {
  /**
   * Reads what was appended to the space since the last sweep, and decides. One sweep of a space runs at a time. It waits
   * for a moment until what was appended before the call can be read. Errors: `not_caught_up` if nothing could.
   */
  consolidate(request: SpacePlace): Promise<SweepResult>;
  /** `next` may come with fewer facts than `limit`, or with none: a search by words or an attribute reads a bounded number of them a call. */
  facts(query: FactsQuery): Promise<{ readonly facts: readonly Fact[]; readonly next?: string }>;
  /** Facts that hold or are to come have room before those that held: a thousand facts in all, of one thing fifty that held before. */
  profile(query: SpacePlace & UnitMoment & Pick<FactsQuery, 'label' | 'subject' | 'attribute' | 'atEntry'>): Promise<Profiles>;
  /** Writes a fact by hand: an event of the space, and its entry. */
  remember(request: PersonsAct & { readonly fact: NewFact }): Promise<FactDecision>;
  /** Replaces what a fact says. Errors: `fact_not_current`. */
  correct(request: PersonsAct & { readonly factId: string; readonly text: string; readonly value?: string }): Promise<FactDecision>;
  /**
   * Withdraws a fact, also one that was replaced; its evidence is kept from recall, too, unless `keepEvidence`. Errors:
   * `fact_not_current`. `erases`: the caller erases the events that state it next. Errors then also: `forbidden` where
   * `subjects` are given and one of these events is of none of them.
   */
  forget(
    request: PersonsAct & { readonly factId: string; readonly keepEvidence?: boolean; readonly erases?: boolean },
  ): Promise<ForgottenFact>;
  /**
   * Decisions about a space, the latest first. `before`: id of the last entry of the page before; `says`: with what the
   * units say; `subject`: also what is private to this person.
   */
  ledger(
    query: SpacePlace & { readonly limit: number; readonly before?: string; readonly says?: boolean; readonly subject?: string },
  ): Promise<{ readonly entries: readonly LedgerView[]; readonly before?: string }>;
  /**
   * Undoes an entry; what was said since replaces what comes back. Errors: `undo_refused` naming the entries that
   * depend on it, `not_found` beyond the tail, `forbidden` for settings without `allowsSettings`.
   */
  undo(request: PersonsAct & { readonly entryId: string; readonly allowsSettings?: boolean }): Promise<
    Repeatable & {
      readonly entryId: string;
      readonly restored: readonly Fact[];
      /** Present where the entry had set settings. */
      readonly settings?: readonly RestoredSetting[];
    }
  >;
  /** Reads how recall did since a time, a day ago where absent, and proposes settings. Changes nothing. */
  reflection(query: SpacePlace & { readonly from?: number }): Promise<Reflected>;
  /** Sets what is proposed, as one entry of the ledger. What a person set or undid stays. */
  reflect(request: PersonsAct & { readonly from?: number }): Promise<Reflected>;
  /**
   * Returns the digest of a space: the facts that hold, as bounded Markdown. `subject`: also those that are private to this
   * person. `ids` are those of the facts in it, for the audit; absent in answers of a consolidator of an earlier version.
   */
  digest(
    query: SpacePlace & { readonly subject?: string },
  ): Promise<{ readonly text: string; readonly facts: number; readonly left: number; readonly ids?: readonly string[] }>;
  /**
   * Searches or lists units of every kind: facts, episodes, topics, insights. Errors: `not_found` for an `atEntry` that is
   * not about the space.
   */
  units(query: UnitsQuery): Promise<UnitsAnswer>;
}
