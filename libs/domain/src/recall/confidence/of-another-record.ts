import type { EventKind } from '../../event/event-kind.ts';
import { decodeTerm } from '../term-encoding.ts';
import { shareHeld, type AskedTerms } from './measure-evidence.ts';

/** A passage of a query's candidates with the counts of its terms. */
export interface PlacedPassage {
  readonly eventId: string;
  readonly session: string;
  readonly ordinal: number;
  readonly kind?: EventKind;
  readonly termCounts: readonly number[];
}

/** Events behind one with the ids that may tell of the same record, if of another kind: a call names what its result tells. */
const BEHIND = 2;
/** Share of the words, ids aside, from which on the first hits answer by another record. */
const LENT_FROM = 0.25;
/** Share of the words, ids aside, below which the named record tells nothing of what is asked. */
const TOLD_FROM = 0.5;
/** Fewer words that the record lacks may only ask for it: "show ticket OPS-12". */
const LEAST_LACKED = 2;

interface RecordPassages {
  readonly passages: readonly PlacedPassage[];
  /** First hits that may be of another record. */
  readonly first: ReadonlySet<string>;
  /** Messages among the first hits that name no record of that form. */
  readonly general: ReadonlySet<string>;
}

/**
 * Returns true where the query names ids, and nothing with these ids tells what it asks: the first hits hold words of it
 * that the named record lacks, such as an item of another order, or the record lacks most of its words. `ids` marks the
 * terms that are ids or parts of one.
 */
export function isOfAnotherRecord({ weights }: AskedTerms, ids: readonly boolean[], { passages, first, general }: RecordPassages): boolean {
  const holdsIds = ({ termCounts }: PlacedPassage): boolean => ids.every((isId, i) => !isId || termCounts[i]! > 0);
  const owners = ids.includes(true) ? passages.filter(holdsIds) : [];
  if (owners.length === 0) return false;
  const kinds = new Map<string, Map<number, EventKind | undefined>>();
  for (const { session, ordinal, kind } of owners) {
    const named = kinds.get(session) ?? new Map<number, EventKind | undefined>();
    kinds.set(session, named.set(ordinal, kind));
  }
  // A plain loop, because it runs over all candidates of a recall.
  const isOwn = ({ session, ordinal, kind }: PlacedPassage): boolean => {
    const named = kinds.get(session);
    if (named === undefined) return false;
    for (let back = 0; back <= BEHIND; back += 1)
      if (named.has(ordinal - back) && (back === 0 || named.get(ordinal - back) !== kind)) return true;
    return false;
  };
  const own = passages.filter(isOwn);
  const others = passages.filter((passage) => first.has(passage.eventId) && !isOwn(passage));
  const holds = (of: readonly PlacedPassage[], i: number): boolean => of.some(({ termCounts }) => termCounts[i]! > 0);
  const words = weights.map((weight, i) => (ids[i] === true ? 0 : weight));
  const lent = shareHeld(
    words,
    words.map((_, i) => !holds(own, i) && holds(others, i)),
  );
  return lent >= LENT_FROM || lacksMost(words, [...own, ...passages.filter(({ eventId }) => general.has(eventId))]);
}

/** Returns true where passages hold less than half of what a query asks, and lack more than a word that asks for all of them. */
function lacksMost(words: readonly number[], passages: readonly PlacedPassage[]): boolean {
  const told = words.map((_, i) => passages.some(({ termCounts }) => termCounts[i]! > 0));
  const lacked = words.filter((weight, i) => weight > 0 && !told[i]);
  return lacked.length >= LEAST_LACKED && shareHeld(words, told) < TOLD_FROM;
}

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;
const GOES_ON = /^(?!(?:e?s)?(?![\p{L}\p{N}]))/u;

/**
 * Returns a test for texts that name an id of the form of one of these terms, and none of them: `W4148` where `w4111` is
 * asked for. The expressions are made once, because that takes longer than reading a message.
 */
export function namesOtherId(ids: readonly string[]): (text: string) => boolean {
  const named = ids.map(decodeTerm);
  const forms = named.map((id) => {
    const form = id
      .split(/\d+/)
      .map(literally)
      .join(String.raw`\d+`);
    return new RegExp(String.raw`(?<![\p{L}\p{N}])${form}(?![\p{L}\p{N}])`, 'giu');
  });
  return (text) => forms.some((form) => text.matchAll(form).some(([other]) => !named.includes(other.toLowerCase())));
}

/** Returns a test for terms that are one of these ids or a part of one between signs, without the ending of a plural. */
export function isPartOfId(ids: readonly string[]): (term: string) => boolean {
  const whole = new Set(ids);
  const spaced = ids.map((id) => decodeTerm(id).replaceAll('_', ' '));
  return (term) => {
    if (whole.has(term)) return true;
    const part = decodeTerm(term);
    return spaced.some((id) => holdsPart(id, part));
  };
}

function holdsPart(id: string, part: string): boolean {
  for (let at = part === '' ? -1 : id.indexOf(part); at >= 0; at = id.indexOf(part, at + 1))
    if (!ENDS_IN_WORD.test(id.slice(0, at)) && !GOES_ON.test(id.slice(at + part.length))) return true;
  return false;
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
