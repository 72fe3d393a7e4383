import { MARKER_TOKENS } from '../../policy/derive-budgets.ts';
import { plainLine } from '../../fence/plain-line.ts';
import { NOTE_TOOLS, type NoteTools } from '../../window/note-tools.ts';
import type { Marker } from './marker.ts';

const MAX_TOPIC_CHARS = 48;
export const MARKER_TOPICS = 16;
/** Number of topics that do not fit after which the search ends: each try costs a token count. */
const MISSES = 3;

/** Brackets and quotes of every script, except typographic apostrophes. */
const SIGNS_OF_OURS = /[[\]{}()<>,;"'`＂，；\p{Ps}\p{Pe}«»‹›“”„‟]+/gu;

/**
 * ASCII words with single spaces between them and no brackets or quotes: most topics look like this and need no change.
 */
const FLAT = /^[!#-&*+\-./0-9:=?@A-Z\\^_a-z|~]+(?: [!#-&*+\-./0-9:=?@A-Z\\^_a-z|~]+)*$/;

function flatten(topic: string): string {
  if (FLAT.test(topic)) return topic;
  return plainLine(plainLine(topic).replaceAll(SIGNS_OF_OURS, ' '));
}

/** Cleans a topic for a marker: one line, without brackets, commas or quotes. */
export function cleanTopic(topic: string): string {
  const flat = flatten(topic);
  if (flat.length <= MAX_TOPIC_CHARS) return flat;
  const points = Array.from(flat);
  return points.length <= MAX_TOPIC_CHARS ? flat : `…${points.slice(1 - MAX_TOPIC_CHARS).join('')}`;
}

/** Most characters of a request or a decision, which are never cut: a part of one may say its opposite. */
const MAX_SAID_CHARS = 400;
const DECIDED = 'decided ';

/** Cleans a topic made for a marker: a request keeps its quotes, a count its parentheses. */
export function writtenTopic(topic: string): string {
  if (topic.startsWith(DECIDED) && topic.length <= MAX_SAID_CHARS) return flatten(topic);
  const [, quoted] = topic.length <= MAX_SAID_CHARS ? (/^"([^"]+)"$/.exec(topic) ?? []) : [];
  if (quoted !== undefined) {
    const flat = flatten(quoted);
    return flat === '' ? '' : `"${flat}"`;
  }
  const [, counted, details] = /^(\d{1,9} [^()]{1,48}) \(([^()]{1,48})\)$/.exec(topic) ?? [];
  return counted === undefined ? cleanTopic(topic) : `${cleanTopic(counted)} (${cleanTopic(details!)})`;
}

/**
 * Renders the one template of a marker. Byte-exact: prompts, tests and other implementations depend on it. Source: 000
 * §5.2, 002 §4.3.
 */
export function renderMarker(fromTurn: number, toTurn: number, topics: readonly string[]): string {
  const key = topics.length > 0 ? ` Key topics: ${topics.join(', ')}.` : '';
  return `[Events ${turnRange(fromTurn, toTurn)} evicted.${key}${endNaming(NOTE_TOOLS.recall)}`;
}

/** Renders a range of turns: `T12`, `T12-T47`. */
export function turnRange(fromTurn: number, toTurn: number): string {
  return fromTurn === toTurn ? `T${fromTurn}` : `T${fromTurn}-T${toTurn}`;
}

const endNaming = (recall: string | undefined): string => (recall === undefined ? ']' : ` Use ${recall}(query) to retrieve details.]`);
const END = endNaming(NOTE_TOOLS.recall);

/**
 * Version of the template, stored with every new marker. 1: topics without quotes, text not stored. 2: requests in
 * quotes, counts with details. 3: the same text, and a note where turns behind an entry that stays are missing, too. 4:
 * what is asked for without the words around it, and what was done.
 */
export const MARKER_TEMPLATE = 4;
/** First version whose windows have notes of gaps. */
export const GAP_TEMPLATE = 3;

/** Returns the version of a marker whose text is made anew without a compaction: its window gets no notes by that. */
export function keptTemplate({ templateVersion = 1 }: Pick<Marker, 'templateVersion'>): number {
  return Math.max(templateVersion, GAP_TEMPLATE - 1);
}

/**
 * Returns a marker's text for the window: as it was counted when made, without invisible characters. A model that has
 * `recall` under another name is told that name, and one that has none is told of none.
 */
export function markerText(
  { text, fromTurn, toTurn, topics }: Pick<Marker, 'text' | 'fromTurn' | 'toTurn' | 'topics'>,
  { recall }: NoteTools = NOTE_TOOLS,
): string {
  const shown = plainLine(text ?? renderMarker(fromTurn, toTurn, topics));
  return recall !== NOTE_TOOLS.recall && shown.endsWith(END) ? `${shown.slice(0, -END.length)}${endNaming(recall)}` : shown;
}

export interface FittedMarker {
  readonly topics: readonly string[];
  readonly text: string;
  readonly tokens: number;
}

/**
 * Fits as many topics, best first, as 60 tokens hold. Topics are chosen by their own token counts, because counting
 * grows with the text's length; the whole marker is then counted once and loses its last topics if it is too large.
 */
export function fitMarker(
  fromTurn: number,
  toTurn: number,
  topics: readonly string[],
  countTokens: (text: string) => number,
): FittedMarker {
  const bare = renderMarker(fromTurn, toTurn, []);
  const bareTokens = countTokens(bare);
  let left = MARKER_TOKENS - bareTokens - countTokens(' Key topics:');
  let chosen: string[] = [];
  let misses = 0;
  const tried = new Set(['']);
  for (const each of topics) {
    if (chosen.length === MARKER_TOPICS || misses === MISSES || left <= 1) break;
    const topic = writtenTopic(each);
    if (tried.has(topic)) continue;
    tried.add(topic);
    const cost = countTokens(` ${topic},`);
    if (cost > left) {
      misses++;
      continue;
    }
    chosen.push(topic);
    left -= cost;
  }
  for (; chosen.length > 0; chosen = chosen.slice(0, -1)) {
    const text = renderMarker(fromTurn, toTurn, chosen);
    const tokens = countTokens(text);
    if (tokens <= MARKER_TOKENS) return { topics: chosen, text, tokens };
  }
  return { topics: [], text: bare, tokens: bareTokens };
}
