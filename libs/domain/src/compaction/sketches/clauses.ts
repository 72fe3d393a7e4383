import { wordsIn } from '../../terms/dense-words.ts';
import { detachStrings } from '../../terms/detach-strings.ts';
import { readNegations, withNegation } from '../topics/negations.ts';

const REQUEST_CHARS = 1_200;
const DENSE_CHARS = 20;
const WORD_CHARS = 40;

/** Marks among the words of a clause: a comma between two of them, and the sign that ends a question. */
export const COMMA = ',';
export const ASKS = '?';

/** Clauses of a text, each as the words that may appear in a marker, and the marks among them. */
export type Clauses = readonly (readonly string[])[];

/** Tags that programs put around parts of a request. Like addresses, they say nothing about the request. */
const TAG = /<\/?[A-Za-z][\w:-]{0,40}(?:\s[^<>\n]{0,200})?>/g;

/** Lines of a terminal: behind a prompt, or with the signs of a spinner or a frame. They were pasted, nobody asks in them. */
const TERMINAL_LINE = /^[ \t]*(?:[➜❯\u2500-\u259f\u2800-\u28ff]|\$[ \t])[^\n]*/gmu;

/** Signs between words. A comma between digits is part of a number. */
const BETWEEN_WORDS = /[\s"'`[\]{}()<>|*#「」『』（）《》【】\p{Cc}]+/u;
const COMMAS = /,(?!\d)|(?<!\d),/g;
/** Straight apostrophes inside words. A marker keeps typographic ones, as straight ones quote. */
const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu;
/** Hashes and UUIDs: one takes the tokens of half a marker and says nothing. */
const OPAQUE = /^(?=.*\d)(?=.*[a-f])[\da-f-]{16,}$/i;

/** An answer in front of a request negates nothing of it. */
const ANSWER = /^\s*(?:no|nope|nein|non|não|nee|nej|нет)(?:\s*,|\s+[–—-](?=\s))\s*(?=\S)/iu;

/** Signs of which one ends a question, where no word goes on behind it. */
const QUESTION_ENDS = /[.!;:]*(?:\?[.!?;:]*(?=\s|$)|[？؟])/gu;

/** Returns true for a mark among the words of a clause. */
export function isMark(word: string): boolean {
  return word === COMMA || word === ASKS;
}

const DECIDED = /^\W*(?:(?:we|i)(?:['’]ve|\s+have)?\s+)?(?:decision|decided?|chosen?|choose|agreed?)\b[\s:]*(?:(?:to|on)\b)?/i;
/** Words that a reason begins with. Some also stand in what is decided, so these need a comma or a subject behind them. */
const REASON = new RegExp(
  String.raw`,?\s(?:because|due to|given that|so that|in order to|weil|damit|porque|ya que|puesto que|parce que|puisque|afin de|perché|poiché|omdat|eftersom|fordi|потому что|так как)\s|` +
    String.raw`,\s(?:since|as|for|da|denn|como|pois|car|comme|dato che|want|for|då|da|ведь|чтобы)\s|` +
    String.raw`\ssince\s(?:it|its|they|their|we|our|the|this|that|there|those|these|most|all|no|nobody|both|every)\s|因为|由于|なぜなら`,
  'iu',
);
/** Ends of a clause: the first alternative always, a colon or a line only behind more than a heading. */
const DECISION_ENDS = /([.!;](?=\s|$)|[。！；])|:(?=\s|$)|：|\n/gu;
const HEADING_WORDS = 2;

/**
 * Splits the text of a decision into clauses, without the word "decided" at its start, and without the reasons that
 * follow: those often speak of what was not chosen.
 */
export function decidedClauses(text: string): Clauses {
  const said = text.slice(0, REQUEST_CHARS).replace(DECIDED, '').trimStart();
  return requestClauses(said.slice(0, endOfDecision(said)).split(REASON, 1)[0]!);
}

function endOfDecision(said: string): number {
  for (const { 1: isEnd, index } of said.matchAll(DECISION_ENDS)) {
    const words = said
      .slice(0, index)
      .split(/\s+/)
      .reduce((sum, word) => sum + wordsIn(word), 0);
    if (isEnd !== undefined || words > HEADING_WORDS) return index;
  }
  return said.length;
}

/** A few words before a colon, with the list under them. */
const HEADED =
  /([^\n.!?;:。！？；：]{1,40}):(?:[ \t]*\n(?:[ \t]*\n)?((?:[ \t]*(?:[-*•]|\d{1,2}[.)])[ \t]+[^\n]*(?:\n|$))+)|[ \t]+(?=\S))/gu;
const MARKUP = /[#*]/g;
/** A colon in bold stands inside it: `**Never:** push`. */
const BOLD_COLON = /:(\*{1,3})(?=\s|$)/gmu;
const LIST_SIGN = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/u;
/** `If not:` negates nothing that follows, and neither does an answer. */
const NO_HEADING = /(?:^|\s)(?:(?:if|or|why|falls|wenn|oder|si|se|sinon|если)\s+\S+|no|nope|nein|non|não|nee|nej|нет)$/iu;

/** Puts words that end with a negation before what they negate behind their colon. */
function withHeading(whole: string, heading: string, list: string | undefined): string {
  const plain = heading.replaceAll(MARKUP, ' ').trim();
  const words = plain.split(/\s+/);
  if (NO_HEADING.test(plain) || !readNegations(words).opens(words.length - 1)) return whole;
  if (list === undefined) return `${heading} `;
  return list
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `${heading} ${line.replace(LIST_SIGN, '')}`))
    .join('\n');
}

/** Splits the start of a text into clauses. */
export function requestClauses(text: string): Clauses {
  return text
    .slice(0, REQUEST_CHARS)
    .replaceAll(TERMINAL_LINE, '')
    .replaceAll(TAG, '\n')
    .replaceAll(APOSTROPHE, '’')
    .replaceAll(BOLD_COLON, '$1:')
    .replace(HEADED, withHeading)
    .replace(QUESTION_ENDS, ` ${ASKS}\n`)
    .split(/(?:[.!;:]+(?=\s|$))|[。！；：，、\n]+/u)
    .map((clause) =>
      clause
        .replace(ANSWER, '')
        .replace(COMMAS, ` ${COMMA} `)
        .split(BETWEEN_WORDS)
        .filter(
          (word) => isMark(word) || (/[\p{L}\p{N}]/u.test(word) && !word.includes('://') && (word.length <= WORD_CHARS || isDense(word))),
        )
        .filter((word) => !OPAQUE.test(word))
        .map(shortWord),
    )
    .filter((words) => !words.every(isMark))
    .map(detachStrings);
}

/** In a script without spaces a whole clause is one word: only its start is kept, or its end where that negates it. */
function shortWord(word: string): string {
  return isDense(word) ? withNegation(word, Array.from(word).slice(0, DENSE_CHARS).join('')) : word;
}

function isDense(word: string): boolean {
  return word.length > DENSE_CHARS && /[\u0250-\u{10ffff}]/u.test(word);
}
