/** A rule of a provider that a request breaks, with its place. */
export interface ProviderProblem {
  readonly rule: string;
  readonly at: number;
  readonly what: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** Collects problems. `what` is shortened so that a failing property stays readable. */
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

/** Returns true for well-formed Unicode; both providers refuse JSON with half a surrogate pair. */
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
