import { createHash } from 'node:crypto';
import { IMPORT_LIMITS } from './import-limits.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the string, made well-formed, or undefined for an empty one or another type. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : undefined;
}

const LAST_TIME = 253_402_300_799_999;

/** Parses an ISO time, or a number of seconds or milliseconds, to epoch milliseconds; undefined for anything else. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const parsed = Date.parse(value);
    return Number.isNaN(parsed) || parsed <= 0 || parsed > LAST_TIME ? undefined : parsed;
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  const ms = Math.round(value < 100_000_000_000 ? value * 1000 : value);
  return ms > LAST_TIME || ms < 1 ? undefined : ms;
}

/**
 * Limits a label's length: a longer one keeps its beginning and a hash of the whole, so that equal labels stay equal.
 */
export function labelOf(value: string): string {
  const text = value.toWellFormed();
  if (text.length <= IMPORT_LIMITS.labelLength) return text;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, IMPORT_LIMITS.labelLength - 17).toWellFormed()}~${hash}`;
}

/** Returns a valid media type, or the one for unknown bytes. */
export function mimeOf(value: string | undefined): string {
  return value !== undefined && /^[a-z0-9][a-z0-9+_.-]{0,63}\/[a-z0-9][a-z0-9+_.-]{0,63}$/i.test(value)
    ? value.toLowerCase()
    : 'application/octet-stream';
}

/** Builds a name that matches NAME_PATTERN from its parts. */
export function nameOf(...parts: readonly string[]): string {
  const name = parts
    .map((part) => part.replace(/[^A-Za-z0-9._:@-]+/g, '-').replace(/^[^A-Za-z0-9]+/, ''))
    .filter((part) => part !== '')
    .join('.');
  if (name === '') return 'session';
  if (name.length <= 128) return name;
  return `${name.slice(0, 110)}.${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
}

/** Returns the file's name without folders and extensions. */
export function stemOf(fileName: string): string {
  const base = fileName.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.(jsonl|ndjson|json)$/i, '').replace(/\.traj$/i, '');
}
