import { parseEventRef, type EventRef } from './event-ref.ts';
import { parseSeveralRef, type SeveralRef } from './several-ref.ts';

/** References to events in a query. */
export interface NamedRefs {
  readonly refs: readonly (EventRef | SeveralRef)[];
  /** True where the query is nothing but references. */
  readonly isAll: boolean;
}

const MOST_CHARS = 1_000;
const TOKEN = /[^\s()[\]{}<>"'`“”„«»]+/g;
const PUNCTUATION = /[.,;:!?]+$/;
const BARE_TURN = /^T\d+$/;

/**
 * Reads the references of a query: `e5`, `SESSION/e5`, `e5:0-20`, `e3,e8-e12`, `T2-T4`, or the id of an event. A single turn
 * (`T4`) and a place (`e5`) may be words of a sentence (a square, a port, the code of an error), so that other words make
 * it a question, and a turn counts for none among them.
 */
export function namedRefs(query: string): NamedRefs {
  const text = query.slice(0, MOST_CHARS);
  const tokens = (text.match(TOKEN) ?? []).map((token) => token.replace(PUNCTUATION, '')).filter((token) => token !== '');
  const found = tokens.flatMap((token) => {
    const ref = parseEventRef(token) ?? parseSeveralRef(token);
    return ref === undefined ? [] : [{ token, ref }];
  });
  if (found.length === 0) return { refs: [], isAll: false };
  if (found.length === tokens.length) return { refs: found.map(({ ref }) => ref), isAll: true };
  return { refs: found.filter(({ token }) => !BARE_TURN.test(token)).map(({ ref }) => ref), isAll: false };
}
