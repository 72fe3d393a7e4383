/** A rule of a provider that a request breaks, and where. */
export interface ProviderProblem {
  readonly rule: string;
  readonly at: number;
  readonly what: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** Collects problems; `what` is cut so that a failing property stays readable. */
export function createProblems(): { readonly found: ProviderProblem[]; add(rule: string, at: number, what?: unknown): void } {
  const found: ProviderProblem[] = [];
  return { found, add: (rule, at, what = '') => void found.push({ rule, at, what: String(what).slice(0, 80) }) };
}

export function isRecord(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export function hasText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** A text that is well-formed Unicode; JSON with half a surrogate pair is refused by both providers. */
export function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (Array.isArray(value)) return value.every(isWellFormed);
  return !isRecord(value) || Object.entries(value).every(([name, part]) => name.isWellFormed() && isWellFormed(part));
}

export function isJsonObject(text: unknown): boolean {
  try {
    return typeof text === 'string' && isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}
