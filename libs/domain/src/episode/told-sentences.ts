import { SENTENCE_WORD } from '../recall/statements/stating-sentences.ts';

/** A sentence of a text as somebody said it, without the code, tables and markup around it. */
export interface ToldSentence {
  /** Word for word, on one line. */
  readonly text: string;
  readonly isQuestion: boolean;
  /** True where it announces what comes behind it: it ends in a colon. */
  readonly announces: boolean;
  /** True for an item of a list and for a heading: it goes with others. */
  readonly isItem: boolean;
}

/** Characters of a text that are read, and sentences. */
const READ_CHARS = 8_192;
const MOST_SENTENCES = 128;
const MOST_CHARS = 240;
const LEAST_WORDS = 3;
/** Share of letters, spaces and plain marks in what people write; lines of code, logs and JSON have less. */
const LEAST_LETTERS = 0.85;
/** Longest run without a space in prose: paths and addresses are longer. */
const LONGEST_RUN = 60;

const BLOT = '\uFFFC';
/** Blocks and lines that are code, quoted, or part of a table. */
const FOREIGN = [
  /```[\s\S]*?(?:```|$)/g,
  /~~~[\s\S]*?(?:~~~|$)/g,
  /^[ \t]*(?:>|\||\$ |\+\+\+|---|@@).*$/gm,
  /^(?: {4,}|\t+)\S.*$/gm,
  /<!--[\s\S]*?(?:-->|$)/g,
];
const TAG = /<\/?[A-Za-z][\w:-]{0,40}(?:\s[^<>\n]{0,200})?>/g;
const ADDRESS = /!?\[([^\]\n]{0,200})\]\([^)\s]{1,2000}\)/g;
/** Marks of emphasis at a word; those of a power, as in `2**31`, have letters, digits or spaces on both sides. */
const EMPHASIS = /(?<![\p{Lu}\p{Ll}\p{N}])\*\*(?=\S)|(?<=\S)\*\*(?![\p{Lu}\p{Ll}\p{N}])/gu;
/** A line that goes on in small letters is one sentence with the line before it. */
const SENTENCE_END =
  /\n\s*\n|\n(?!\p{Ll})|(?<=[.!?؟]["'”’)\]*_]{0,3})(?<!(?<!\p{L})(?:am|de[mnr]|zum|bis|ab|vom)\s\d{1,2}\.(?=\s+\p{Lu}\p{Ll}+))(?<!(?<!\p{L})(?:Dr|Mr|Mrs|Ms|Prof|St|vs|etc|approx|e\.g|i\.e|z\.B|bzw)\.)\s+|(?<=[。！？])|\uFFFC+/u;
const LEAD = /^\s*(?:(?:[*•–—+-]|#{1,6}|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?)?[\s*_]*/u;
const ITEM = /^\s*(?:[*•–—+-]|#{1,6}|\d{1,3}[.)])\s/u;
/** Sentences of people begin with a word, a name in quotes or a number; a line of a log or a prompt often does not. */
const BEGINS = /^[\p{L}\p{N}"“'‘«„「`(¿¡@.…]/u;
const QUESTION = /[?？؟]["'”’»)\]*_]{0,4}$/u;
const PLAIN = /[\p{L}\p{M}\p{N}\s'’.,;:!?"“”`()/_-]/gu;
/** Finds the sentences that a text says in words of its own, in their order. Decided by form alone, in any language. Pure. */
export function toldSentences(text: string): ToldSentence[] {
  const read = text.slice(0, READ_CHARS);
  const own = FOREIGN.reduce((rest, pattern) => rest.replace(pattern, BLOT), read)
    .replace(ADDRESS, '$1')
    .replace(TAG, BLOT);
  const told: ToldSentence[] = [];
  for (const part of own.split(SENTENCE_END)) {
    if (told.length >= MOST_SENTENCES) break;
    const said = part.replace(LEAD, '').replaceAll(EMPHASIS, '').replaceAll(/\s+/g, ' ').trim();
    if (!isTold(said)) continue;
    told.push({ text: cutAtWord(said), isQuestion: QUESTION.test(said), announces: /[:：]["'*_]*$/u.test(said), isItem: ITEM.test(part) });
  }
  return told;
}

function isTold(said: string): boolean {
  if (!BEGINS.test(said)) return false;
  if ((said.match(SENTENCE_WORD)?.length ?? 0) < LEAST_WORDS) return false;
  if (said.split(' ').some((run) => run.length > LONGEST_RUN && /[\x21-\x7e]{20}/.test(run))) return false;
  return (said.match(PLAIN)?.length ?? 0) >= LEAST_LETTERS * said.length;
}

/** The start of a sentence that is too long, up to a whole word. */
function cutAtWord(said: string): string {
  if (said.length <= MOST_CHARS) return said;
  const end = said.lastIndexOf(' ', MOST_CHARS);
  return said.slice(0, end > MOST_CHARS / 2 ? end : MOST_CHARS);
}

/** A word and a colon at the start of a text. */
const LABEL = /^\s*(\p{Lu}[\p{L} ]{1,24}):\s+/u;
const LEAST_LABELLED = 2;

/** Returns the words and the colon that so large a share of the texts begin with: those of a form, or the names of speakers. */
export function sharedLabels(texts: readonly string[], share: number): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const text of texts) {
    const label = LABEL.exec(text)?.[1];
    if (label !== undefined) times.set(label, (times.get(label) ?? 0) + 1);
  }
  return new Set([...times].filter(([, count]) => count >= LEAST_LABELLED && count >= share * texts.length).map(([label]) => label));
}

/** Returns a text without its label, where that is one of these. */
export function withoutLabel(text: string, labels: ReadonlySet<string>): string {
  const label = LABEL.exec(text)?.[1];
  return label !== undefined && labels.has(label) ? text.replace(LABEL, '') : text;
}
