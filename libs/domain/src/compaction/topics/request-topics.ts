import { rulesOf } from '../../event/kind-rules.ts';
import { ASKS, COMMA, isMark, type Clauses } from '../sketches/clauses.ts';
import { startOfRun, wordsIn } from '../../terms/dense-words.ts';
import { isCommonWord } from '../../terms/read-terms.ts';
import { readNegations, withNegation, type Negations } from './negations.ts';
import type { SketchedEntry } from '../sketches/sketched-entry.ts';

/** Weight of a word, or of a run without spaces, by how much it tells; 0 for an everyday one. */
export type WordWeight = (word: string) => number;

/** Largest number of words of each request whose rarity is looked up. */
const MOST_WORDS = 1_200;
/** Number of quoted words per request where a span has one, two or three requests. */
const QUOTED_WORDS = [9, 6, 5] as const;
/** The same where what negates them stands too far apart. */
const NEGATED_WORDS = 16;
/** Number of words of a decision that is longer than one that is quoted whole. */
const DECIDED_WORDS = 6;
const WHOLE_DECISION_WORDS = 8;
const LEAST_TELLING = 1.5;
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

/** Quotes the requests of a span: the three most telling, in order. */
export function requestTopics(span: readonly SketchedEntry[], weightOf: WordWeight): string[] {
  const asked = span.flatMap(({ entry, sketch }, at) => {
    const clauses = rulesOf(entry.kind).isRequest ? sketch?.clauses : undefined;
    const best = clauses && roomyPart(clauses, weightOf, QUOTED_WORDS[0]);
    return best === undefined || best.weight < LEAST_TELLING ? [] : [{ at, clauses: clauses!, ...best }];
  });
  const chosen = asked.toSorted((a, b) => b.weight - a.weight || a.at - b.at).slice(0, QUOTED_WORDS.length);
  const words = QUOTED_WORDS[Math.max(0, chosen.length - 1)]!;
  // Fewer words may leave out what negates them, where more do not.
  const quoted = chosen.sort((a, b) => a.at - b.at).map(({ clauses, part }) => `"${tellingPart(clauses, weightOf, words)?.part ?? part}"`);
  return [...new Set(quoted)];
}

/** Quotes the two newest decisions of a span that stand. */
export function decisionTopics(span: readonly SketchedEntry[], weightOf: WordWeight): string[] {
  return span
    .filter(({ entry }) => entry.kind === 'decision' && entry.superseded !== true)
    .slice(-2)
    .flatMap(({ sketch }) => {
      const part = decidedPart(sketch?.clauses ?? [], weightOf);
      return part === undefined ? [] : [`decided ${part}`];
    });
}

/** Returns a short decision whole: parts of it may name only what was not chosen. */
function decidedPart(clauses: Clauses, weightOf: WordWeight): string | undefined {
  const [words = [], ...others] = clauses.map((clause) => clause.filter((word) => !isMark(word)));
  const isShort = others.length === 0 && sizeOf(words) <= WHOLE_DECISION_WORDS && words.some((word) => weightOf(word) > 0);
  return isShort ? words.join(' ') : roomyPart(clauses, weightOf, DECIDED_WORDS)?.part;
}

/** Returns the words of a span's requests whose rarity decides which part is quoted. */
export function requestWords(span: readonly SketchedEntry[], limit: number): string[] {
  const found = new Set<string>();
  const lists = span.flatMap(({ entry, sketch }) =>
    rulesOf(entry.kind).isRequest ? [sketch?.clauses?.flat().filter((word) => !isMark(word)) ?? []] : [],
  );
  for (let rank = 0; rank < MOST_WORDS && found.size < limit && lists.some((list) => rank < list.length); rank++) {
    for (const list of lists)
      if (rank < list.length && found.size < limit && !isCommonWord(list[rank]!)) found.add(list[rank]!.toLowerCase());
  }
  return [...found];
}

/**
 * Finds the most telling run of at most `most` words in some clauses, the earlier one of equals; pairs of characters
 * count as words where no spaces part them. What negates words of its clause stays with them. Undefined for clauses
 * without words, or where nothing has room for what negates it.
 */
export function tellingPart(
  clauses: Clauses,
  weightOf: WordWeight,
  most: number,
): { readonly part: string; readonly weight: number } | undefined {
  let best: { words: readonly string[]; weight: number; score: number } | undefined;
  for (const [number, clause] of clauses.entries()) {
    const words = clause.filter((word) => !isMark(word));
    const commas = commasOf(clause);
    const negations = readNegations(words);
    const isQuestion = clause.at(-1) === ASKS && QUESTION_WORDS.has(words[0]!.toLowerCase());
    for (let from = 0; from < Math.max(1, words.length - 2); from++) {
      const taken = takeWords(words, from, most, commas);
      const weights = taken.map((word, at) => shareOfRun(word, words[from + at]!) * weightOf(words[from + at]!));
      const { start, end } = trimmed(weights, { negations, from });
      if (start === end) continue;
      const isAsking = isQuestion && from === 0;
      const window = taken.slice(isAsking ? 0 : start, end);
      if (2 * window.filter(isNoWord).length > window.length) continue;
      if (negations.cutsOff(from + start, from + end)) continue;
      const weight = weights.slice(start, end).reduce((sum, one) => sum + one, isAsking && start > 0 ? QUESTION_WORD : 0);
      const size = sizeOf(window);
      const isWhole = from === 0 && taken[0] === words[0] && (taken.length === words.length || commas.has(taken.length));
      const score =
        ((weight / Math.sqrt(2 + size)) *
          (from === 0 ? FROM_START : 1) *
          (isWhole ? WHOLE : 1) *
          (isAsking ? QUESTION : 1) *
          (size < FEW_WORDS ? FEW : 1)) /
        (1 + LATER * number);
      if (best === undefined || score > best.score + 1e-9) best = { words: window, weight, score };
    }
  }
  return best === undefined ? undefined : { part: best.words.join(' '), weight: best.weight };
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
function roomyPart(clauses: Clauses, weightOf: WordWeight, most: number): ReturnType<typeof tellingPart> {
  return tellingPart(clauses, weightOf, most) ?? tellingPart(clauses, weightOf, NEGATED_WORDS);
}

const sizeOf = (words: readonly string[]): number => words.reduce((sum, word) => sum + wordsIn(word), 0);

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
