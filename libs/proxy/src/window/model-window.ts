/** Windows of models by the beginning of their names, the longest first. Source: the vendors' pages of models. */
const WINDOWS: readonly (readonly [RegExp, number])[] = [
  [/^gpt-4\.1/, 1_047_576],
  [/^gpt-5/, 400_000],
  [/^(o1|o3|o4)/, 200_000],
  [/^gpt-4o|^gpt-4-turbo|^chatgpt-4o/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^claude/, 200_000],
];

const UNKNOWN_WINDOW = 128_000;

/** Returns the tokens that a model takes, or 128,000 for one that is not known. A name may follow a vendor and a slash. */
export function modelWindow(model: string): number {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN_WINDOW;
}

/** Returns the tokenizer family that a model is counted by. */
export function modelFamily(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  if (name.startsWith('claude')) return 'claude';
  return /^gpt-(4(?![o.\d]|-1)|3\.5)/.test(name) ? 'cl100k' : 'o200k';
}
