import { LABELS } from '../event/kind-label.ts';
import { GROUP_KINDS } from '../unit/group.ts';
import { isMostlyKnown, likeName, likeWords, type NameReader } from './like-words.ts';
import { normaliseLookAlikes, readSigns, UNKNOWN } from './normalise-look-alikes.ts';

/** Beginnings of lines that only the service writes into a window or an answer, without bracket and spaces. */
const BEGINNINGS = [
  String.raw`events t\d`,
  'preview only',
  String.raw`\d{1,12} characters left out`,
  'unsure:',
  'not found:',
  'overview:',
  String.raw`list:.{0,12}that`,
  'list:no message in which',
  // The moment that an answer is of, and its overviews.
  String.raw`as of\d{8,8}t`,
  String.raw`true at\d{8,8}t`,
  'by the decisions up to',
  ...GROUP_KINDS.map((kind) => `${kind}:`),
  'withheld:',
  'also in this event:',
  'late result of call',
  String.raw`task state v\d`,
  'task state derived from',
  'what is known read by',
  'what is known read from',
  String.raw`\d{1,6} more fact`,
  String.raw`.{0,40}more lines like`,
  String.raw`.{0,40}more lines alike`,
  'attachment:',
  'erased$',
  'unreadable$',
  ...LABELS.map((label) => `${label.slice(1, -1)}$`),
  // The line of `open` that names the part shown.
  String.raw`[^:]{1,80}whole:\d{1,12} line`,
  String.raw`[^:]{1,80}lines\d{1,24} of\d{1,12} bytes`,
  // Lines of `open` that names turns.
  String.raw`t\d{1,12}t\d{1,24}event`,
  String.raw`t\d{1,24}event`,
  String.raw`.{0,150}for more:ref`,
  // As earlier versions wrote it.
  String.raw`.{0,150}for more:open`,
  'damaged:',
  'an answer of the memory',
  'what was recalled here is withheld',
  // Lines of the proxy.
  String.raw`\d{1,12} older message`,
  'what came of it is left out here',
  // Lines of answers for MCP.
  'more follows:',
  String.raw`\d{1,12} more line does not fit`,
  String.raw`\d{1,12} more lines do not fit`,
];
const D = `[\\doils${UNKNOWN}]`;
const BRACKETED = new RegExp(
  `^(?:${BEGINNINGS.map(written).join('|')}|${likeWords('events')}?${likeWords('t')}${D}{1,9}${likeWords('t')}?${D}{0,9}${likeWords('evicted')})`,
);

/** First word of a line that names the agent of the message below it, and the bracket that ends it. */
const FROM = new RegExp(`^${likeWords('from')}$`);
const FIRST_WORD = /^[\s\p{Z}]*(?<word>[^\s\p{Z}]{1,24})[\s\p{Z}]/u;
const ENDS_IN_BRACKET = /[\]］】〕〗〙〛⟧❳﹈⁆⌉⌋][\s\p{Cf}]*$/u;

/** Converts the words between pattern parts to look-alike patterns. */
function written(beginning: string): string {
  return beginning
    .split(/(\\d(?:\{\d+,\d+\})?|\[\^:\]\{\d+,\d+\}|\.\{\d+,\d+\}|\$)/)
    .map((part, at) => (at % 2 === 0 ? likeWords(part) : part))
    .join('');
}

/**
 * Headings of answers in plain letters, past and present forms, also indented or escaped. A look-alike must match more
 * of the line.
 */
const PLAIN_HEADING = new RegExp(
  String.raw`^[ \t\\]*(?:# (?:session |\d{4}-\d\d-\d\d|unknown)|## (?:[^\s/]{1,128}\/)?e\d|## [0-7][0-9A-HJKMNP-TV-Z]{25}|<event id=)`,
);
const HEADINGS = new RegExp(
  `^(?:${likeWords('session')}.{1,150}(?:\\d{8}|${likeWords('unknown')})$|\\d{8}$|${likeWords('e')}\\d{1,12}:?\\d{0,24}${likeWords('t')}\\d)`,
);

const LEAD = new RegExp(`^[^a-z0-9${UNKNOWN}]*`);
const NOT_WORDS = new RegExp(`[^a-z0-9:${UNKNOWN}]`, 'g');
/** Characters that pass for a letter only between letters. */
const PASSES_BETWEEN = /[|!$@+]/;
const MORE_LETTERS: Readonly<Record<string, string>> = { '|': 'l', '!': 'i', $: 's', '@': 'a', '+': 't' };

/** Lines that are the service's in some places only. */
interface ServiceLines {
  /** Headings of answers. */
  readonly headings: boolean;
  /** Lines that name an agent, in windows that do. */
  readonly agents: boolean;
}

/**
 * Returns true when a reader could take a line for one of the service: a note or marker in brackets; in answers also a
 * heading.
 */
export function resemblesService(line: string, { headings, agents }: ServiceLines): boolean {
  if (headings && PLAIN_HEADING.test(line)) return true;
  const folded = normaliseLookAlikes(line, 0, 'line');
  const lead = LEAD.exec(folded)![0];
  const rest = folded.slice(lead.length);
  if (lead.includes('[')) {
    if (begins(BRACKETED, rest)) return true;
    const inside = folded.slice(lead.lastIndexOf('[') + 1);
    if (PASSES_BETWEEN.test(inside) && begins(BRACKETED, withMoreLetters(inside))) return true;
    if (agents && resemblesAgentLine(line)) return true;
  }
  return headings && lead.startsWith('#') && begins(HEADINGS, rest);
}

/** Returns true when a line in brackets could be taken for one that names an agent: `[from planner]`. */
function resemblesAgentLine(line: string): boolean {
  const word = ENDS_IN_BRACKET.test(line) ? FIRST_WORD.exec(line)?.groups?.['word'] : undefined;
  if (word === undefined) return false;
  return FROM.test(normaliseLookAlikes(word, 0, 'line').replace(LEAD, '').replace(NOT_WORDS, ''));
}

const likeRecalled = likeName('recalled');

/** Largest number of characters between the angle and the name. */
const MOST_STROKES = 2;

/** Returns true when the text after an angle could be taken for the wrapper's name, opening or closing. */
export function resemblesWrapper(text: string, from: number): boolean {
  let strokes = 0;
  let take: NameReader | undefined;
  const resembles = readTag(text, from, (code) => {
    if (isOfWord(code)) {
      take ??= likeRecalled();
      return take(code);
    }
    if (take) return code === COLON ? false : undefined;
    strokes++;
    return strokes > MOST_STROKES ? false : undefined;
  });
  return resembles ?? false;
}

/** Reads the text after an angle, one character after the other, until `take` knows; undefined where it never does. */
function readTag(text: string, from: number, take: NameReader): boolean | undefined {
  return readSigns(text, from, 'tag', (folded) => {
    for (let at = 0; at < folded.length; at++) {
      const known = take(folded.charCodeAt(at));
      if (known !== undefined) return known;
    }
    return undefined;
  });
}

const COLON = 0x3a;
const UNKNOWN_CODE = UNKNOWN.charCodeAt(0);

/** Returns true for a small letter, a digit, and what may be either. */
function isOfWord(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === UNKNOWN_CODE;
}

/** Names of the tags around a part of a window or an answer that holds somebody else's text. */
export type WrapperName = 'artifact' | 'file';

/** A slash, and what looks like one. */
const SLASHES: readonly number[] = [0x2f, 0x2044, 0x2215, 0x2571, 0x27cb, 0x29f8];
const MOST_SLASHES = 2;
const LIKE_NAME: Readonly<Record<WrapperName, ReturnType<typeof likeName>>> = { artifact: likeName('artifact'), file: likeName('file') };

/** Returns true when the text after an angle could be taken for the closing tag of this name. */
export function resemblesClosing(text: string, from: number, name: WrapperName): boolean {
  let slashes = 0;
  let take: NameReader | undefined;
  let isNamed = false;
  const closes = readTag(text, from, (code) => {
    if (isNamed) return !isOfWord(code);
    if (take === undefined && SLASHES.includes(code)) {
      slashes++;
      return slashes > MOST_SLASHES ? false : undefined;
    }
    if (slashes === 0) return false;
    take ??= LIKE_NAME[name](slashes);
    const named = take(code);
    isNamed = named === true;
    return isNamed ? undefined : named;
  });
  return closes ?? isNamed;
}

function begins(pattern: RegExp, rest: string): boolean {
  if (rest === '') return false;
  const matched = pattern.exec(rest.replace(NOT_WORDS, ''))?.[0];
  return matched !== undefined && isMostlyKnown(matched);
}

function withMoreLetters(rest: string): string {
  return rest.replace(/[|!$@+]/g, (sign) => MORE_LETTERS[sign]!);
}
