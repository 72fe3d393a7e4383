import { isNowWord, isOfDay, withoutUnspacedNow } from './update-words.ts';

/** A clause for comparison: its words in order. */
export interface Statement {
  /** Words as written, without those that say "now". */
  readonly words: readonly string[];
  /** The same words in lower case. */
  readonly forms: readonly string[];
  /** True when the sentence says that this holds from now on. */
  readonly saysNow: boolean;
  /** First word of the sentence's text before the clause, in lower case; absent where the clause comes first. */
  readonly after?: string;
  /**
   * Number of words before a colon or equals sign, which name the thing that the rest is the value of; absent where
   * there is none.
   */
  readonly keyWords?: number;
}

/** Largest number of statements read from one text, and of words in a statement. */
const MAX_STATEMENTS = 256;
const MAX_WORDS = 40;

const SENTENCE_END = /(?<=[.!?])\s+|\n+|(?<=[。！？؟])|\s*;\s+/u;
const QUESTION = /[?？؟]\s*$|^\s*¿/u;
const CLAUSE_END = /[,，、،]\s+|[，、]|\s+[–—-]+\s+|[()]/u;
/**
 * Letters of scripts without spaces are words of their own; numbers, paths and names keep the characters that join
 * them.
 */
const WORD =
  /[`"“„«]([^`"”“»\n]{1,80})[`"”“»]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}_$#@/~])(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}\p{M}_'’.,:/@#+%-])*|[=:：]/gu;
const TRAILING = /[.,:'’-]+$/u;
const MARK = /^[=:：]$/u;

/** Splits a text into statements, leaving out questions. */
export function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  for (const sentence of text.split(SENTENCE_END)) {
    if (found.length >= MAX_STATEMENTS) break;
    if (sentence === '' || sentence.length > 600 || QUESTION.test(sentence) || isOfDay(sentence)) continue;
    let after: string | undefined;
    const said = withoutUnspacedNow(sentence);
    const clauses = said.text.split(CLAUSE_END).map(readClause);
    const saysNow = said.saysNow || clauses.some((clause) => clause.saysNow);
    for (const clause of clauses) {
      if (clause.words.length > 0 && clause.words.length <= MAX_WORDS)
        found.push({ ...clause, saysNow, ...(after !== undefined && { after }) });
      after ??= clause.forms[0];
    }
  }
  return found.slice(0, MAX_STATEMENTS);
}

function readClause(text: string): Omit<Statement, 'after'> {
  const words: string[] = [];
  let saysNow = false;
  let keyWords: number | undefined;
  for (const [whole, quoted] of text.matchAll(WORD)) {
    const isMark = MARK.test(whole);
    const word = quoted === undefined ? whole.replace(TRAILING, '') : whole;
    if ((isMark || /[:：]$/u.test(whole)) && keyWords === undefined && words.length + (isMark ? 0 : 1) > 0)
      keyWords = words.length + (isMark ? 0 : 1);
    if (isMark || word === '') continue;
    if (isNowWord(word.toLowerCase())) saysNow = true;
    else words.push(word);
  }
  return {
    words,
    forms: words.map((word) => word.toLowerCase()),
    saysNow,
    ...(keyWords !== undefined && keyWords < words.length && { keyWords }),
  };
}

const DIGIT = /\p{N}/u;
const CODE = /^[`"“„«]|[_/\\@#]|\p{L}\.\p{L}|\p{Ll}\p{Lu}/u;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const NAME = /^\p{Lu}/u;

/** Sign by which a value is recognised: its form (a number, quote, path, identifier or date), a name, or none. */
type ValueForm = 'exact' | 'name' | 'plain';

/**
 * Classifies a value. Each of its words must show the form; a number with names ("12 Elm Street") is exact as a whole.
 */
export function valueForm(words: readonly string[]): ValueForm {
  const isExact = (word: string): boolean => DIGIT.test(word) || CODE.test(word);
  if (!words.some(isExact)) return words.every((word) => NAME.test(word)) ? 'name' : 'plain';
  return words.every((word) => isExact(word) || NAME.test(word) || UNSPACED.test(word)) ? 'exact' : 'plain';
}

/** Joins words to a text, without spaces between words of scripts that use none. */
export function textOf(words: readonly string[]): string {
  return words.reduce(
    (text, word, at) => (at === 0 ? word : text + (isUnspaced(word) && isUnspaced(words[at - 1]!) ? '' : ' ') + word),
    '',
  );
}

export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}
