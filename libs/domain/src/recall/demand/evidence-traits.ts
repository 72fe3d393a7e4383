import { ENGLISH_STOP_WORDS } from '../stop-words.ts';
import { findMeasures, findTellingStrings } from './telling-strings.ts';
import { wordsOf } from './words-of.ts';

/** Number of words of a verbatim run; a shorter text of at least `LEAST_RUN_WORDS` is one run. */
export const RUN_WORDS = 8;
export const LEAST_RUN_WORDS = 4;
/** Number of content words that a run needs. */
const RUN_CONTENT = 3;
const SHORT_RUN_CONTENT = 2;
/** Number of pairs of adjacent content words that a sentence needs to be recognisable. */
const LEAST_PAIRS = 4;
/** Share of a sentence's pairs that another text must hold. */
const NEAR_SHARE = 0.6;

/** Bounds of what is kept for one piece of evidence. */
const LIMITS = { chars: 65_536, strings: 128, runs: 4_096, sentences: 256 } as const;

/**
 * Features by which one piece of evidence is recognised. Features that turn out to be known otherwise are removed from
 * the sets.
 */
export interface EvidenceTraits {
  readonly strings: Set<string>;
  readonly measures: Set<string>;
  readonly runs: Set<string>;
  readonly sentences: readonly { readonly pairs: Set<string>; readonly needed: number }[];
}

/** Extracts the features of a text. Linear; the result is bounded. */
export function traitsOf(evidence: string): EvidenceTraits {
  const text = evidence.slice(0, LIMITS.chars);
  return {
    strings: new Set(findTellingStrings(text, LIMITS.strings)),
    measures: new Set(findMeasures(text, LIMITS.strings)),
    runs: runsOf(text),
    sentences: sentencesOf(text),
  };
}

export function isContentWord(word: string): boolean {
  return !ENGLISH_STOP_WORDS.has(word);
}

function runsOf(text: string): Set<string> {
  const words = [...wordsOf(text)].map((word) => word.text);
  const length = Math.min(RUN_WORDS, words.length);
  const runs = new Set<string>();
  if (length < LEAST_RUN_WORDS) return runs;
  const contentNeeded = length === RUN_WORDS ? RUN_CONTENT : SHORT_RUN_CONTENT;
  for (let at = 0; at + length <= words.length && runs.size < LIMITS.runs; at++) {
    const run = words.slice(at, at + length);
    if (new Set(run.filter(isContentWord)).size >= contentNeeded) runs.add(run.join(' '));
  }
  return runs;
}

/** Splits a text into sentences and lines, joining each with the next until there is enough to recognise. */
function sentencesOf(text: string): { pairs: Set<string>; needed: number }[] {
  const sentences: { pairs: Set<string>; needed: number }[] = [];
  let pending: string[] = [];
  for (const [part] of text.matchAll(/[^.!?\n]+/g)) {
    for (const word of wordsOf(part)) if (isContentWord(word.text)) pending.push(word.text);
    const pairs = pairsOf(pending);
    if (pairs.size < LEAST_PAIRS) continue;
    sentences.push({ pairs, needed: Math.max(LEAST_PAIRS, Math.ceil(NEAR_SHARE * pairs.size)) });
    if (sentences.length >= LIMITS.sentences) break;
    pending = [];
  }
  return sentences;
}

function pairsOf(words: readonly string[]): Set<string> {
  const pairs = new Set<string>();
  for (let at = 1; at < words.length; at++) pairs.add(`${words[at - 1]!} ${words[at]!}`);
  return pairs;
}
