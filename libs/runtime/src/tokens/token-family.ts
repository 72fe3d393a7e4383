/**
 * How the tokens of one model family are counted: a module with `countTokens(text)`, and a factor on what it says.
 * `module` is a package path or file URL that can be loaded with `require`, on the main thread and in the worker alike.
 */
export interface TokenFamily {
  readonly name: string;
  /** False for an estimate, which must err high. */
  readonly exact: boolean;
  readonly module: string;
  readonly factor: number;
}

/**
 * No tokenizer of the Claude models is published. What is known of them: 10 to 30 % above o200k on prose, code and markup.
 * 1.35 keeps the estimate on the high side for all of these; a caller who can count exactly may plug a family of his own.
 */
const CLAUDE_FACTOR = 1.35;

export const TOKEN_FAMILIES: readonly TokenFamily[] = [
  { name: 'o200k', exact: true, module: 'gpt-tokenizer/encoding/o200k_base', factor: 1 },
  { name: 'cl100k', exact: true, module: 'gpt-tokenizer/encoding/cl100k_base', factor: 1 },
  { name: 'claude', exact: false, module: 'gpt-tokenizer/encoding/o200k_base', factor: CLAUDE_FACTOR },
];

export const DEFAULT_FAMILY = 'o200k';
