import type { FactPointers } from './fact-pointers.ts';
import type { Group, GroupEvent, NewGroup } from './group.ts';
import type { UnitLink } from './unit-link.ts';
import type { SupersedeReason, UnitStatus } from './unit-status.ts';

/** The closed taxonomy of facts; `user` facts are about one person. Source: 004. */
export const FACT_LABELS = ['user', 'feedback', 'project', 'reference'] as const;
export type FactLabel = (typeof FACT_LABELS)[number];

/** A sentence of an event that states a fact: its range in the event's text, in UTF-16 units. */
export interface UnitEvidence {
  readonly eventId: string;
  readonly session: string;
  readonly from: number;
  readonly to: number;
  /** Epoch milliseconds at which the event occurred. */
  readonly at: number;
  /** Places of its words, if no rule reads them. */
  readonly points?: FactPointers;
}

/** Most sentences that a unit names as evidence, the first and the latest; the others that say the same are counted alone. */
export const MOST_EVIDENCE = 8;

/** Most sentences that a unit names once a person forgot it: recall is kept from each that says it again. */
export const MOST_WITHHELD = 512;

/**
 * A fact as the ledger knows it: where it is stated, and which others state something about the same thing. It holds no
 * content: what it says is read from its evidence, so that it is erased with its events.
 */
export interface NewUnit {
  /** Event id and the start of the sentence in it. */
  readonly id: string;
  readonly label: FactLabel;
  /** Keyed hash of what the fact is about: label, subject and attribute. Two units of one key tell the same thing. */
  readonly key: string;
  /** Keyed hash of its subject. */
  readonly subject: string;
  /** Keyed hash of the person to whom alone it is shown; absent where everybody who may read the space sees it. */
  readonly audience?: string;
  readonly evidence: UnitEvidence;
  /** Time at which it was true by the text's own dates, in epoch milliseconds; absent if the text does not say. */
  readonly validFrom?: number;
  readonly validTo?: number;
  /** Keyed hashes of its words, those that tell most first; at most `MOST_MARKS`. Absent in units of earlier versions. */
  readonly marks?: readonly string[];
}

/** Most keyed hashes of words that a unit is found by. */
export const MOST_MARKS = 32;

/** A fact. */
export interface Unit extends Omit<NewUnit, 'evidence'> {
  /** In the order in which it was found, at most `MOST_EVIDENCE`, or `MOST_WITHHELD`; the first gave the unit its id. */
  readonly evidence: readonly UnitEvidence[];
  /** Number of sentences that state it. */
  readonly statements: number;
  /** Time at which it was known first: the earliest of its evidence. */
  readonly knownAt: number;
  /** Time of the last sentence that states it, where `evidence` has no room for that one. */
  readonly lastAt?: number;
  /** True once a person has decided about it; no sweep changes its status then. */
  readonly byPerson: boolean;
  /** Present once an agent has written it or decided about it. That holds no longer than what is said next. */
  readonly byAgent?: true;
  /** Number of the ledger entry that added it. */
  readonly addedBy: number;
  readonly status: UnitStatus;
  /** Links that were decided, from it to others. Those to units that are gone count for nothing. */
  readonly links?: readonly UnitLink[];
}

/** A unit of any kind. */
export type AnyUnit = Unit | Group;
export type NewAnyUnit = NewUnit | NewGroup;

/** Most units that one decision splits a unit into, and most that it merges. */
export const MOST_PARTS = 16;

/** Another sentence says what a unit says. */
export interface Confirmation {
  readonly do: 'confirm';
  readonly unit: string;
  readonly evidence: UnitEvidence;
  /**
   * Tells which sentences the unit names where there are more than it can: the first and the latest. Absent in entries of
   * earlier programs, after which it names the first ones.
   */
  readonly keeps?: 'latest';
}

/**
 * One decision about units, which are named by their ids. The fold takes a decision whole or not at all, and only where
 * its units stand as it wants them; what a person decided only a person changes.
 */
export type UnitDecision =
  | { readonly do: 'add'; readonly unit: NewAnyUnit }
  | Confirmation
  | { readonly do: 'supersede'; readonly unit: string; readonly by: string; readonly reason: SupersedeReason; readonly confidence?: number }
  /** `withholds`: its evidence is kept from recall, too; `evidence`: sentences that state it beyond those that it names. */
  | { readonly do: 'tombstone'; readonly unit: string; readonly withholds: boolean; readonly evidence?: readonly UnitEvidence[] }
  /** Links from a unit to others; the bounds of each type keep the best (`unit-link.ts`). */
  | { readonly do: 'link'; readonly unit: string; readonly links: readonly UnitLink[] }
  /** Others that are current stand for it from now on. */
  | { readonly do: 'archive'; readonly unit: string; readonly by: readonly string[]; readonly confidence?: number }
  /**
   * Parts stand for a unit. Each is of its kind and its audience and has some of its evidence, events or members, and no
   * others; they are linked as siblings.
   */
  | { readonly do: 'split'; readonly unit: string; readonly into: readonly NewAnyUnit[]; readonly confidence?: number }
  /** One stands for several of one kind and audience, with the evidence, events and members of all. */
  | { readonly do: 'merge'; readonly units: readonly string[]; readonly into: NewAnyUnit; readonly confidence?: number }
  /** A group gets events, or other members, or other words to be found by; `archives` names a unit that it stands for now. */
  | {
      readonly do: 'update';
      readonly unit: string;
      readonly events?: readonly GroupEvent[];
      readonly members?: readonly string[];
      readonly marks?: readonly string[];
      readonly archives?: string;
      readonly confidence?: number;
    };
