import { atFirstUse } from '../lazy/at-first-use.ts';
import { foldCase, requiredWords } from './required-words.ts';

/**
 * Chooses the patterns that may match a text, by their places and in their order: those whose required words stand in it.
 * The others cannot match. One pass over the text finds the words of all patterns, so that a text without them, as most are,
 * costs the same however many patterns there are. Patterns are read at the first text.
 */
export function patternsByWords(patterns: () => readonly RegExp[]): (text: string) => readonly number[] {
  const indexed = atFirstUse(() => indexWords(patterns()));
  return (text) => {
    const { always, behind, words } = indexed();
    const isFound = new Uint8Array(behind.length);
    const chosen = [...always];
    const found = findSets(foldCase(text), words, isFound);
    for (const set of found) for (const { at, others } of behind[set]!) if (others.every((other) => isFound[other] === 1)) chosen.push(at);
    return chosen.toSorted((a, b) => a - b);
  };
}

/** The words that begin with the letters on the way here, and the sets of which a word ends here. */
interface WordTree {
  readonly next: Map<number, WordTree>;
  readonly sets: number[];
}

interface IndexedWords {
  /** Places of the patterns that require no words. */
  readonly always: readonly number[];
  /** For each set the patterns of which it is the rarest one, with the other sets that they require. */
  readonly behind: readonly (readonly { readonly at: number; readonly others: readonly number[] }[])[];
  readonly words: WordTree;
}

function indexWords(patterns: readonly RegExp[]): IndexedWords {
  const numbers = new Map<string, number>();
  const words: WordTree = { next: new Map(), sets: [] };
  const always: number[] = [];
  const behind: { at: number; others: number[] }[][] = [];
  const numberOf = (set: ReadonlySet<string>): number => {
    const key = [...set].toSorted().join('\n');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const number = numbers.size;
    numbers.set(key, number);
    behind.push([]);
    for (const word of set) endOf(words, word).sets.push(number);
    return number;
  };
  for (const [at, pattern] of patterns.entries()) {
    const [rarest, ...others] = requiredWords(pattern).map(numberOf);
    if (rarest === undefined) always.push(at);
    else behind[rarest]!.push({ at, others });
  }
  return { always, behind, words };
}

function endOf(tree: WordTree, word: string): WordTree {
  let at = tree;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    let next = at.next.get(code);
    if (next === undefined) at.next.set(code, (next = { next: new Map(), sets: [] }));
    at = next;
  }
  return at;
}

/** Returns the sets of which a word stands in a text, also as a part of a longer word; marks each, as most are found again. */
function findSets(text: string, words: WordTree, isFound: Uint8Array): readonly number[] {
  const found: number[] = [];
  for (let from = 0; from < text.length; from += 1) {
    let at = words.next.get(text.charCodeAt(from));
    for (let index = from + 1; at !== undefined; index += 1) {
      for (const set of at.sets) {
        if (isFound[set] === 1) continue;
        isFound[set] = 1;
        found.push(set);
      }
      at = at.next.get(text.charCodeAt(index));
    }
  }
  return found;
}
