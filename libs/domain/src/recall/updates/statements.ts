import { isFunctionWord } from '../function-words.ts';
import { toldChanges } from './told-changes.ts';
import { isNowWord, isOfDay, namesNoThing, withoutNowPhrases } from './update-words.ts';

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
   * there is none, or where it is no line of its own, as running text has labels: "Noted: the cabin is off."
   */
  readonly keyWords?: number;
  /** True for one of several readings of a told change: "moved to 18 June" is "is 18 June" and "is on 18 June". */
  readonly isReading?: boolean;
}

/** Largest number of statements read from one text, and of words in a statement. */
const MAX_STATEMENTS = 256;
const MAX_WORDS = 40;

const SENTENCE_END =
  /(?<=[.!?])(?<!(?<![\p{L}\p{N}])(?:[DM]r|[DM]rs|Ms|Prof|Dra|Sra?|Dott|Ing|St|Mme|Nr|bzw|ca|vs|z\.B|e\.g|i\.e)\.)\s+|(?<=[。！？؟])|\s*;\s+/u;
const FULL_STOP = /[.!?…。！？؟]\s*$/u;
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

/** Splits a text into statements, leaving out questions, and clauses that are about no thing in particular. */
export function statementsOf(text: string): Statement[] {
  const found: Statement[] = [];
  for (const line of text.split(/\n+/)) {
    if (found.length >= MAX_STATEMENTS) break;
    const sentences = line.split(SENTENCE_END);
    const isSetting = sentences.length === 1 && !FULL_STOP.test(line);
    for (const sentence of sentences) found.push(...readSentence(sentence, isSetting));
    for (const change of toldChanges(line)) found.push(...changedStatements(change));
  }
  return found.slice(0, MAX_STATEMENTS);
}

const MAX_SENTENCE_CHARS = 600;

/** Opening of a proposal of what is used from then on, which reads as the statement behind it. */
const PROPOSAL = /^\s*let(?:['’]s| us) (?=(?:use|keep|take|go with|stick with)\s)/iu;

function readSentence(sentence: string, isSetting: boolean): Statement[] {
  if (sentence === '' || sentence.length > MAX_SENTENCE_CHARS || QUESTION.test(sentence)) return [];
  const said = withoutNowPhrases(sentence);
  if (isOfDay(said.text)) return [];
  const clauses = said.text.replace(PROPOSAL, '').split(CLAUSE_END).map(readClause);
  const saysNow = said.saysNow || clauses.some((clause) => clause.saysNow);
  const found: Statement[] = [];
  let after: string | undefined;
  for (const { words, forms, keyWords } of clauses) {
    const opens = [forms[0], forms[keyWords ?? 0]];
    if (words.length > 0 && words.length <= MAX_WORDS && !opens.some((word) => word !== undefined && namesNoThing(word)))
      found.push({
        words,
        forms,
        saysNow,
        ...(after !== undefined && { after }),
        ...(isSetting && keyWords !== undefined && { keyWords }),
      });
    after ??= forms[0];
  }
  return found;
}

/** Words between a thing and its value: the same in the earlier statement makes them one thing. */
const IS = ['is', 'is on', 'is at', 'are', 'ist', 'ist am', 'ist um', 'est', 'est à', 'est le', 'es', 'es el', 'è', 'é'];

/** Returns a change as statements of the value that holds now, as it would be told plainly. */
function changedStatements({ thing, value }: ReturnType<typeof toldChanges>[number]): Statement[] {
  if (isOfDay(value) || valueForm(readClause(value).words) === 'plain') return [];
  const readings = IS.flatMap((copula) => readSentence(`${thing} ${copula} ${value}`, false));
  return readings.map((statement) => ({ ...statement, saysNow: true, isReading: true }));
}

function readClause(text: string): Omit<Statement, 'after'> {
  const words: string[] = [];
  let saysNow = false;
  let keyWords: number | undefined;
  const read = Array.from(text.matchAll(WORD), ([whole, quoted]) => {
    const isMark = MARK.test(whole);
    const word = isMark ? '' : quoted === undefined ? whole.replace(TRAILING, '') : whole;
    return { word, form: word.toLowerCase(), isMark, endsKey: isMark || /[:：]$/u.test(whole) };
  });
  for (const [at, { word, form, isMark, endsKey }] of read.entries()) {
    if (endsKey && keyWords === undefined && words.length + (isMark ? 0 : 1) > 0) keyWords = words.length + (isMark ? 0 : 1);
    if (word === '') continue;
    const next = read[at + 1]?.form;
    if (!isNowWord(form, next)) words.push(word);
    else if (words.length > (keyWords ?? 0) || next === undefined || opensStatement(next)) saysNow = true;
  }
  return {
    words,
    forms: words.map((word) => word.toLowerCase()),
    saysNow,
    ...(keyWords !== undefined && keyWords < words.length && { keyWords }),
  };
}

/** Tells "now my address is" from "now run the tests", which is the next step and says nothing of a state. */
function opensStatement(next: string): boolean {
  return isFunctionWord(next) || isUnspaced(next);
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

/** Returns true for a word in quotes, a path or an identifier. */
export function isCode(word: string): boolean {
  return CODE.test(word);
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
