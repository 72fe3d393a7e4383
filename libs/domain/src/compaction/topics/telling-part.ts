import { startOfRun, wordsIn } from '../../terms/dense-words.ts';
import { ASKS, COMMA, isMark, type Clauses } from '../sketches/clauses.ts';
import { beginsWithWork, startOfAsk, withoutThanks } from './ask-words.ts';
import { readNegations, withNegation, type Negations } from './negations.ts';

/** Weight of a word, or of a run without spaces, by how much it tells; 0 for an everyday one. */
export type WordWeight = (word: string) => number;

/** Number of words of a part where what negates them stands too far apart for fewer. */
const NEGATED_WORDS = 16;
/** Weight from which a part tells enough to be quoted. */
export const LEAST_TELLING = 1.5;
/** The same of a part that follows words such as "I would like to". */
const LEAST_ASKED = 0.4;
/** Preference for such a part, and for the parts of a clause that begins with a verb of work: "Fix the login loop". */
const ASKED = 2.5;
/** Preference for the start of a clause, for a whole clause or its start up to a comma, and for earlier clauses. */
const FROM_START = 1.15;
const WHOLE = 1.15;
const LATER = 0.08;
/** Preference for a question that begins with its question word, and that word's weight. */
const QUESTION = 1.4;
const QUESTION_WORD = 1;
const QUESTION_WORDS = new Set(
  (
    'where why how what which who whose when wo wohin woher warum wieso weshalb wie was welche welcher welches wer wann ' +
    'où pourquoi comment quand combien quel quelle quels quelles qui ¿dónde ¿cómo ¿cuándo ¿cuánto ¿cuántos ¿cuál ¿qué ¿quién ¿por ' +
    'dove perché come quando quanto quale quali chi onde como quanto qual quem waar waarom hoe wanneer welke wie wat ' +
    'var varför hur när vem vilken hvor hvorfor hvordan hvornår hvem где куда откуда почему зачем как когда сколько кто какой какая какие'
  ).split(' '),
);
/** One or two words, such as a ticket number, say less than a clause. */
const FEW_WORDS = 3;
const FEW = 0.6;

/**
 * Finds the most telling run of at most `most` words in some clauses, the earlier one of equals; pairs of characters
 * count as words where no spaces part them. What negates words of its clause stays with them. Undefined for clauses
 * without words, or where nothing has room for what negates it.
 */
export function tellingPart(
  clauses: Clauses,
  weightOf: WordWeight,
  most: number,
): { readonly part: string; readonly weight: number; readonly isAsked: boolean } | undefined {
  let best: { words: readonly string[]; weight: number; score: number; isAsked: boolean } | undefined;
  for (const [number, clause] of clauses.entries()) {
    const words = clause.filter((word) => !isMark(word));
    const commas = commasOf(clause);
    const negations = readNegations(words);
    const isQuestion = clause.at(-1) === ASKS && QUESTION_WORDS.has(words[0]!.toLowerCase());
    const isWork = !isQuestion && beginsWithWork(words);
    const asks = isQuestion || isWork ? undefined : startOfAsk(words);
    for (let from = 0; from < Math.max(1, words.length - 2); from++) {
      const taken = takeWords(words, from, most, commas);
      const weights = taken.map((word, at) => shareOfRun(word, words[from + at]!) * weightOf(words[from + at]!));
      const { start, end } = trimmed(weights, { negations, from });
      if (start === end) continue;
      const isAsking = isQuestion && from === 0;
      // A part that is asked for is told to its end: small words there say when, or for whom.
      const isToEnd =
        from === asks && taken[0] === words[from] && (from + taken.length === words.length || commas.has(from + taken.length));
      const last = isToEnd ? Math.max(end, withoutThanks(taken)) : end;
      const window = taken.slice(isAsking ? 0 : from === asks ? Math.max(0, articles(taken)) : start, last);
      if (2 * window.filter(isNoWord).length > window.length) continue;
      if (negations.cutsOff(from + start, from + last)) continue;
      const weight = weights.slice(start, end).reduce((sum, one) => sum + one, isAsking && start > 0 ? QUESTION_WORD : 0);
      const size = sizeOf(window);
      const isAsked = from === asks && weight >= LEAST_ASKED && size > 1;
      const isWhole =
        (from === 0 || isAsked) && taken[0] === words[from] && (from + taken.length === words.length || commas.has(from + taken.length));
      const score =
        ((weight / Math.sqrt(2 + size)) *
          (from === 0 || isAsked ? FROM_START : 1) *
          (isAsked || isWork ? ASKED : 1) *
          (isWhole ? WHOLE : 1) *
          (isAsking ? QUESTION : 1) *
          (size < FEW_WORDS && !isAsked ? FEW : 1)) /
        (1 + LATER * number);
      if (best === undefined || score > best.score + 1e-9)
        best = { words: window, weight, score, isAsked: isAsked || ((isAsking || isWork) && weight >= LEAST_TELLING) };
    }
  }
  return best === undefined ? undefined : { part: best.words.join(' '), weight: best.weight, isAsked: best.isAsked };
}

const ARTICLES = new Set(
  'the a an my our your der die das den dem le la les el los las il lo o os de het een un une una ein eine einen'.split(' '),
);

/** Returns the number of articles that a part begins with. */
function articles(words: readonly string[]): number {
  return words.findIndex((word) => !ARTICLES.has(word.toLowerCase()));
}

/** Returns the indices of the words that stand behind a comma. */
function commasOf(clause: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  let words = 0;
  for (const word of clause) {
    if (word === COMMA) found.add(words);
    else if (!isMark(word)) words++;
  }
  return found;
}

/** The rarity of a run without spaces is known of the whole run only. */
const shareOfRun = (taken: string, run: string): number => (taken === run ? 1 : wordsIn(taken) / wordsIn(run));

/** Finds the same; in more words where nothing of so few has room for what negates it. */
export function roomyPart(clauses: Clauses, weightOf: WordWeight, most: number): ReturnType<typeof tellingPart> {
  return tellingPart(clauses, weightOf, most) ?? tellingPart(clauses, weightOf, NEGATED_WORDS);
}

export const sizeOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + wordsIn(word), 0);

/**
 * Takes words in a row that stand for at most `most`, up to the last comma where the clause goes on; of a longer run
 * without spaces its start.
 */
function takeWords(words: readonly string[], from: number, most: number, commas: ReadonlySet<number>): readonly string[] {
  let to = from;
  for (let left = most; to < words.length; to++) {
    left -= wordsIn(words[to]!);
    if (left < 0) break;
  }
  if (to < words.length) {
    let comma = to;
    while (comma > from && !commas.has(comma)) comma--;
    if (comma - from >= FEW_WORDS) to = comma;
  }
  return to > from ? words.slice(from, to) : words.slice(from, from + 1).map((word) => withNegation(word, startOfRun(word, most)));
}

/** Figures, signs and prompts of a terminal: a clause made mostly of them was pasted, nobody asks in it. */
const NO_WORD = /\p{N}|[^\p{L}\p{N}\p{M}'’.-]/u;
const isNoWord = (word: string): boolean => NO_WORD.test(word) && wordsIn(word) < 2;

/** Finds the words of a part of a clause that tell something, with those that negate them. */
function trimmed(
  weights: readonly number[],
  { negations, from }: { readonly negations: Negations; readonly from: number },
): { readonly start: number; readonly end: number } {
  let [start, end] = [0, weights.length];
  while (start < end && weights[start] === 0 && !negations.opens(from + start)) start++;
  while (end > start && weights[end - 1] === 0 && !negations.closes(from + end - 1)) end--;
  return { start, end };
}
