/** Arguments of a call in both forms that the APIs require: JSON text of an object, and the object. */
interface WrittenArguments {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Deepest nesting: vendors' parsers refuse more, and ours would run out of stack. */
const DEPTH_MAX = 128;

/**
 * Converts arguments as a model wrote them to an object: `{"value": ...}` for other JSON, `{"raw": "..."}` for other
 * text.
 */
export function writeArguments(given: string | undefined): WrittenArguments {
  const text = (given ?? '').toWellFormed();
  if (text.trim() === '') return { text: '{}', value: {} };
  const parsed = parse(text);
  if (parsed.kind === 'none') return wrap({ raw: text });
  const { value } = parsed;
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  return isObject ? { text, value: value as Record<string, unknown> } : wrap({ value });
}

function wrap(value: Record<string, unknown>): WrittenArguments {
  return { text: JSON.stringify(value), value };
}

function parse(text: string): { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'none' } {
  if (depthOf(text) > DEPTH_MAX) return { kind: 'none' };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value: /\\u[dD][89a-fA-F]/.test(text) ? wellFormed(value) : value };
  } catch {
    return { kind: 'none' };
  }
}

/** Returns the deepest nesting of brackets, outside of strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') deepest = Math.max(deepest, ++depth);
    else if (char === '}' || char === ']') depth--;
  }
  return deepest;
}

/** Makes texts well-formed: an escaped half of a surrogate pair is valid JSON, but no API accepts it. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name.toWellFormed(), wellFormed(part)]));
}
