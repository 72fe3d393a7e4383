import type { EventKind } from '../event/event-kind.ts';
import type { EntryContent } from '../window/render-entry.ts';
import { evidenceText, type DocumentLimits } from './index-documents.ts';
import { splitPassages } from './split-passages.ts';

/** What is embedded of one document of the text index: its chunks, each with its speaker. */
export interface EmbeddingText {
  /** As in the text index: 0 for a short event as a whole, 1, 2 ... for the passages of a long one. */
  readonly part: number;
  readonly chunks: readonly string[];
  /** What is read before the first chunk. */
  readonly before?: string;
}

export interface EmbeddingLimits extends DocumentLimits {
  /** Documents of one event that get a vector; of a longer one the first, the last, and some between at even distances. */
  readonly maxParts: number;
}

/** Characters of a chunk, at most; a sentence encoder reads little more than this. Source: retrieval study, recipe B, 2. */
const CHUNK_CHARS = 700;
/** `splitPassages` goes up to 1.25 times its target. */
const CHUNK_TARGET = CHUNK_CHARS / 1.25;

/** Found by their own words alone: a call's arguments have no meaning to a sentence encoder. */
const WITHOUT_VECTORS: ReadonlySet<EventKind> = new Set<EventKind>(['tool_call', 'compaction']);

export function isEmbedded(kind: EventKind): boolean {
  return !WITHOUT_VECTORS.has(kind);
}

/** Whether single words of such events are compared with those of a query: output of tools is long, and what it says it says in the same words. */
export function hasTokenVectors(kind: EventKind): boolean {
  return kind !== 'tool_result';
}

/** Messages answer each other; a short one says little without the one before. */
const SPOKEN: ReadonlySet<EventKind> = new Set<EventKind>(['user_message', 'agent_message']);
/** A chunk of this many characters says by itself what it is about. */
const SHORT_CHARS = 400;
/** Of the message before, its end: what is answered. */
const BEFORE_CHARS = 250;

/** Whether events of this kind are read together with one of such a kind just before them in their session. */
export function isSpoken(kind: EventKind): boolean {
  return SPOKEN.has(kind);
}

/** The end of a message as it is read before the next one. */
export function textBefore(kind: EventKind, content: EntryContent): string {
  return (speakerOf(content) + evidenceText(kind, content).trim()).slice(-BEFORE_CHARS);
}

function speakerOf({ body }: EntryContent): string {
  return body.meta.agent === undefined ? '' : `${body.meta.agent}: `;
}

/**
 * The texts to embed of an event, `speaker: text`, cut at ends of sentences, under the numbers of its documents. `before` is what its
 * first chunk is read with, where that is short. Pure (I-07).
 */
export function embeddingTexts(kind: EventKind, content: EntryContent, limits: EmbeddingLimits, before = ''): EmbeddingText[] {
  if (!isEmbedded(kind)) return [];
  const text = evidenceText(kind, content);
  const speaker = speakerOf(content);
  const pieces = splitPassages(text, { targetChars: limits.passageChars, maxPassages: limits.maxPassages });
  return evenlyChosen(pieces.length, limits.maxParts).flatMap((i): EmbeddingText[] => {
    const piece = pieces[i]!;
    const chunks = splitPassages(piece.text, { targetChars: CHUNK_TARGET }).filter((chunk) => chunk.text.trim() !== '');
    if (chunks.length === 0) return [];
    const isRead = i === 0 && before !== '' && chunks[0]!.text.length < SHORT_CHARS;
    return [
      {
        part: pieces.length === 1 ? 0 : i + 1,
        chunks: chunks.map((chunk) => speaker + chunk.text.trim()),
        ...(isRead && { before }),
      },
    ];
  });
}

/** Places from 0 to `count` - 1: all, or `most` of them. */
function evenlyChosen(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => (most === 1 ? 0 : Math.round((i * (count - 1)) / (most - 1))));
}
