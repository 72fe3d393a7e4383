import { hashHex } from '../ids/hashes.ts';

/**
 * A value under its name as JSON text, with the SHA-256 of what stands there beside it: so a reader tells a file that was cut short or changed from one that is whole. It is not a
 * signature. Read by `readCheckedJson`.
 */
export function writeCheckedJson(name: string, value: object): string {
  return `${JSON.stringify({ [name]: value, sha256: hashHex(JSON.stringify(value)) }, undefined, 2)}\n`;
}

/** What `writeCheckedJson` wrote under this name; undefined where the text is anything else. The shape of the value is the caller's to trust. */
export function readCheckedJson<T extends object>(name: string, text: string): T | undefined {
  const read = parse(text);
  if (typeof read !== 'object' || read === null) return undefined;
  const { [name]: value, sha256 } = read as Record<string, unknown>;
  if (typeof value !== 'object' || value === null || sha256 !== hashHex(JSON.stringify(value))) return undefined;
  return value as T;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
