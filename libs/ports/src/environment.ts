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
 * Counts tokens by model family. `count` works off the main loop, in order; `countNow` is for short texts (markers,
 * topics). Families without a published tokenizer are estimated on the high side; `families` says which.
 */
export interface TokenCounter {
  readonly families: readonly { readonly name: string; readonly exact: boolean }[];
  count(family: string, texts: readonly string[]): Promise<number[]>;
  countNow(family: string, text: string): number;
  close(): Promise<void>;
}

/**
 * Seals and opens bodies with AES-256-GCM and the envelope as additional data. Each body has its own key, derived from
 * its session's.
 */
export interface Sealer {
  /**
   * Seals a body with the key as the key store returned it. Errors: `erased` where the event's own key was destroyed.
   */
  seal(envelope: EventEnvelope, body: EventBody, key: Uint8Array): Uint8Array;
  /** Seals the events of one append, in order. Large bodies do not block the main loop. */
  sealAll(events: readonly { readonly envelope: EventEnvelope; readonly body: EventBody }[], key: Uint8Array): Promise<Uint8Array[]>;
  /**
   * Seals a replacement for the event's current body. Store it through `RevisedBodies` before the key of the current
   * body is destroyed.
   */
  revise(record: LogRecord, body: EventBody, key: Uint8Array): { readonly revision: number; readonly sealed: Uint8Array };
  /** Returns the number of the body that an event's keys now point to; 0 for the one in the log. */
  revision(record: LogRecord, key: Uint8Array): number;
  /**
   * Returns true when the body is sealed with the session's key itself, and so becomes unreadable once the session
   * loses an event.
   */
  needsOwnKey(record: LogRecord, key: Uint8Array): boolean;
  /**
   * Opens one record: `erased` where its key was destroyed, `unreadable` for any other problem. Never throws for bad
   * data.
   */
  open(record: LogRecord): Promise<EventRecord>;
  /** Opens many records, in order. Large bodies do not block the main loop. */
  openAll(records: readonly LogRecord[]): Promise<EventRecord[]>;
}

/**
 * Bodies that replace those in the log: of surviving events that were sealed with their session's key, and of events
 * that quoted an erased one. Opaque and sealed. `write` replaces an earlier body of the same number and is durable when
 * it resolves.
 */
export interface RevisedBodies {
  /** Resolves to undefined where none is stored, and to `erased` where the key of the space is destroyed. */
  read(event: RevisedEvent, revision: number): Promise<Uint8Array | 'erased' | undefined>;
  write(event: RevisedEvent, revision: number, sealed: Uint8Array): Promise<void>;
  delete(event: RevisedEvent, revision: number): Promise<void>;
  /** Returns the artifact id that the body has in its space. */
  artifactId(event: RevisedEvent, revision: number): Promise<string>;
}

export type RevisedEvent = Pick<EventEnvelope, 'tenant' | 'space' | 'id'>;
