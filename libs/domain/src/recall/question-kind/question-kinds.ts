import { wholeWords } from '../../terms/whole-words.ts';
import { isListOfWords } from '../packing/whole-events.ts';
import { QUESTION_WORDS, type QuestionWords } from './question-words.ts';

/**
 * Aim of a question, as far as it changes which events belong to its answer. `list`, `infer` and `compare` take several
 * pieces; `order` and `summary` take pieces from all along; `ask` wants something made, shown or advised; `ever` wants
 * to know whether something was done at all.
 */
export type QuestionKind = Exclude<keyof QuestionWords, 'isUnspaced'>;

const KINDS: readonly QuestionKind[] = ['list', 'infer', 'compare', 'when', 'order', 'summary', 'ask', 'ever'];

/** Number of characters of a query that are read. */
const MAX_CHARS = 1_000;

const FORMS: ReadonlyMap<QuestionKind, RegExp> = new Map(
  KINDS.map((kind) => {
    const formsOf = (isUnspaced: boolean): string =>
      Object.values(QUESTION_WORDS)
        .filter((words) => (words.isUnspaced ?? false) === isUnspaced)
        .map((words) => words[kind])
        .join('|');
    return [kind, new RegExp(`${wholeWords(formsOf(false))}|${formsOf(true)}`, 'iu')];
  }),
);

const NO_KINDS: ReadonlySet<QuestionKind> = new Set();

/**
 * Recognises the kinds of a question by its words, in eleven languages. A list of words is of no kind. Order goes before
 * summary, and both before a request, which they are often put as.
 */
export function questionKinds(query: string): ReadonlySet<QuestionKind> {
  if (isListOfWords(query)) return NO_KINDS;
  const text = query
    .slice(0, MAX_CHARS)
    .replace(/\s+/gu, ' ')
    .replace(/^[\s¿¡"'“«]+/u, '')
    .trimEnd();
  const kinds = new Set(KINDS.filter((kind) => FORMS.get(kind)!.test(text)));
  if (kinds.has('order')) kinds.delete('summary');
  if (kinds.has('order') || kinds.has('summary'))
    for (const kind of ['ask', 'ever', 'list', 'infer', 'compare'] as const) kinds.delete(kind);
  return kinds;
}

/** Returns true for a question whose answer takes several pieces that may stand far apart. */
export function takesSeveral(kinds: ReadonlySet<QuestionKind>): boolean {
  return (kinds.has('list') || kinds.has('infer') || kinds.has('compare')) && !kinds.has('when');
}
