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

/** Seals and opens bodies; AES-256-GCM with the envelope as additional data, each body under a key of its own drawn from its session's. */
export interface Sealer {
  /** `key` as the key store gives it. `erased` where the event's own key was destroyed. */
  seal(envelope: EventEnvelope, body: EventBody, key: Uint8Array): Uint8Array;
  /** Seals what is to stand in the place of the body that the event has now, to be kept by `RevisedBodies` before that one's key is destroyed. */
  revise(record: LogRecord, body: EventBody, key: Uint8Array): { readonly revision: number; readonly sealed: Uint8Array };
  /** The number of the body that an event has now by its keys; 0 for the one in the log. */
  revision(record: LogRecord, key: Uint8Array): number;
  /** Whether its body is sealed with the session's key itself, and not readable any more once that loses an event. */
  needsOwnKey(record: LogRecord, key: Uint8Array): boolean;
  /** Opens one record: `erased` where its key was destroyed, `unreadable` where anything else is wrong. Never throws for bad data. */
  open(record: LogRecord): Promise<EventRecord>;
  openAll(records: readonly LogRecord[]): Promise<EventRecord[]>;
}

/**
 * Bodies that stand in the place of those in the log: of survivors that were sealed with their session's key, and of what quoted an erased event.
 * Opaque and sealed. `write` replaces what was there of the same number and is durable when it resolves.
 */
export interface RevisedBodies {
  read(event: RevisedEvent, revision: number): Promise<Uint8Array | undefined>;
  write(event: RevisedEvent, revision: number, sealed: Uint8Array): Promise<void>;
  delete(event: RevisedEvent, revision: number): Promise<void>;
  /** What it is called among the artifacts of its space. */
  artifactId(event: RevisedEvent, revision: number): Promise<string>;
}

export type RevisedEvent = Pick<EventEnvelope, 'tenant' | 'space' | 'id'>;

/** Splits text into analysed terms, encoded to [a-z0-9_]. The same for documents and queries. */
export interface Analyser {
  analyse(text: string): string[];
}
