import type { TokenFamily } from './token-family.ts';

/** Start-up data of the counting thread. */
export interface CountWorkerData {
  readonly families: readonly TokenFamily[];
}

export interface CountQuestion {
  readonly id: number;
  readonly family: string;
  readonly texts: readonly string[];
}

export type CountAnswer = { readonly id: number; readonly counts: number[] } | { readonly id: number; readonly error: string };
