import { isFunctionWord } from '../function-words.ts';
import { isCode, isUnspaced, valueForm, type Statement } from './statements.ts';
import { isChoice, isCopula, tellsAct } from './update-words.ts';

/** The common words of two statements, and their values. */
export interface StatementMatch {
  /** Common words before the value, in lower case; those behind it, too, where it stands in the middle. */
  readonly about: readonly string[];
  readonly older: readonly string[];
  readonly newer: readonly string[];
  /** True where a plain word is the value of a key: the key may be a label before anything. */
  readonly isLabelled: boolean;
  /** True where bare numbers stand right behind the name of a thing, which they may tell apart from others: "issue 4". */
  readonly isNumbered: boolean;
}

/** Number of words needed before a value, so that it is the value of something. */
const LEAST_ABOUT = 3;
/** The same number where the later statement says that it holds now. */
const LEAST_ABOUT_NOW = 2;
/** Fewest common words around a value in the middle: "use X for the queue". */
const LEAST_FRAME = 4;
const MOST_VALUE = 5;
/** Most words of a value that has no form and is no name. */
const MOST_PLAIN = 2;
const MOST_PLAIN_UNSPACED = 6;
/** Longest value in scripts without spaces, in letters. */
const MOST_VALUE_UNSPACED = 14;
/** Number of such letters that two values may share, because every street is called a street. */
const MOST_SHARED_UNSPACED = 1;

/**
 * Matches two statements if the later one gives another value for the same thing; undefined otherwise. All words of the
 * earlier one up to its value must precede the later one's value, and almost nothing may follow: "ticket 101 is closed"
 * names a thing by number, "the port is 4100" gives a value. A name counts as one only where the later statement says
 * "now" or both are lines of a key and its value, and other words only behind "is" or a key: "the build and the tests"
 * gives no value. Where the later statement says that something changed, a name or a form may stand in the middle of the
 * same words, behind a verb of choice: "use Redis for the queue". What acts are done to is no value either: "I will create `a.py`", while "I set the path to `a.py`"
 * gives one. Independent of language except for those words.
 */
export function matchStatements(older: Statement, newer: Statement): StatementMatch | undefined {
  if (older.after !== undefined && older.after === newer.after) return undefined;
  const start = bestStart(older.forms, newer.forms);
  if (start === undefined) return undefined;
  const { at, length } = start;
  const isKey = older.keyWords === length && newer.keyWords === at + length && at === 0;
  const behind = commonEnd(older.forms.slice(length), newer.forms.slice(at + length));
  const isFramed = behind * 2 > length;
  if (!isFramed && !isKey && length < (newer.saysNow ? LEAST_ABOUT_NOW : LEAST_ABOUT)) return undefined;
  // Words before the common ones may name another subject, so a short match must start the statement; before a change that is
  // told they may say that somebody only thought so.
  if (at > 0 && (length < LEAST_ABOUT || newer.isReading)) return undefined;
  if (isFramed && !(newer.saysNow && at === 0 && length + behind >= LEAST_FRAME && isChoice(older.forms[length - 1]!))) return undefined;
  const values = {
    older: older.words.slice(length, older.words.length - behind),
    newer: newer.words.slice(at + length, newer.words.length - behind),
  };
  if (!areValues(values)) return undefined;
  const about = older.forms.slice(0, length);
  if (areObjectsOfActs(older, newer, { about, ...values })) return undefined;
  const forms = [valueForm(values.older), valueForm(values.newer)];
  if (forms.some((form) => form !== 'exact') && !newer.saysNow && !isKey) return undefined;
  const isPlain = forms.includes('plain');
  if (isFramed && isPlain) return undefined;
  if (isPlain && !arePlainValues(values)) return undefined;
  if (isPlain && !isKey && !(length >= LEAST_ABOUT && isCopula(about.at(-1)!) && !holdFunctionWord(values))) return undefined;
  const isNumbered = !isKey && !isCopula(about.at(-1)!) && !isFunctionWord(about.at(-1)!) && [values.older, values.newer].every(isOrdinal);
  const end = isFramed ? older.forms.slice(older.forms.length - behind) : [];
  return { about: [...about, ...end], ...values, isLabelled: isPlain && isKey, isNumbered };
}

const ORDINAL = /^#?\p{Nd}{1,4}$/u;

function isOrdinal(words: readonly string[]): boolean {
  return words.length === 1 && ORDINAL.test(words[0]!);
}

/** Returns true when both tell an act, and each value is a file or another piece of code that it is done to. */
function areObjectsOfActs(
  older: Statement,
  newer: Statement,
  { about, ...values }: Omit<StatementMatch, 'isLabelled' | 'isNumbered'>,
): boolean {
  if (!tellsAct(older.forms) || !tellsAct(newer.forms)) return false;
  return !isFunctionWord(about.at(-1)!) && [values.older, values.newer].every((words) => words.some(isCode));
}

/** Finds the place in the later statement of the longest common beginning. */
function bestStart(older: readonly string[], newer: readonly string[]): { readonly at: number; readonly length: number } | undefined {
  let best: { at: number; length: number } | undefined;
  for (let at = 0; at < newer.length; at++) {
    let length = 0;
    while (length < older.length && older[length] === newer[at + length]) length++;
    if (length > (best?.length ?? 0)) best = { at, length };
  }
  return best;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length - 1 && count < b.length - 1 && a.at(-1 - count) === b.at(-1 - count)) count++;
  return count;
}

const DIGIT = /\p{N}/u;

function contains(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [a, b].map((words) =>
    words
      .join(' ')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ ]/gu, ''),
  );
  return one!.includes(other!) || other!.includes(one!);
}

type Values = Pick<StatementMatch, 'older' | 'newer'>;

function areValues({ older, newer }: Values): boolean {
  if (older.length === 0 || newer.length === 0) return false;
  for (const words of [older, newer]) {
    const most = words.some(isUnspaced) ? MOST_VALUE_UNSPACED : MOST_VALUE;
    if (words.length > most) return false;
  }
  const forms = new Set(older.map((word) => word.toLowerCase()));
  const shared = newer.filter((word) => forms.has(word.toLowerCase()));
  if (shared.length > (shared.every(isUnspaced) ? MOST_SHARED_UNSPACED : 0)) return false;
  // `init` and `Thing.init` are one name, given more precisely.
  return DIGIT.test(older.join('')) || !contains(older, newer);
}

function arePlainValues({ older, newer }: Values): boolean {
  return [older, newer].every((words) => words.length <= (words.some(isUnspaced) ? MOST_PLAIN_UNSPACED : MOST_PLAIN));
}

function holdFunctionWord({ older, newer }: Values): boolean {
  return [...older, ...newer].some((word) => isFunctionWord(word.toLowerCase()));
}
