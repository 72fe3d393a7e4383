import type { EventEnvelope } from './event-record.ts';

const TEXTS = ['id', 'tenant', 'space', 'session', 'kind', 'family', 'keyId'] as const satisfies readonly (keyof EventEnvelope)[];
const NUMBERS = ['schemaVersion', 'occurredAt', 'recordedAt'] as const satisfies readonly (keyof EventEnvelope)[];
const COUNTS = ['whole', 'stripped', 'preview'] as const satisfies readonly (keyof EventEnvelope['tokens'])[];

/** Whether an envelope has all that a fold reads of it. Only a body that opens proves it genuine; one whose body does not may say anything. */
export function isEnvelope(envelope: Readonly<Partial<Record<keyof EventEnvelope, unknown>>>): envelope is EventEnvelope {
  const tokens = envelope.tokens as Partial<Record<(typeof COUNTS)[number], unknown>> | null | undefined;
  return (
    TEXTS.every((name) => typeof envelope[name] === 'string' && envelope[name] !== '') &&
    NUMBERS.every((name) => Number.isFinite(envelope[name])) &&
    typeof tokens === 'object' &&
    tokens !== null &&
    COUNTS.every((name) => Number.isSafeInteger(tokens[name]) && (tokens[name] as number) >= 0)
  );
}
