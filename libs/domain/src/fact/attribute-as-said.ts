import { singular } from './normal-words.ts';

const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.&/+#_-]*/gu;

/**
 * Names an attribute in the words of the sentence that states it: "vat number deadline" is the "VAT numbers deadline".
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
  return attribute.replace(WORD, (word) => said.get(singular(word)) ?? word);
}
