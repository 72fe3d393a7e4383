/** A JSON object with any keys. */
export type Loose = Readonly<Record<string, unknown>>;

export function isLoose(value: unknown): value is Loose {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** Unwraps JSON inside a string, up to two levels, or inside a fenced code block; returns any other value unchanged. */
export function unwrapJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'string' || depth > 2) return value;
  const text = value.trim().replace(/^```[a-z]*\s*([\s\S]*?)\s*```$/i, '$1');
  if (!/^[[{"]/.test(text)) return value;
  try {
    return unwrapJson(JSON.parse(text), depth + 1);
  } catch {
    return value;
  }
}

/** Begin of an object with a name, or of a list of texts or objects, as no words of a person begin. */
const JSON_BEGIN = /^(?:\{\s*(?:"|$)|\[\s*(?:["{]|$))/;

/** Returns true for a text that begins as JSON and ends before it does, within a string or a bracket that stays open. */
export function isCutJson(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = value.trim().replace(/^```[a-z]*\s*/i, '');
  if (!JSON_BEGIN.test(text)) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text[at];
    if (inString && unit === '\\') at += 1;
    else if (unit === '"') inString = !inString;
    else if (!inString && (unit === '{' || unit === '[')) depth += 1;
    else if (!inString && (unit === '}' || unit === ']')) depth -= 1;
  }
  return inString || depth > 0;
}

/** Converts a whole number written as text. */
export function toInt(value: unknown): unknown {
  return typeof value === 'string' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : value;
}

export function toBoolean(value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return text === 'true' || text === 'yes' ? true : text === 'false' || text === 'no' ? false : value;
}

const LIST_MARK = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;

/**
 * Reads a list of texts in the forms that models write: a text (split into lines where they are list items), numbers,
 * or objects that hold a text.
 */
export function toTexts(value: unknown): unknown {
  const read = unwrapJson(value);
  if (typeof read === 'string') return readLines(read);
  if (isLoose(read)) {
    const text = textIn(read);
    return text === undefined ? read : [text];
  }
  if (!Array.isArray(read)) return typeof read === 'number' ? [String(read)] : read;
  return read.flatMap((one: unknown) => {
    if (one === null || one === undefined || one === '') return [];
    if (typeof one === 'number' || typeof one === 'boolean') return [String(one)];
    return [isLoose(one) ? (textIn(one) ?? one) : one];
  });
}

function readLines(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length > 1 && lines.every((line) => LIST_MARK.test(line)) ? lines.map((line) => line.replace(LIST_MARK, '')) : joined(text);
}

function joined(text: string): string[] {
  return text.trim() === '' ? [] : [text.trim()];
}

const TEXT_KEYS = ['text', 'description', 'content', 'title', 'name', 'value', 'goal', 'item'] as const;

/** Returns the text of an object that holds it under any of the usual names. */
export function textIn(value: Loose): string | undefined {
  for (const key of TEXT_KEYS) {
    const held = value[key];
    if (typeof held === 'string' && held.trim() !== '') return held.trim();
  }
  const texts = Object.values(value).filter((held) => typeof held === 'string' && held.trim() !== '');
  return texts.length === 1 ? (texts[0] as string).trim() : undefined;
}

/** Drops fields that are null or undefined. */
export function present(value: Loose): Loose {
  return Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined && held !== null));
}
