import type { TotalRecallError } from '@total-recall/runtime';

type ErrorCode = TotalRecallError['code'];

/** What crosses between the main thread and a database thread. Plain data: this file is loaded on both sides. */
export interface ThreadRequest {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface ThreadFailure {
  /** Thrown on purpose, so that its message may be shown to the caller. */
  readonly refused: boolean;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly stack?: string;
  /** What may be said to everybody of a failure that was not on purpose. */
  readonly reason?: string;
}

export type ThreadReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: ThreadFailure }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly failure: ThreadFailure };

/** Asks the thread to close its database and end. */
export const CLOSE_METHOD = '#close';

/** Functions a database thread serves; each runs to its end before the next one. */
export type DatabaseHandlers = Record<string, (...args: never[]) => unknown>;
