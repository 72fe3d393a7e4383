import { asksWhereItStands } from '../recall/question-kind/asks-where.ts';
import { parseEventRef, type EventRef } from './event-ref.ts';
import { parseSeveralRef, type SeveralRef } from './several-ref.ts';

/** References to events in a query. */
export interface NamedRefs {
  readonly refs: readonly (EventRef | SeveralRef)[];
  /** True where the query asks for nothing else. */
  readonly isAll: boolean;
}

const MOST_CHARS = 1_000;
const TOKEN = /[^\s()[\]{}<>"'`“”„«»]+/g;
const PUNCTUATION = /[.,;:!?]+$/;
/** Words around the name of an event where nothing but that is asked for. */
const ASKS = new RegExp(
  [
    String.raw`(?<!\p{L})(?:events?|entry|entries|turns?|open|show|read|recall|please|give|full|whole|text|contents?`,
    String.raw`|ereignis|zeig\p{L}*|öffne\p{L}*|événement|montre|ouvre|evento|muestra|abre|mostra|apri)(?!\p{L})`,
  ].join(''),
  'giu',
);
const BARE_TURN = /^T\d+$/;

/**
 * Reads the references of a query: `e5`, `SESSION/e5`, `e5:0-20`, `e3,e8-e12`, `T2-T4`, or the id of an event. A single turn
 * (`T4`) and a place (`e5`) may be words of a sentence, so among other words a turn counts for none.
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
  const named = found.filter(({ token }) => !BARE_TURN.test(token));
  const rest = tokens.filter((token) => !named.some((own) => own.token === token)).join(' ');
  return { refs: named.map(({ ref }) => ref), isAll: named.length > 0 && asksWhereItStands(rest.replace(ASKS, ' ')) };
}
