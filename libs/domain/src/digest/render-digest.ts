import { normalValue } from '../fact/normal-value.ts';
import { cutWithEllipsis } from '../text/ellipsis.ts';
import { lastDay, utcDay } from '../time/utc-day.ts';
import { neutralise } from '../fence/neutralise.ts';
import { plainLine } from '../fence/plain-line.ts';
import { utf8Length } from '../recall/passages/utf8-length.ts';
import type { FactLabel } from '../unit/unit.ts';
import { asOwnSentence } from './without-lead-in.ts';

/** Bounds of a digest. Source: 004 (200 lines, 25 KB). */
export const DIGEST_LIMITS = { lines: 200, bytes: 25 * 1024, lineChars: 300 } as const;

/** A fact that holds, for the digest. */
export interface DigestFact {
  readonly id: string;
  readonly label: FactLabel;
  /** Whom or what it is about; a name is put before the text, `user` and `project` are not. */
  readonly subject: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Present where nobody knows when it was said: that is the time of its import. */
  readonly isUntimed?: true;
  /** Its end, excluded, where it has one. */
  readonly until?: number;
  /** Number of sentences that state it. */
  readonly statements: number;
  readonly byPerson: boolean;
  /** The attribute of its subject that it tells, and the value that it gives; absent where it tells none. */
  readonly attribute?: string;
  readonly value?: string;
}

/** A fact with the time at which another value of what it tells was said later, though neither replaces the other. */
type DatedFact = DigestFact & { readonly laterValueAt?: number };

export interface Digest {
  /** Markdown, one line a fact. */
  readonly text: string;
  /** Facts in it, and those that its bounds left out. */
  readonly facts: number;
  readonly left: number;
  /** Ids of the facts in it, the most important first. */
  readonly ids: readonly string[];
}

export const DIGEST_HEADINGS: readonly (readonly [FactLabel, string])[] = [
  ['feedback', 'How to work'],
  ['user', 'The user'],
  ['project', 'The project'],
  ['reference', 'Where things are'],
];

/** The labels in the order of a digest. */
export const DIGEST_LABELS: readonly FactLabel[] = DIGEST_HEADINGS.map(([label]) => label);

/** Subjects that the heading says. */
export const UNNAMED_SUBJECTS: ReadonlySet<string> = new Set(['user', 'project']);

/**
 * Writes the digest of the facts that hold. Pure and idempotent: the same facts give the same bytes, in whatever order
 * they come. Where the bounds leave facts out these are the least important: not by a person, said once, long ago.
 * `unread`: number of further facts that hold, each less important than these; they find no room behind as many as
 * `DIGEST_LIMITS.lines`. Source: 000 §8.5, 004.
 */
export function renderDigest(facts: readonly DigestFact[], unread = 0): Digest {
  const kept = chooseFacts(withLaterValues(facts), { lines: 3, bytes: 512 });
  const left = facts.length - kept.size + unread;
  const rest = left === 0 ? [] : ['', `${left} more facts are not shown here; ask for them by subject or word.`];
  const text = ['# What is known', ...sectionsOf([...kept], indexLine), ...rest, ''].join('\n');
  return { text, facts: kept.size, left, ids: Array.from(kept, ({ id }) => id) };
}

/** The latest value of a thing, and the latest one that is another. */
interface LatestValues {
  readonly value: string;
  readonly at: number;
  readonly otherAt?: number;
}

/**
 * Marks facts of which a later one of the same subject gives another value. Neither need be wrong (two budgets, two dogs),
 * so both stay; a reader of the earlier one learns that there is a later one. Linear.
 */
export function withLaterValues<F extends DigestFact>(facts: readonly F[]): (F & DatedFact)[] {
  const keyOf = ({ label, subject, attribute }: F): string => JSON.stringify([label, subject, attribute]);
  const values = facts.map(({ attribute, value, isUntimed }) =>
    attribute === undefined || value === undefined || isUntimed === true ? undefined : normalValue(value),
  );
  const latest = new Map<string, LatestValues>();
  const inOrder = facts.map((_, at) => at).sort((a, b) => facts[a]!.since - facts[b]!.since);
  for (const at of inOrder) {
    const value = values[at];
    if (value === undefined) continue;
    const key = keyOf(facts[at]!);
    const before = latest.get(key);
    const otherAt = before?.value === value ? before.otherAt : before?.at;
    latest.set(key, { value, at: facts[at]!.since, ...(otherAt !== undefined && { otherAt }) });
  }
  return facts.map((fact, at) => {
    const value = values[at];
    const known = value === undefined ? undefined : latest.get(keyOf(fact));
    const laterValueAt = known?.value === value ? known?.otherAt : known?.at;
    return laterValueAt === undefined || laterValueAt <= fact.since ? fact : { ...fact, laterValueAt };
  });
}

/** Chooses the facts that find room beside as many lines and bytes of other text, the most important first. */
export function chooseFacts(facts: readonly DatedFact[], reserved: { readonly lines: number; readonly bytes: number }): Set<DatedFact> {
  const kept = new Set<DatedFact>();
  let lines = 1 + 2 * DIGEST_HEADINGS.length + reserved.lines;
  let bytes = reserved.bytes;
  for (const fact of facts.toSorted(byImportance)) {
    const size = utf8Length(indexLine(fact)) + 1;
    if (lines + 1 > DIGEST_LIMITS.lines || bytes + size > DIGEST_LIMITS.bytes) break;
    lines += 1;
    bytes += size;
    kept.add(fact);
  }
  return kept;
}

/** Renders facts under the heading of their label, each on a line, the oldest first. */
export function sectionsOf(facts: readonly DatedFact[], lineOf: (fact: DatedFact) => string): string[] {
  return DIGEST_HEADINGS.flatMap(([label, heading]) => {
    const own = facts.filter((fact) => fact.label === label);
    return own.length === 0 ? [] : ['', `## ${heading}`, ...own.toSorted(byTime).map(lineOf)];
  });
}

type Weighed = Pick<DigestFact, 'id' | 'byPerson' | 'isUntimed' | 'statements' | 'since'>;

/** Orders facts: what a person wrote, then what was said more often, then what was said later; what may be old comes last of these. */
export function byImportance(a: Weighed, b: Weighed): number {
  return (
    Number(b.byPerson) - Number(a.byPerson) ||
    b.statements - a.statements ||
    Number(a.isUntimed === true) - Number(b.isUntimed === true) ||
    b.since - a.since ||
    (a.id < b.id ? -1 : 1)
  );
}

function byTime(a: DigestFact, b: DigestFact): number {
  return a.since - b.since || (a.id < b.id ? -1 : 1);
}

/** Returns the line of a fact, cut where it is too long for an index. */
export function indexLine(fact: DatedFact): string {
  return `- ${cutWithEllipsis(saidLine(fact), DIGEST_LIMITS.lineChars)} (${whenOf(fact)})`;
}

/** The line of a fact with all that it says. */
export function wholeLine(fact: DatedFact): string {
  return `- ${saidLine(fact)} (${whenOf(fact)})`;
}

/** One line that a reader takes for nothing else: it may stand in a system prompt. */
function saidLine({ subject, text }: DigestFact): string {
  const about = UNNAMED_SUBJECTS.has(subject) ? '' : `${subject}: `;
  return neutralise(plainLine(`${about}${asOwnSentence(text)}`));
}

function whenOf({ since, isUntimed, until, statements, laterValueAt }: DatedFact): string {
  const ends = until === undefined ? '' : `, until ${lastDay(until)}`;
  const times = statements > 1 ? `, said ${statements} times` : '';
  const later = laterValueAt === undefined ? '' : `; another value: ${utcDay(laterValueAt)}`;
  return `${isUntimed ? 'before ' : ''}${utcDay(since)}${ends}${times}${later}`;
}
