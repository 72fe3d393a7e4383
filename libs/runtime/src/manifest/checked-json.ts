import { hashHex } from '../ids/hashes.ts';
import { jsonOrUndefined } from './json-or-undefined.ts';

/**
 * Renders a value under its name as JSON, with its SHA-256, so that a reader can tell a truncated or changed file from
 * a whole one. It is not a signature. `readCheckedJson` reads it.
 */
export function writeCheckedJson(name: string, value: object): string {
  return `${JSON.stringify({ [name]: value, sha256: hashHex(JSON.stringify(value)) }, undefined, 2)}\n`;
}

/**
 * Reads what `writeCheckedJson` wrote under this name; undefined for any other text. Does not check the value's shape.
 */
export function readCheckedJson<T extends object>(name: string, text: string): T | undefined {
  const read = jsonOrUndefined(text);
  if (typeof read !== 'object' || read === null) return undefined;
  const { [name]: value, sha256 } = read as Record<string, unknown>;
  if (typeof value !== 'object' || value === null || sha256 !== hashHex(JSON.stringify(value))) return undefined;
  return value as T;
}
