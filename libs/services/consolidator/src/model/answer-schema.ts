import type { AnswerShape } from '@total-recall/ports';
import { z } from 'zod';

/** Bounds and formats, which the answer is checked against here. Endpoints with strict schemas refuse some of them. */
const CHECKED_HERE = new Set(['$schema', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern', 'format']);

/** Returns the shape to ask for, from the schema that the answer is held against. */
export function answerShape(name: string, schema: z.ZodType): AnswerShape {
  return { name, schema: withoutBounds(z.toJSONSchema(schema)) as AnswerShape['schema'] };
}

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !CHECKED_HERE.has(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBounds(value)]));
}

/** Most levels of an answer; ours have four. */
const MOST_LEVELS = 16;

export type ParsedAnswer<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'refused'; readonly code: 'JSON_PARSE_FAIL' | 'SCHEMA_FAIL' };

/** Reads an answer, all of it or nothing: an answer of which a part breaks the schema is not repaired. */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  if (isDeep(text)) return { kind: 'refused', code: 'SCHEMA_FAIL' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: 'refused', code: 'JSON_PARSE_FAIL' };
  }
  const read = schema.safeParse(json);
  return read.success ? { kind: 'read', value: read.data } : { kind: 'refused', code: 'SCHEMA_FAIL' };
}

/** Counts brackets outside of strings, before anything recurses into them. */
function isDeep(text: string): boolean {
  let levels = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') {
      levels += 1;
      if (levels > MOST_LEVELS) return true;
    } else if (char === '}' || char === ']') levels -= 1;
  }
  return false;
}
