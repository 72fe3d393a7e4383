import type { EventKind } from '../event/event-kind.ts';
import type { FactLabel } from '../unit/unit.ts';

/** An event as the reader sees it. */
export interface FactSource {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly kind: EventKind;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  readonly text: string;
  /** True where nobody knows when it was said: its time is that of its import. */
  readonly isUntimed?: boolean;
  /** The speaker (`meta.agent`), and the person whom the event is about (`meta.subject`). */
  readonly agent?: string;
  readonly subject?: string;
}

/** A fact as a text states it. */
export interface StatedFact {
  readonly label: FactLabel;
  /**
   * Whom or what it is about, normalised: `user` where the speaker speaks of himself and has no name, a name in lower
   * case, a path, `project`.
   */
  readonly subject: string;
  /**
   * The attribute of the subject that it tells, in normalised words: `home city`, `test command`, `port`; equal for two
   * statements of the same thing. Absent if a later statement can never replace it: an event, a standing rule without a
   * value.
   */
  readonly attribute?: string;
  /** Its value, an exact substring of the text. */
  readonly value?: string;
  /** Value that the sentence says it replaces ("from 3 to 5", "not 3 but 5"), an exact substring of the text. */
  readonly replaces?: string;
  /** Use of a program in normalised words, where the sentence says it: `queue`. A change has it in its attribute, too. */
  readonly purpose?: string;
  /** True where a program was left in all the work, whatever it was used for. */
  readonly isOfAllWork?: true;
  /** Range of the sentence in the text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /**
   * Begin of the words to show, where they are more than the range: an ending that stands beside an event of the same sentence
   * begins behind it, as no two facts begin at one place.
   */
  readonly shownFrom?: number;
  /** Time at which what it ends was over at the latest, where a year says so: what was said since is of another time. */
  readonly overBy?: number;
  /** Time at which it was true by the text's own dates, made absolute, in epoch milliseconds; absent if the text does not say. */
  readonly validFrom?: number;
  readonly validTo?: number;
  /** The value as a time, where it is a date, made absolute, in epoch milliseconds. */
  readonly valueTime?: number;
  /** True where the sentence says that it replaces what was said before ("now", "no longer", "instead", a correction). */
  readonly saysChange?: boolean;
  /** True where the sentence ends a fact without a new value ("I no longer work at X"). */
  readonly ends?: boolean;
  /**
   * Set for words that end something only where it is known: "I left Equinor" ends a job there, and "I left Oslo" none. Such a
   * fact is kept only where it ends another. Of an order it says which kind it lifts: one to do a thing, or one not to.
   */
  readonly endsKnown?: 'fact' | 'order' | 'ban';
  /** True where the words give it an end, with a date or without: what was before holds again then, so it replaces nothing. */
  readonly isPassing?: boolean;
  /** The person who said it of the work that several share, where the event names one; of a person's own facts the subject does. */
  readonly saidBy?: string;
  /** The session that it was said in, where nobody knows when: only within it is known what was said later. */
  readonly untimedIn?: string;
  /** True for a name that who speaks gives by "I'm" alone: it replaces none that was told as a name. */
  readonly isIntroduced?: boolean;
  /** True for a rule of how to work that all who do the work need, whoever says it; others are their speaker's own. */
  readonly isOfWork?: boolean;
  readonly kind: FactKind;
}

export type FactKind = 'constraint' | 'decision' | 'correction' | 'preference' | 'personal' | 'value' | 'quantity';

/** Version of the rules of the reader, which each sweep names in the ledger; what was swept by another one is not read again. */
export const FACT_READER_VERSION = 30;

/** Most facts of one event, and characters read of it. */
export const FACT_LIMITS = { facts: 32, chars: 65_536 } as const;

const WRITTEN = /^remembered(?:-(?:[2-9]|[1-9]\d+))?$/;

/**
 * Name of the session of a space that holds the facts that persons write by hand, the first one for 1. A session that was
 * erased takes nothing any more, and the next one follows it.
 */
export function writtenSession(nth: number): string {
  return nth === 1 ? 'remembered' : `remembered-${nth}`;
}

export function isWrittenSession(session: string): boolean {
  return WRITTEN.test(session);
}
