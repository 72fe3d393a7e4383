import { EVENT_KINDS } from './event-kind.ts';
import { EVENT_ID_PATTERN } from './event-ref.ts';
import type { EventEnvelope, EventRecord } from './event-record.ts';

const TEXTS = ['tenant', 'space', 'session', 'family', 'keyId'] as const satisfies readonly (keyof EventEnvelope)[];
const TIMES = ['occurredAt', 'recordedAt'] as const satisfies readonly (keyof EventEnvelope)[];
const COUNTS = ['whole', 'stripped', 'preview'] as const satisfies readonly (keyof EventEnvelope['tokens'])[];

/** Largest time that a Date can hold, in milliseconds. */
const LATEST_TIME = 8.64e15;

/**
 * Returns true when an envelope has every field that a fold or an answer reads. Only a body that opens proves it
 * genuine; otherwise its values may be forged.
 */
export function isEnvelope(envelope: Readonly<Partial<Record<keyof EventEnvelope, unknown>>>): envelope is EventEnvelope {
  const tokens = envelope.tokens as Partial<Record<(typeof COUNTS)[number], unknown>> | null | undefined;
  return (
    TEXTS.every((name) => typeof envelope[name] === 'string' && envelope[name] !== '') &&
    typeof envelope.id === 'string' &&
    EVENT_ID_PATTERN.test(envelope.id) &&
    EVENT_KINDS.some((kind) => kind === envelope.kind) &&
    Number.isSafeInteger(envelope.schemaVersion) &&
    TIMES.every((name) => Number.isFinite(envelope[name]) && Math.abs(envelope[name] as number) <= LATEST_TIME) &&
    typeof tokens === 'object' &&
    tokens !== null &&
    COUNTS.every((name) => Number.isSafeInteger(tokens[name]) && (tokens[name] as number) >= 0)
  );
}

/** Returns true for a record whose envelope may be forged or damaged: a body that opens proves its envelope genuine. */
export function hasLostEnvelope({ body, envelope }: Pick<EventRecord, 'body' | 'envelope'>): boolean {
  return body === 'unreadable' && !isEnvelope(envelope);
}
