import { normalValue } from './normal-value.ts';
import { singular } from './normal-words.ts';

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&/+#_-]*/gu;

/** Matches the words right before the program that somebody has left for another. */
const LEFT =
  /(?<!\p{L})(?:from|instead\s+of|place\s+of|replaced|swapped(?:\s+out)?|von|statt|anstelle\s+von|(?:au\s+lieu|à\s+la\s+place|en\s+lugar|en\s+vez|em\s+vez|migré|(?:cambiado|migrado|cambiamos|migramos))\s+de|(?:al\s+posto|invece)\s+di|migrato\s+da|remplacé|(?:re+mplaza|sustitui)\p{L}+|sostituito|in\s+plaats\s+van|i\s+stället\s+för)\s+/giu;

/** Returns true where a sentence tells that a program was left for another. */
function leaves(sentence: string, program: string): boolean {
  return [...sentence.matchAll(LEFT)].some(({ index, 0: words }) => {
    const behind = normalValue(sentence.slice(index + words.length).replace(/[.,;:!]+(?=\s|$)/gu, ''));
    return behind === program || behind.startsWith(`${program} `);
  });
}

/**
 * Names an attribute in the words of the sentence that states it: "vat number deadline" is the "VAT numbers deadline", and
 * "using redis" is "instead of Redis" where the sentence tells what is used now.
 * For people alone; statements of one thing share the attribute itself.
 */
export function attributeAsSaid(attribute: string, sentence: string): string {
  const said = new Map<string, string>();
  for (const { index, 0: word } of sentence.matchAll(WORD)) {
    const plain = word.replace(/['’]s$/u, '').replace(/[.'’&/+-]+$/u, '');
    // A capital that only opens the sentence is not the word's own.
    const own = index === 0 && /^\p{Lu}\p{Ll}*$/u.test(plain) ? plain.toLowerCase() : plain;
    const normal = singular(plain.toLowerCase());
    if (!said.has(normal)) said.set(normal, own);
  }
  const program = /^using (.+)$/u.exec(attribute)?.[1];
  const named = program !== undefined && leaves(sentence, program) ? `instead of ${program}` : attribute;
  return named.replace(WORD, (word) => said.get(singular(word)) ?? word);
}
