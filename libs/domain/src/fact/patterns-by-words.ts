import { foldCase, requiredWords } from './required-words.ts';

/** Chooses patterns for a text. */
export interface PatternChoice {
  (text: string): readonly number[];
  /**
   * Reads the patterns in steps, each of which yields its work in characters: hundreds of them take half a second. What is
   * left is read at the first text.
   */
  prepare(): Generator<number, void>;
}

/** Work of reading one pattern, in characters of plain analysis. */
const PATTERN_COST = 8_192;

/**
 * Chooses the patterns that may match a text, by their places and in their order: those whose required words stand in it.
 * The others cannot match. One pass over the text finds the words of all patterns, so that a text without them, as most are,
 * costs the same however many patterns there are.
 */
export function patternsByWords(patterns: () => Iterable<RegExp>): PatternChoice {
  let indexing: Generator<undefined, IndexedWords> | undefined;
  let indexed: IndexedWords | undefined;
  /** Reads one more pattern, if one is left. After a failure all are read anew. */
  const readOne = (): void => {
    indexing ??= indexWords(patterns());
    try {
      const step = indexing.next();
      if (step.done === true) indexed = step.value;
    } catch (error) {
      indexing = undefined;
      throw error;
    }
  };
  const choose = (text: string): readonly number[] => {
    while (indexed === undefined) readOne();
    const { always, behind, words } = indexed;
    const isFound = new Uint8Array(behind.length);
    const chosen = [...always];
    const found = findSets(foldCase(text), words, isFound);
    for (const set of found) for (const { at, others } of behind[set]!) if (others.every((other) => isFound[other] === 1)) chosen.push(at);
    return chosen.toSorted((a, b) => a - b);
  };
  function* prepare(): Generator<number, void> {
    while (indexed === undefined) {
      readOne();
      yield PATTERN_COST;
    }
  }
  return Object.assign(choose, { prepare });
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

function* indexWords(patterns: Iterable<RegExp>): Generator<undefined, IndexedWords> {
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
  let at = 0;
  for (const pattern of patterns) {
    const [rarest, ...others] = requiredWords(pattern).map(numberOf);
    if (rarest === undefined) always.push(at);
    else behind[rarest]!.push({ at, others });
    at += 1;
    yield;
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
