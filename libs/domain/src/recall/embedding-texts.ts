import type { EventKind } from '../event/event-kind.ts';
import type { EntryContent } from '../window/render-entry.ts';
import { eventPassages, evidenceText, type EventPassage } from './index-documents.ts';
import type { PassageLimits } from './passages/cut-passages.ts';

/** A passage as it is embedded, in one pass: `header: lines`. */
export interface EmbeddingText {
  /** As in the text index. */
  readonly part: number;
  readonly text: string;
  /** Where each line of the passage begins in `text`, in UTF-16 units; what stands before the first is its header. */
  readonly lineStarts: readonly number[];
  /** What is read before the text, and is no part of its vectors. */
  readonly before?: string;
}

export interface EmbeddingLimits extends PassageLimits {
  /** Passages of one event that get a vector; of a longer one the first, the last, and some between at even distances. */
  readonly maxParts: number;
}

/** Compactions are not for recall; everything else has vectors. */
export function isEmbedded(kind: EventKind): boolean {
  return kind !== 'compaction';
}

/** Messages answer each other; a short one says little without the one before. */
const SPOKEN: ReadonlySet<EventKind> = new Set<EventKind>(['user_message', 'agent_message']);
/** A message of this many characters says by itself what it is about. */
const SHORT_CHARS = 400;
/** Of the message before, its end: what is answered. */
const BEFORE_CHARS = 250;

/** Whether events of this kind are read together with one of such a kind just before them in their session. */
export function isSpoken(kind: EventKind): boolean {
  return SPOKEN.has(kind);
}

/** The end of a message as it is read before the next one. */
export function textBefore(kind: EventKind, content: EntryContent): string {
  const { agent } = content.body.meta;
  return ((agent === undefined ? '' : `${agent}: `) + evidenceText(kind, content).trim()).slice(-BEFORE_CHARS);
}

/** What an event is read with. */
export interface EmbeddingContext {
  /** `textBefore` of the message that it answers. */
  readonly before?: string;
  /** `callLabel` of the call that it answers. */
  readonly call?: string;
}

/** The texts to embed of an event, a passage each. `before` goes with a short message alone. Pure (I-07). Source: design/answers, recipe 4. */
export function embeddingTexts(
  kind: EventKind,
  content: EntryContent,
  limits: EmbeddingLimits,
  { before = '', call }: EmbeddingContext = {},
): EmbeddingText[] {
  if (!isEmbedded(kind)) return [];
  const passages = eventPassages(kind, content, limits, call).filter(({ passage }) => passage.text.trim() !== '');
  const isShort = passages.length === 1 && passages[0]!.passage.text.length < SHORT_CHARS;
  return evenlyChosen(passages.length, limits.maxParts).map((at) => ({
    ...textOf(passages[at]!),
    ...(before !== '' && isShort && { before }),
  }));
}

/** Places from 0 to `count` - 1: all, or `most` of them. */
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
