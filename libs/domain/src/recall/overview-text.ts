import type { EventKind } from '../event/event-kind.ts';
import { nameInSession } from '../event/event-ref.ts';
import { neutralise } from '../fence/neutralise.ts';
import { plainLine } from '../fence/plain-line.ts';
import { quoted } from '../fence/quoted.ts';
import { cutWithEllipsis } from '../text/ellipsis.ts';
import type { GroupKind } from '../unit/group.ts';
import { cautionOf, looksLikeInstruction } from './render-evidence.ts';

/** Longest sentence of an overview, in characters. */
const SENTENCE_CHARS = 200;

/** The line is the service's; what it quotes may imitate a tag. */
const BEGINNING: ReadonlySet<number> = new Set([0]);

interface OverviewInput {
  readonly kind: GroupKind;
  readonly words: readonly string[];
  /** Sentences word for word, each with its event. */
  readonly sentences: readonly Sentence[];
  /** Stretches of events that it is made of, the first first. */
  readonly stretches: readonly Stretch[];
}

interface Sentence {
  readonly text: string;
  readonly kind: EventKind;
  readonly session: string;
  readonly ordinal: number;
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
  const quotes = sentences.map((sentence) => quoteOf(sentence, asking));
  const about = [words.join(', '), ...quotes].filter((part) => part !== '').join('; ');
  const named = stretches.map(({ session, from, to, at }) => {
    const range = from === to ? '' : `-e${to}`;
    return `${nameOf({ session, ordinal: from }, asking)}${range} (${dayOf(at)})`;
  });
  const line = plainLine(`[${kind}: ${about}; events ${named.join(', ')}]`);
  return neutralise(line, { headings: true, ours: BEGINNING }).toWellFormed();
}

/** Quotes a sentence, without what could end its quotes or the line, and says so where it reads like an instruction. Source: ADR 0073. */
function quoteOf({ text, kind, ...place }: Sentence, asking: string | undefined): string {
  const caution = looksLikeInstruction(text) ? `; ${cautionOf({ kind })}` : '';
  return `${quoted(cutWithEllipsis(withoutBrackets(plainLine(text)), SENTENCE_CHARS))} (${nameOf(place, asking)}${caution})`;
}

/** Brackets of every script but round and curly ones, which no line of the service begins or ends with. */
const OPENING = /[\p{Ps}--[\(\{]]/gv;
const CLOSING = /[\p{Pe}--[\)\}]]/gv;

const withoutBrackets = (line: string): string => line.replace(OPENING, '(').replace(CLOSING, ')');

function nameOf({ session, ordinal }: { readonly session: string; readonly ordinal: number }, asking: string | undefined): string {
  return nameInSession(asking, { session: session.replace(/[<>"&\s]/g, '_').slice(0, 256), ordinal });
}

function dayOf(epochMs: number): string {
  const date = new Date(epochMs);
  return Number.isNaN(date.getTime()) ? 'unknown' : date.toISOString().slice(0, 10);
}
