import type { EventKind } from '../event/event-kind.ts';
import { rulesOf } from '../event/kind-rules.ts';
import type { EntryContent } from '../window/render-entry.ts';
import { eventPassages, evidenceText, type EventPassage } from './index-documents.ts';
import type { PassageLimits } from './passages/cut-passages.ts';

/** A passage as it is embedded, in one pass of the model: `header: lines`. */
export interface EmbeddingText {
  /** Same as in the text index. */
  readonly part: number;
  readonly text: string;
  /** Offset of each line of the passage in `text`, in UTF-16 units; text before the first is its header. */
  readonly lineStarts: readonly number[];
  /** Context read before the text, without vectors of its own. */
  readonly before?: string;
}

export interface EmbeddingLimits extends PassageLimits {
  /**
   * Largest number of passages of one event with a vector. A longer event has its first, its last, and evenly spaced
   * ones between.
   */
  readonly maxParts: number;
}

/** Length in characters from which a message is clear by itself. */
const SHORT_CHARS = 400;
/** Number of characters taken from the end of the previous message, which is what gets answered. */
const BEFORE_CHARS = 250;

/** Returns the end of a message, as context for the next one. */
export function textBefore(kind: EventKind, content: EntryContent): string {
  const { agent } = content.body.meta;
  return ((agent === undefined ? '' : `${agent}: `) + evidenceText(kind, content).trim()).slice(-BEFORE_CHARS);
}

/** Context that an event is embedded with. */
export interface EmbeddingContext {
  /** `textBefore` of the message that it answers. */
  readonly before?: string;
  /** `callLabel` of the call that it answers. */
  readonly call?: string;
}

/**
 * Builds the texts to embed for an event, one per passage. Only a short message uses `before`. Works in steps, each of
 * which yields the number of characters it has cut. Pure (I-07). Source: design/answers, recipe 4.
 */
export function* embeddingSteps(
  kind: EventKind,
  content: EntryContent,
  limits: EmbeddingLimits,
  { before = '', call }: EmbeddingContext = {},
): Generator<number, EmbeddingText[]> {
  if (rulesOf(kind).vectors === 'none') return [];
  const passages: EventPassage[] = [];
  for (const each of eventPassages(kind, content, limits, call)) {
    if (each.passage.text.trim() !== '') passages.push(each);
    yield each.passage.text.length;
  }
  const isShort = passages.length === 1 && passages[0]!.passage.text.length < SHORT_CHARS;
  return evenlyChosen(passages.length, limits.maxParts).map((at) => ({
    ...textOf(passages[at]!),
    ...(before !== '' && isShort && { before }),
  }));
}

/** Chooses indexes from 0 to `count` - 1: all, or `most` evenly spaced ones. */
function evenlyChosen(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => (most === 1 ? 0 : Math.round((i * (count - 1)) / (most - 1))));
}

function textOf({ part, header, passage }: EventPassage): EmbeddingText {
  const start = `${header}: `;
  return {
    part,
    text: start + passage.text,
    lineStarts: passage.lines.map(({ fromChar }) => start.length + fromChar - passage.fromChar),
  };
}
