import { nameInSession } from '../event/event-ref.ts';
import { neutralise } from '../fence/neutralise.ts';
import { plainLine } from '../fence/plain-line.ts';
import type { GroupKind } from '../unit/group.ts';

/** Longest sentence of an overview, in characters. */
const SENTENCE_CHARS = 200;

/** The line is the service's; what it quotes may imitate a tag. */
const BEGINNING: ReadonlySet<number> = new Set([0]);

interface OverviewInput {
  readonly kind: GroupKind;
  readonly words: readonly string[];
  /** Sentences word for word, each with its event. */
  readonly sentences: readonly { readonly text: string; readonly session: string; readonly ordinal: number }[];
  /** Stretches of events that it is made of, the first first. */
  readonly stretches: readonly Stretch[];
}

interface Stretch {
  readonly session: string;
  readonly from: number;
  readonly to: number;
  /** Epoch milliseconds of its first event. */
  readonly at: number;
}

/**
 * Renders a unit as one line of an answer: what it is about, what its events say, and their names, as `open` takes them.
 * `asking`: the session whose events are named without it.
 */
export function overviewText({ kind, words, sentences, stretches }: OverviewInput, asking: string | undefined): string {
  const quotes = sentences.map(({ text, ...place }) => `"${plainLine(text).trim().slice(0, SENTENCE_CHARS)}" (${nameOf(place, asking)})`);
  const about = [words.join(', '), ...quotes].filter((part) => part !== '').join('; ');
  const named = stretches.map(({ session, from, to, at }) => {
    const range = from === to ? '' : `-e${to}`;
    return `${nameOf({ session, ordinal: from }, asking)}${range} (${dayOf(at)})`;
  });
  const line = plainLine(`[${kind}: ${about}; events ${named.join(', ')}]`);
  return neutralise(line, { headings: true, ours: BEGINNING }).toWellFormed();
}

function nameOf({ session, ordinal }: { readonly session: string; readonly ordinal: number }, asking: string | undefined): string {
  return nameInSession(asking, { session: session.replace(/[<>"&\s]/g, '_').slice(0, 256), ordinal });
}

function dayOf(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().slice(0, 10);
}
