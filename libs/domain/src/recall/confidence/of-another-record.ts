import type { EventKind } from '../../event/event-kind.ts';
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

/**
 * Returns true where the query names ids, the first hits hold words of it, and nothing with these ids does: the price of
 * an item that the named order lacks and others have. `ids` marks the terms that are ids.
 */
export function isOfAnotherRecord(
  { weights }: AskedTerms,
  ids: readonly boolean[],
  { passages, first }: { readonly passages: readonly PlacedPassage[]; readonly first: ReadonlySet<string> },
): boolean {
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
  return lent >= LENT_FROM;
}

/** Returns true for a text that names an id of the form of one of these, and none of them: `W4148` where `w4111` is asked for. */
export function namesOtherId(text: string, ids: readonly string[]): boolean {
  return ids.some((id) => {
    const form = id
      .split(/\d+/)
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
      .join(String.raw`\d+`);
    const found = text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${form}(?![\p{L}\p{N}])`, 'giu'));
    return [...found].some(([other]) => !ids.includes(other.toLowerCase()));
  });
}
