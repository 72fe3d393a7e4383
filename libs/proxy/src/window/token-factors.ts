import { createLruMap } from '@total-recall/runtime';
import { PROXY_LIMITS } from '../limits.ts';

/** Whose requests are compared: a caller's with a model, and one conversation of theirs. */
export interface FactorKeys {
  readonly model: string;
  readonly talk: string;
}

export interface TokenFactors {
  /** Returns how many of the vendor's tokens one of ours stands for. */
  of(keys: FactorKeys): number;
  /** Takes the input tokens that the vendor reported, and ours of the same request. */
  learn(keys: FactorKeys, reported: number, ours: number): void;
}

/** Requests that are remembered of a conversation, and of a model. */
const REMEMBERED = 32;
/** So many must say the same before they are believed. */
const TO_RAISE = 3;
const TO_LOWER = 8;
/** Smaller requests say little: what each message costs beside its text weighs more. */
const LEAST_TOKENS = 1_000;
/** Beyond these the vendor did not count the same request: it ran tools of its own, or left parts out. */
const PLAUSIBLE = { from: 0.5, to: 2 } as const;
const BOUNDS = { from: 0.8, to: 1.5 } as const;
/** Small moves are not followed: each may move what leaves a window. */
const STEP = 1 / 32;

/**
 * Creates the corrections of token estimates. A window grows past its plain size only where every remembered request of
 * its own conversation was counted too high; it shrinks once some of the model's were counted too low. One outlier
 * moves neither. What a caller sends takes part in no other caller's windows.
 */
export function createTokenFactors(): TokenFactors {
  const known = createLruMap<readonly number[]>(PROXY_LIMITS.conversations);
  const ratiosOf = (key: string): readonly number[] => known.get(key) ?? [];
  return {
    of({ model, talk }) {
      const own = ratiosOf(talk);
      if (own.length >= TO_LOWER) return factorOf(own);
      return Math.max(1, factorOf(ratiosOf(model)));
    },
    learn({ model, talk }, reported, ours) {
      const ratio = reported / ours;
      if (!(ours >= LEAST_TOKENS && ratio >= PLAUSIBLE.from && ratio <= PLAUSIBLE.to)) return;
      for (const key of [model, talk]) known.set(key, [...ratiosOf(key), ratio].slice(-REMEMBERED));
    },
  };
}

function factorOf(ratios: readonly number[]): number {
  const highest = ratios.toSorted((a, b) => b - a);
  const raised = highest[TO_RAISE - 1] ?? 1;
  const factor = raised > 1 ? raised : Math.min(1, highest[0] ?? 1);
  return Math.min(BOUNDS.to, Math.max(BOUNDS.from, Math.ceil(factor / STEP) * STEP));
}
