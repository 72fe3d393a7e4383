/**
 * Token counting of one model family: a module with `countTokens(text)`, and a factor for its result. `module` is a
 * package path or file URL that `require` can load, on the main thread and in the worker alike.
 */
export interface TokenFamily {
  readonly name: string;
  /** False for an estimate, which must err high. */
  readonly exact: boolean;
  readonly module: string;
  readonly factor: number;
  /** True where only models of Anthropic count so, false where none of them does; absent where the models are not known. */
  readonly isAnthropic?: boolean;
}

/**
 * No tokenizer of the Claude models is published. Known measurements: 10 to 30 % above o200k on prose, code and markup.
 * A factor of 1.35 stays on the high side for all of these. A caller who can count exactly may add a family of his own.
 */
const CLAUDE_FACTOR = 1.35;

export const TOKEN_FAMILIES: readonly TokenFamily[] = [
  { name: 'o200k', exact: true, module: 'gpt-tokenizer/encoding/o200k_base', factor: 1, isAnthropic: false },
  { name: 'cl100k', exact: true, module: 'gpt-tokenizer/encoding/cl100k_base', factor: 1, isAnthropic: false },
  { name: 'claude', exact: false, module: 'gpt-tokenizer/encoding/o200k_base', factor: CLAUDE_FACTOR, isAnthropic: true },
];

export const DEFAULT_FAMILY = 'o200k';

/** Returns by how much counts grow from one family to another, by the factors; 1 for families that a caller added. */
export function familyRatio(from: string, to: string): number {
  const factorOf = (name: string): number => TOKEN_FAMILIES.find((family) => family.name === name)?.factor ?? 1;
  return factorOf(to) / factorOf(from);
}

/** Returns true where models of a family may read thinking with a seal of Anthropic, or else one of another vendor. */
export function mayReadSeal(name: string, isAnthropicSeal: boolean): boolean {
  const isAnthropic = TOKEN_FAMILIES.find((family) => family.name === name)?.isAnthropic;
  return isAnthropic === undefined || isAnthropic === isAnthropicSeal;
}
