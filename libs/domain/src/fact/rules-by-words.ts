import { atFirstUse } from '../lazy/at-first-use.ts';
import type { FactRule } from './fact-rule.ts';
import { foldCase, requiredWords } from './required-words.ts';

/**
 * Chooses the rules that may match a sentence, in their order: those whose required words stand in it. The others cannot
 * match, and most sentences have the words of a few rules only. Rules of one language have a sign of it, which is cheaper
 * to look for: their patterns are not even made before a sentence has it.
 */
export function rulesByWords(rules: readonly FactRule[]): (text: string) => FactRule[] {
  const indexed = atFirstUse(() => indexWords(rules));
  return (text) => {
    const { setsOf, words } = indexed();
    const found = findSets(foldCase(text), words);
    return rules.filter((_, at) => setsOf[at]!.every((set) => found.has(set)));
  };
}

/** The words that begin with the letters on the way here, and the sets of which a word ends here. */
interface WordTree {
  readonly next: Map<number, WordTree>;
  readonly sets: number[];
}

interface IndexedWords {
  /** For each rule the sets of which it requires a word. */
  readonly setsOf: readonly (readonly number[])[];
  readonly words: WordTree;
}

function indexWords(rules: readonly FactRule[]): IndexedWords {
  const numbers = new Map<string, number>();
  const words: WordTree = { next: new Map(), sets: [] };
  const setsOf = rules.map((rule) =>
    (rule.onlyWith === undefined ? requiredWords(rule.pattern()) : []).map((set) => {
      const key = [...set].toSorted().join('\n');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const number = numbers.size;
      numbers.set(key, number);
      for (const word of set) endOf(words, word).sets.push(number);
      return number;
    }),
  );
  return { setsOf, words };
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

/** Returns the sets of which a word stands in a text, also as a part of a longer word. */
function findSets(text: string, words: WordTree): ReadonlySet<number> {
  const found = new Set<number>();
  for (let from = 0; from < text.length; from += 1) {
    let at = words.next.get(text.charCodeAt(from));
    for (let index = from + 1; at !== undefined; index += 1) {
      for (const set of at.sets) found.add(set);
      at = at.next.get(text.charCodeAt(index));
    }
  }
  return found;
}
