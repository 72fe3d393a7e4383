import type { TotalRecallError } from '@total-recall/runtime';

type ErrorCode = TotalRecallError['code'];

/** A call from the main thread to a database thread. Messages are plain data; this file is loaded on both sides. */
export interface ThreadRequest {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export interface ThreadFailure {
  /** True when it was thrown on purpose, so its message may be shown to the caller. */
  readonly refused: boolean;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly stack?: string;
  /** Reason of an unexpected failure, if it may be shown to everybody. */
  readonly reason?: string;
  /** Result code of SQLite, where it failed. */
  readonly errcode?: number;
}

export type ThreadReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly failure: ThreadFailure }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly failure: ThreadFailure };

/** Method that asks the thread to close its database and end. */
export const CLOSE_METHOD = '#close';

/** Functions that a database thread serves. Each one ends before the next starts. */
export type DatabaseHandlers = Record<string, (...args: never[]) => unknown>;
