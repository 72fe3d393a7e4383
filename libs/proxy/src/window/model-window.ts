/**
 * Windows of models by the beginning of their names, the longest first, and the most of it that a request may have where
 * the vendor keeps the rest for the answer. Source: the vendors' pages of models, and what they refuse.
 */
const WINDOWS: readonly (readonly [RegExp, whole: number, request?: number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-5(\.\d)?-chat/, 128_000],
  [/^gpt-5/, 400_000, 272_000],
  [/^(o1|o3|o4)/, 200_000],
  [/^gpt-4o|^gpt-4-turbo|^chatgpt-4o/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^claude/, 200_000],
];

const UNKNOWN_WINDOW = 128_000;

/**
 * Returns the tokens that a request to a model may have where its answer may take some: what is left of the window, or of
 * 128,000 for a model that is not known, and at least half of it. A name may follow a vendor and a slash.
 */
export function modelWindow(model: string, outputTokens = 0): number {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const [, whole, request = whole] = WINDOWS.find(([pattern]) => pattern.test(name)) ?? [undefined, UNKNOWN_WINDOW];
  return Math.min(request, whole - Math.min(Math.max(0, outputTokens), whole >> 1));
}

/** Returns the tokenizer family that a model is counted by. */
export function modelFamily(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  if (name.startsWith('claude')) return 'claude';
  return /^gpt-(4(?![o.\d]|-1)|3\.5)/.test(name) ? 'cl100k' : 'o200k';
}
