import type { EventBody, EventEnvelope, EventRecord } from '@total-recall/domain';
import type { LogRecord } from './event-log.ts';

/** Epoch milliseconds, and a monotonic clock for durations. */
export interface Clock {
  now(): number;
  monotonicMs(): number;
}

/** Unpredictable bytes in production, seeded in tests. */
export interface Random {
  bytes(length: number): Uint8Array;
}

/** Timers that a test can drive. */
export interface Scheduler {
  delay(ms: number, signal?: AbortSignal): Promise<void>;
  every(ms: number, run: () => void | Promise<void>): { cancel(): void };
}

/**
 * Tokens of texts by model family. `count` works off the main loop, in order; `countNow` is for short texts (markers, topics).
 * Families without a published tokenizer are estimates that err high; `families` says which.
 */
export interface TokenCounter {
  readonly families: readonly { readonly name: string; readonly exact: boolean }[];
  count(family: string, texts: readonly string[]): Promise<number[]>;
  countNow(family: string, text: string): number;
  close(): Promise<void>;
}

/** Seals and opens bodies; AES-256-GCM with the envelope as additional data. */
export interface Sealer {
  seal(envelope: EventEnvelope, body: EventBody, key: Uint8Array): Uint8Array;
  /** Opens one record: `erased` where its key was destroyed, `unreadable` where anything else is wrong. Never throws for bad data. */
  open(record: LogRecord): Promise<EventRecord>;
  openAll(records: readonly LogRecord[]): Promise<EventRecord[]>;
}

/** Splits text into analysed terms, encoded to [a-z0-9_]. The same for documents and queries. */
export interface Analyser {
  analyse(text: string): string[];
}
