import { createRequire } from 'node:module';
import type { TokenFamily } from './token-family.ts';
import { splitLongRuns } from './split-runs.ts';

interface TokenizerModule {
  countTokens(text: string, options?: { disallowedSpecial?: Set<string> }): number;
  clearMergeCache?(): void;
}

/** Characters counted between two clearings of a tokenizer's cache, whose keys keep whole texts alive. */
const CACHE_CHARS = 4 * 1024 * 1024;

// Special tokens in a user's text count as plain text.
const AS_TEXT = { disallowedSpecial: new Set<string>() };

const load = createRequire(import.meta.url);

/** Counts the tokens of one text, in time linear in its length and before the family's factor. */
export type CountText = (text: string) => number;

/** Loads the family's ranks (about 0.1 s, some 30 MB) and returns its counter. A family is loaded once per thread. */
export function loadTokenizer(family: TokenFamily): CountText {
  const tokenizer = load(family.module) as TokenizerModule;
  let sinceClear = 0;
  return (text) => {
    sinceClear += text.length;
    if (sinceClear > CACHE_CHARS) {
      tokenizer.clearMergeCache?.();
      sinceClear = text.length;
    }
    const pieces = splitLongRuns(text);
    // Adds one token per cut, so that a cut text is hardly ever counted too low.
    let tokens = pieces.length - 1;
    for (const piece of pieces) tokens += tokenizer.countTokens(piece, AS_TEXT);
    return tokens;
  };
}

/** Applies the family's factor to a count of its tokenizer. */
export function roundTokens(families: readonly TokenFamily[], name: string, tokens: number): number {
  return Math.ceil(tokens * (families.find((family) => family.name === name)?.factor ?? 1));
}

/** Creates counters for many families, each loaded at its first use. */
export function createTokenizers(families: readonly TokenFamily[]): (family: string) => CountText | undefined {
  const byName = new Map(families.map((family) => [family.name, family]));
  const loaded = new Map<string, CountText>();
  return (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const family = byName.get(name);
    if (!family) return undefined;
    const count = loadTokenizer(family);
    loaded.set(name, count);
    return count;
  };
}
