import {
  EVENT_ID_PATTERN,
  EVENT_REF_CHARS,
  EVENT_REF_PATTERN,
  NAME_PATTERN,
  parseEventRef,
  parsePlacesRef,
  parseTurnsRef,
  PLACES_REF_CHARS,
  PLACES_REF_PATTERN,
  TURNS_REF_PATTERN,
} from '@total-recall/domain';
import { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';

export const ARTIFACT_ID_PATTERN = /^art_[0-9a-f]{32}$/;
/** `~1`: a part of the fact before it. `+1`: what several facts were merged into, or what was said again of one. */
export const FACT_ID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}\.\d{1,9}(?:[~+]\d{1,4}){0,8}$/;
export const UNIT_ID_PATTERN = /^(?:(?:episode|topic|insight):)?[0-7][0-9A-HJKMNP-TV-Z]{25}(?:\.\d{1,9})?(?:[~+]\d{1,4}){0,8}$/;
const MARKER_ID_PATTERN = /^(?:m\d{1,9}(\.(?:p\d{0,9}|\d{1,9}))?|r\d{1,15}-\d{1,15}\.[0-9a-f]{16})$/;
/** Positions as `runtime/positions` seals them: a single one, or the ends of all partitions that an answer covered. */
const POSITION_PATTERN = /^(?:p[A-Za-z0-9_-]{22}|c[A-Za-z0-9_-]{59,8192})$/;
const CURSOR_PATTERN = /^[A-Za-z0-9_-]{1,1024}$/;
const MIME_PATTERN =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(?:[ \t]{0,4};[ \t]{0,4}[a-z0-9!#$&^_.+-]{1,64}=(?:[a-z0-9!#$&^_.+:-]{1,64}|"[a-z0-9!#$&^_.+:/ -]{1,64}")){0,4}$/i;
const KEY_ID_PATTERN = /^[0-9a-z]{16}$/;
const IDEMPOTENCY_PATTERN = /^[\x21-\x7e]{1,255}$/;

/**
 * Name of a space, session, agent, source or tenant. It is used in paths and filters, so few characters are allowed.
 */
export const name = z.string().regex(NAME_PATTERN, 'must be 1 to 128 of A-Z a-z 0-9 . _ : @ - and begin with a letter or digit');
export const eventId = z.string().regex(EVENT_ID_PATTERN, 'must be an id of 26 characters (a ULID), as answers give it');
const WHOLE_EVENT_PATTERN = /^(?:[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}\/e[1-9]\d{0,11}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/;
/** An event by its id or by its session and its place there, without a byte range: what is named goes or stays whole. */
export const wholeEvent = z
  .string()
  .regex(WHOLE_EVENT_PATTERN, 'must be SESSION/e184, as answers name it, or an event id; without :from-to, as an event is named whole');
const EMPTY_PART = 'names an empty part: it must end after its start';
/**
 * Short names of events in answers of recall: `e184`, `SESSION/e184` or an event id, optionally followed by a byte
 * range of the text such as `:1200-1640`.
 */
export const eventRef = z
  .string()
  .max(EVENT_REF_CHARS)
  .regex(EVENT_REF_PATTERN, 'must be e184, SESSION/e184 or an event id, with :from-to for a part of it')
  .refine((text) => !EVENT_REF_PATTERN.test(text) || parseEventRef(text) !== undefined, EMPTY_PART);

const OPEN_REF_PATTERN = new RegExp(
  [EVENT_REF_PATTERN, TURNS_REF_PATTERN, PLACES_REF_PATTERN, ARTIFACT_ID_PATTERN].map(({ source }) => source).join('|'),
);

/** Target of `open`: an event, several, turns or an artifact. */
export const openRef = z
  .string()
  .max(PLACES_REF_CHARS)
  .regex(OPEN_REF_PATTERN, 'must be e184, e3,e8-e12, T20-T27, each with or without SESSION/, an event id or an artifact id')
  .refine((text) => !EVENT_REF_PATTERN.test(text) || parseEventRef(text) !== undefined, EMPTY_PART)
  .refine((text) => !TURNS_REF_PATTERN.test(text) || parseTurnsRef(text) !== undefined, 'must name the earlier turn first')
  .refine((text) => !PLACES_REF_PATTERN.test(text) || parsePlacesRef(text) !== undefined, 'must name the earlier event of e8-e12 first');
/** A fact: the event that states it, and where in its text. */
export const factId = z.string().regex(FACT_ID_PATTERN, 'must be the id of a fact, as a list of facts shows it');
/** A unit of any kind; all but facts say theirs in front. */
export const unitId = z.string().regex(UNIT_ID_PATTERN, 'must be the id of a unit, as a list of units shows it');
export const artifactId = z.string().regex(ARTIFACT_ID_PATTERN, 'must be art_ and 32 hex digits');
export const markerId = z.string().regex(MARKER_ID_PATTERN, 'must be a marker id as a window shows it, such as m3');
export const position = z.string().regex(POSITION_PATTERN, 'must be a position that an answer of this service gave');
export const cursor = z.string().regex(CURSOR_PATTERN, 'must be a cursor that an answer of this service gave');
export const mime = z.string().regex(MIME_PATTERN, 'must be a media type such as image/png or text/plain; charset=utf-8');
export const keyId = z.string().regex(KEY_ID_PATTERN, 'must be a key id');
export const idempotencyKey = z.string().regex(IDEMPOTENCY_PATTERN, 'must be 1 to 255 visible ASCII characters');

const CODES = new Map<string, ErrorCode>([
  [NAME_PATTERN.toString(), 'invalid_name'],
  [ARTIFACT_ID_PATTERN.toString(), 'invalid_artifact_id'],
  [POSITION_PATTERN.toString(), 'invalid_position'],
  [CURSOR_PATTERN.toString(), 'invalid_cursor'],
]);

/** Returns the error code for a string that does not match this pattern. */
export function codeOfPattern(pattern: string): ErrorCode | undefined {
  return CODES.get(pattern);
}
