import { isContentWord, LEAST_RUN_WORDS, RUN_WORDS, type EvidenceTraits } from './evidence-traits.ts';
import { findMeasures } from './telling-strings.ts';
import { wordsOf } from './words-of.ts';

/** Wanted features found in a text. Bounded by what is wanted, however long the text. */
interface FoundTraits {
  readonly strings: ReadonlySet<string>;
  readonly measures: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly pairs: ReadonlySet<string>;
}

/** Telling strings by their first word, with that word's offset in the string. */
type StringHeads = ReadonlyMap<string, readonly { readonly text: string; readonly offset: number }[]>;

/** Searches texts for the features of all evidence, in one pass over each text's words. */
export function findTraits(texts: readonly string[], evidence: readonly EvidenceTraits[]): FoundTraits {
  const wanted = unionOf(evidence);
  const heads = headsOf(wanted.strings);
  const found: Found = { strings: new Set(), measures: new Set(), runs: new Set(), pairs: new Set() };
  for (const text of texts) findIn(text, wanted, heads, found);
  return found;
}

type Found = { readonly [K in keyof FoundTraits]: Set<string> };

function findIn(text: string, wanted: ReturnType<typeof unionOf>, heads: StringHeads, found: Found): void {
  for (const measure of findMeasures(text)) if (wanted.measures.has(measure)) found.measures.add(measure);
  const recent: string[] = [];
  let lastContent: string | undefined;
  for (const word of wordsOf(text)) {
    for (const { text: string, offset } of heads.get(word.text) ?? [])
      if (standsAt(text, string, word.at - offset)) found.strings.add(string);
    recent.push(word.text);
    if (recent.length > RUN_WORDS) recent.shift();
    for (let length = LEAST_RUN_WORDS; length <= recent.length; length++) {
      if (!wanted.runLengths.has(length)) continue;
      const run = recent.slice(-length).join(' ');
      if (wanted.runs.has(run)) found.runs.add(run);
    }
    if (!isContentWord(word.text)) continue;
    const pair = lastContent === undefined ? undefined : `${lastContent} ${word.text}`;
    if (pair !== undefined && wanted.pairs.has(pair)) found.pairs.add(pair);
    lastContent = word.text;
  }
}

/** Decides whether the found features are enough to say that the evidence was used. */
export function recognises(traits: EvidenceTraits, found: FoundTraits): 'exact' | 'near' | undefined {
  if (shared(traits.strings, found.strings) + shared(traits.measures, found.measures) + shared(traits.runs, found.runs) > 0) return 'exact';
  return traits.sentences.some(({ pairs, needed }) => shared(pairs, found.pairs) >= needed) ? 'near' : undefined;
}

function shared(ours: ReadonlySet<string>, theirs: ReadonlySet<string>): number {
  let count = 0;
  for (const one of theirs) if (ours.has(one)) count += 1;
  return count;
}

/** Removes features that the reader knew from elsewhere. */
export function forgetKnown(traits: EvidenceTraits, known: FoundTraits): void {
  for (const string of known.strings) traits.strings.delete(string);
  for (const measure of known.measures) traits.measures.delete(measure);
  for (const run of known.runs) traits.runs.delete(run);
  for (const { pairs } of traits.sentences) for (const pair of known.pairs) pairs.delete(pair);
}

function unionOf(evidence: readonly EvidenceTraits[]) {
  const runs = new Set(evidence.flatMap((traits) => [...traits.runs]));
  return {
    strings: new Set(evidence.flatMap((traits) => [...traits.strings])),
    measures: new Set(evidence.flatMap((traits) => [...traits.measures])),
    runs,
    runLengths: new Set([...runs].map((run) => run.split(' ').length)),
    pairs: new Set(evidence.flatMap((traits) => traits.sentences.flatMap(({ pairs }) => [...pairs]))),
  };
}

function headsOf(strings: ReadonlySet<string>): StringHeads {
  const heads = new Map<string, { text: string; offset: number }[]>();
  for (const text of strings) {
    const [head] = wordsOf(text);
    if (head === undefined) continue;
    const same = heads.get(head.text) ?? [];
    same.push({ text, offset: head.at });
    heads.set(head.text, same);
  }
  return heads;
}

function standsAt(text: string, string: string, at: number): boolean {
  return at >= 0 && text.startsWith(string, at) && !/^[\p{L}\p{N}_]/u.test(text.slice(at + string.length, at + string.length + 2));
}
