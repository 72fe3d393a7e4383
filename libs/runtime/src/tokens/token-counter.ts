import type { TokenCounter } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createCountLane, type CountLane } from './count-lane.ts';
import { createTokenizers, roundTokens } from './load-tokenizer.ts';
import { TOKEN_FAMILIES, type TokenFamily } from './token-family.ts';

/** Most UTF-8 bytes that `countNow` takes: more would block the main loop. */
export const COUNT_NOW_BYTES = 8 * 1024;

/** Most characters in flight over all threads; beyond it callers must retry. */
const PENDING_CHARS = 128 * 1024 * 1024;

export interface TokenCounterOptions {
  /** Counting threads, 1 by default. Each holds its own ranks, some 30 MB per family. */
  readonly threads?: number;
  /** Further families. One with the name of a built-in family replaces it. */
  readonly families?: readonly TokenFamily[];
}

/**
 * Counts tokens by model family. `o200k` and `cl100k` are exact, except for texts with more than 256 characters in a row
 * that a tokenizer may take together (letters, or signs and line ends, for example), and long ones without two words side
 * by side: these are counted in pieces, up to three tokens too high per piece. `claude` is an estimate that errs high.
 * Ranks are loaded at the first use. Errors: `unsupported_family`, `unavailable` (too much in flight, or a thread that
 * crashed twice), `closed`.
 */
export function createTokenCounter(options: TokenCounterOptions = {}): TokenCounter {
  const families = mergeFamilies(options.families ?? []);
  const names = new Set(families.map(({ name }) => name));
  const tokenizerOf = createTokenizers(families);
  const lanes = Array.from({ length: Math.max(1, options.threads ?? 1) }, () => createCountLane(families));
  let pendingChars = 0;

  const refuseUnknown = (family: string): void => {
    if (names.has(family)) return;
    throw new TotalRecallError('unsupported_family', `The model family "${family}" is not known; known are ${[...names].join(', ')}.`, {
      details: { family },
    });
  };

  return {
    families: families.map(({ name, exact }) => ({ name, exact })),
    async count(family, texts) {
      refuseUnknown(family);
      if (texts.length === 0) return [];
      const chars = texts.reduce((sum, text) => sum + text.length, 0);
      if (pendingChars > 0 && pendingChars + chars > PENDING_CHARS) {
        throw new TotalRecallError('unavailable', 'Too much text waits to be counted. Try again in a moment.', { retryAfterMs: 1_000 });
      }
      pendingChars += chars;
      try {
        return await idlest(lanes).ask(family, texts);
      } finally {
        pendingChars -= chars;
      }
    },
    countNow(family, text) {
      refuseUnknown(family);
      if (text.length > COUNT_NOW_BYTES || Buffer.byteLength(text, 'utf8') > COUNT_NOW_BYTES) {
        throw new TotalRecallError('internal', `countNow takes texts of up to ${COUNT_NOW_BYTES} bytes; use count for longer ones.`);
      }
      return roundTokens(families, family, tokenizerOf(family)!(text));
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}

function mergeFamilies(extra: readonly TokenFamily[]): TokenFamily[] {
  const byName = new Map(TOKEN_FAMILIES.map((family) => [family.name, family]));
  for (const family of extra) byName.set(family.name, family);
  return [...byName.values()];
}

function idlest(lanes: readonly CountLane[]): CountLane {
  return lanes.reduce((best, lane) => (lane.pending < best.pending ? lane : best));
}
