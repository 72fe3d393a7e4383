import type { EventBody } from '../event/event-body.ts';
import type { SessionEntry } from '../session/session-state.ts';
import { createTermReader, termsByPlace, type HeldTerm, type ReadTerm } from './read-terms.ts';
import { requestWords } from './request-topics.ts';
import { tellingTerms } from './telling-terms.ts';

/**
 * How much text markers are made from: shared by the evicted events, each read from its start and its end; of more events than have a share, as
 * many at even distances. Bounded work whatever the size.
 */
const READ_CHARS = 32_000;
const EVENT_CHARS = 4_400;
const LEAST_CHARS = 160;
/** A cut goes through one word, of so many characters at most. */
const LONGEST_CUT = 200;
const PARTS_WORDS = /[\s"',;()]/;

/** Terms that a space is asked about for one compaction, and the runs of events that name them. */
const ASKED_TERMS = 128;
const ASKING_RUNS = 6;
const REQUEST_SHARE = 0.25;

/** What was read of the events that a compaction evicts. */
export interface EvictedReading {
  /** Their places among each other, by id. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** Text of each as far as it was read, by place. */
  readonly texts: readonly string[];
  /** Terms of each, by place. */
  readonly held: readonly (readonly HeldTerm[])[];
  /** How much the subject changes before each place, 0..1. */
  readonly shifts: readonly number[];
}

/** Reads once what a compaction evicts. Pure; bounded. */
export function readEvicted(evicted: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>): EvictedReading {
  const reader = createTermReader();
  const texts = readTexts(evicted, bodies);
  for (const [place, text] of texts.entries()) if (text !== '') reader.read(place, text);
  const terms = reader.terms();
  return {
    placeOf: new Map(evicted.map(({ id }, place) => [id, place])),
    texts,
    held: termsByPlace(terms, evicted.length),
    shifts: subjectShifts(terms, evicted.length),
  };
}

/** The terms whose rarity in the space decides what is said of the events: those that tell most without it, and the words of requests. */
export function askedTerms({ held }: EvictedReading, evicted: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>): string[] {
  const asked = new Set(requestWords(evicted, bodies, Math.floor(REQUEST_SHARE * ASKED_TERMS)));
  const runs = Math.min(ASKING_RUNS, held.length);
  const limit = Math.floor((ASKED_TERMS - asked.size) / Math.max(1, runs));
  for (let run = 0; run < runs; run++) {
    const own = held.slice(Math.floor((run * held.length) / runs), Math.floor(((run + 1) * held.length) / runs));
    for (const term of tellingTerms({ own, texts: held.length, limit })) asked.add(term);
  }
  return [...asked];
}

function readTexts(evicted: readonly SessionEntry[], bodies: ReadonlyMap<string, EventBody>): string[] {
  const step = Math.max(1, (evicted.length * LEAST_CHARS) / READ_CHARS);
  let next = 0;
  const read = evicted.map(({ id }, at) => {
    const body = bodies.get(id);
    if (body === undefined || at < Math.floor(next)) return undefined;
    next += step;
    return body;
  });
  const share = shareOf(read.flatMap((body) => (body === undefined ? [] : charsOf(body))));
  return read.map((body) => (body === undefined ? '' : readableText(body, share)));
}

/** The most characters of each text that all of them together have room for: what short ones leave goes to long ones. */
function shareOf(chars: number[]): number {
  chars.sort((a, b) => a - b);
  let left = READ_CHARS;
  for (const [at, own] of chars.entries()) {
    const share = Math.floor(left / (chars.length - at));
    if (own >= share) return Math.min(EVENT_CHARS, share);
    left -= own;
  }
  return EVENT_CHARS;
}

function charsOf({ text, call, artifacts = [] }: EventBody): number {
  return text.length + (call?.arguments?.length ?? 0) + artifacts.reduce((sum, { preview }) => sum + preview.length, 0);
}

/** Keys of JSON, and of dictionaries as Python prints them: names of fields, the same in every event of a kind. */
const FIELD_NAME = /(["'])[\w .-]{1,64}\1\s*:/g;

function readableText(body: EventBody, chars: number): string {
  let text = body.text;
  if (body.call?.arguments) text = text.length === 0 ? body.call.arguments : `${text}\n${body.call.arguments}`;
  for (const { preview } of body.artifacts ?? []) if (preview.length > 0) text = text.length === 0 ? preview : `${text}\n${preview}`;
  let read = startAndEnd(text, chars);
  // Line breaks that JSON escaped would stick to the words after them.
  if (read.includes('\\')) read = read.replaceAll(/\\(?:[nrt]|u[\da-f]{4})/g, ' ').replaceAll('\\"', '"');
  return read.includes('":') || read.includes("':") ? read.replaceAll(FIELD_NAME, ' ') : read;
}

/** Of a longer text so many characters, half from each end, without the words that the cuts go through. */
function startAndEnd(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const half = chars >> 1;
  let to = half;
  while (to > half - LONGEST_CUT && to > 0 && !PARTS_WORDS.test(text[to - 1]!)) to--;
  let from = text.length - half;
  const last = Math.min(text.length, from + LONGEST_CUT);
  while (from < last && !PARTS_WORDS.test(text[from]!)) from++;
  return `${text.slice(0, to)}\n${text.slice(from)}`;
}

/** How much the subject changes before each place, 0..1: by how few terms stand on both sides, near ones counting more. */
function subjectShifts(terms: readonly ReadTerm[], places: number): number[] {
  // Differences between neighbouring places: a link over (a, b] adds at a + 1 and takes at b + 1.
  const steps = new Float64Array(places + 2);
  for (const { at } of terms) {
    for (let index = 1; index < at.length; index++) {
      const [from, to] = [at[index - 1]!, at[index]!];
      steps[from + 1]! += 1 / (to - from);
      steps[to + 1]! -= 1 / (to - from);
    }
  }
  const held: number[] = [];
  let sum = 0;
  for (let place = 0; place < places; place++) held.push((sum += steps[place]!));
  const most = held.reduce((high, value) => Math.max(high, value), 0);
  return held.map((value) => (most === 0 ? 0 : 1 - value / most));
}
