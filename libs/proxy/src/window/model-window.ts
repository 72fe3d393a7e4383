/** The window of the models whose names begin so, as an operator says it. */
export interface ModelWindow {
  readonly name: string;
  readonly tokens: number;
}

/**
 * Windows of models by the beginning of their names, the first that fits, and the most of it that a request may have where
 * the vendor keeps the rest for the answer. Source: the vendors' pages of models, and what they refuse; those of more than
 * 400,000, but GPT-4.1, were looked up on 2026-11-26. Anthropic's `context-1m-2025-08-07` is not looked at: since
 * 2026-04-30 it gives no model a larger window.
 */
const WINDOWS: readonly (readonly [RegExp, whole: number, request?: number])[] = [
  [/^gpt-6-(sol|luna)/, 1_050_000, 922_000],
  [/^gpt-5\.[4-6](?!\d)(?!.*-(mini|nano|codex|chat))/, 1_050_000, 922_000],
  [/^gpt-5(\.\d)?-chat/, 128_000],
  [/^gpt-5/, 400_000, 272_000],
  [/^gpt-4\.1/, 1_047_576],
  [/^(o1|o3|o4)/, 200_000],
  [/^gpt-4o|^gpt-4-turbo|^chatgpt-4o/, 128_000],
  [/^gpt-4-32k/, 32_768],
  [/^gpt-4/, 8_192],
  [/^gpt-3\.5/, 16_385],
  [/^claude-(opus-4[-.][678]|sonnet-4[-.]6|(opus|sonnet|fable|mythos)-5|haiku-5[-.]5)(?!\d)/, 1_000_000],
  [/^claude/, 200_000],
  [/^gemini-(2\.0-flash|2\.5-(pro|flash)|3-flash|3\.1-pro|3\.[58]-flash)(?!.*-(image|audio|live|tts))/, 1_000_000],
  [/^deepseek-v4/, 1_000_000],
];

const UNKNOWN_WINDOW = 128_000;

/**
 * Returns the tokens that a request to a model may have where its answer may take some: what is left of the window, or of
 * 128,000 for a model that is not known, and at least half of it. A name may follow a vendor and a slash. The longest
 * of the names that `given` has for a model counts, before what is known.
 */
export function modelWindow(model: string, outputTokens = 0, given: readonly ModelWindow[] = []): number {
  const name = bareName(model);
  const said = tokensIn(given, [model.toLowerCase(), name]);
  const [, known, request = known] = WINDOWS.find(([pattern]) => pattern.test(name)) ?? [undefined, UNKNOWN_WINDOW];
  const whole = said ?? known;
  const free = whole - Math.min(Math.max(0, outputTokens), whole >> 1);
  return said === undefined ? Math.min(request, free) : free;
}

function tokensIn(given: readonly ModelWindow[], names: readonly string[]): number | undefined {
  let longest: ModelWindow | undefined;
  for (const window of given) {
    const isMeant = names.some((name) => name.startsWith(window.name.toLowerCase()));
    if (isMeant && window.name.length >= (longest?.name.length ?? 0)) longest = window;
  }
  return longest?.tokens;
}

/** Returns the tokenizer family that a model is counted by. */
export function modelFamily(model: string): string {
  const name = bareName(model);
  if (name.startsWith('claude')) return 'claude';
  return /^gpt-(4(?![o.\d]|-1)|3\.5)/.test(name) ? 'cl100k' : 'o200k';
}

function bareName(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1).toLowerCase();
}
