import type { TokenFamily } from './token-family.ts';

/** Start-up data of the counting thread. */
export interface CountWorkerData {
  readonly families: readonly TokenFamily[];
}

/** Part of a question, small enough that other questions need not wait long for it. */
export interface CountOrder {
  readonly id: number;
  readonly family: string;
  readonly texts: readonly string[];
}

/** Counts before the factor of the family. */
export type CountAnswer = { readonly id: number; readonly counts: number[] } | { readonly id: number; readonly error: string };
