import { stopWordsAmong } from '../terms/foreign-stop-words.ts';
import { isTellingWord } from './telling-words.ts';
import { sharedLabels, toldSentences, withoutLabel } from './told-sentences.ts';

/** Tells how much a word says in its space, 0 to 1. */
export type WordWeight = (word: string) => number;

/** A text whose words are counted. */
export interface LabelledText {
  readonly text: string;
  /** Requests name their subject in the words that one would ask for it with, so they count twice. */
  readonly isRequest?: boolean;
}

/** Share of the uses of two words that stand side by side, from which they are one name. */
const TOGETHER = 0.85;
/** Names of code say less to a reader than words. */
const OF_CODE = 0.6;
/** Share of the texts that begin with the name of one speaker. */
const SPEAKER_SHARE = 0.15;
/** Power of the number of texts that say a word: the tenth text tells less than the first. */
const REPEATED = 0.75;
const TOKEN = /[\p{L}\p{N}]+(?:[.'’_/-][\p{L}\p{N}]+)*/gu;
const POSSESSIVE = /['’]s?$/u;

interface CountedWord {
  readonly forms: Map<string, number>;
  texts: number;
  /** The place of its last text, so that each counts once. */
  last: number;
}

/** Returns a word as it is counted: in small letters, and `ports` as `port`. */
const counted = (word: string): string => {
  const low = word.toLowerCase();
  return /^\p{L}{4,}s$/u.test(low) && !low.endsWith('ss') ? low.slice(0, -1) : low;
};

/**
 * Names what texts are about, in words of theirs as they are written most: those that most of the texts say and that tell
 * most in the space. Two words that always stand together are one name. Code is not read. Pure and deterministic.
 */
export function labelWords(texts: readonly LabelledText[], limit: number, weightOf: WordWeight = () => 1): string[] {
  const words = new Map<string, CountedWord>();
  const pairs = new Map<string, CountedWord>();
  const isStopWord = stopWordsAmong(texts.flatMap(({ text }) => text.toLowerCase().match(TOKEN) ?? []));
  const speakers = sharedLabels(
    texts.map(({ text }) => text),
    SPEAKER_SHARE,
  );
  for (const [at, { text, isRequest = false }] of texts.entries())
    for (const { text: said } of toldSentences(withoutLabel(text, speakers))) {
      let before: string | undefined;
      for (const [token] of said.matchAll(TOKEN)) {
        const found = token.replace(POSSESSIVE, '');
        const isTelling = isTellingWord(found.toLowerCase()) && isName(found, isStopWord);
        if (isTelling) count(words, counted(found), { form: found, at, isRequest });
        if (isTelling && before !== undefined && said.includes(`${before} ${found}`))
          count(pairs, `${counted(before)} ${counted(found)}`, { form: `${before} ${found}`, at, isRequest });
        before = isTelling ? found : undefined;
      }
    }
  const worth = (word: string): number => {
    const { texts: times } = words.get(word)!;
    return times ** REPEATED * (/[\d._/-]/.test(word) ? OF_CODE : 1) * weightOf(word);
  };
  const ranked = [...words.keys()].map((word) => ({ word, worth: worth(word) })).sort((a, b) => b.worth - a.worth);
  const taken = new Set<string>();
  const labels: string[] = [];
  for (const { word } of ranked) {
    if (labels.length >= limit) break;
    if (taken.has(word)) continue;
    const pair = nameWith(word, words, pairs);
    for (const one of pair ? pair.split(' ') : [word]) taken.add(one);
    labels.push(mostWritten(pair ? pairs.get(pair)! : words.get(word)!));
  }
  return labels;
}

/** Numbers, colours, lists of digits and words like `don't` name nothing that a person would ask for. */
function isName(word: string, isStopWord: (word: string) => boolean): boolean {
  if (/['’]/u.test(word) || (isStopWord(word.toLowerCase()) && word !== word.toUpperCase())) return false;
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return 2 * letters > word.length && !/^[\da-f]{6,}$/i.test(word);
}

interface Use {
  readonly form: string;
  readonly at: number;
  readonly isRequest: boolean;
}

function count(all: Map<string, CountedWord>, key: string, { form, at, isRequest }: Use): void {
  const known = all.get(key) ?? { forms: new Map(), texts: 0, last: -1 };
  all.set(key, known);
  known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
  if (known.last !== at) known.texts += isRequest ? 2 : 1;
  known.last = at;
}

/** Returns the pair that a word always stands in. */
function nameWith(word: string, words: ReadonlyMap<string, CountedWord>, pairs: ReadonlyMap<string, CountedWord>): string | undefined {
  for (const [pair, { texts }] of pairs) {
    const [first = '', second = ''] = pair.split(' ');
    if (first === second || (first !== word && second !== word) || texts < 2) continue;
    if (texts >= TOGETHER * words.get(first)!.texts && texts >= TOGETHER * words.get(second)!.texts) return pair;
  }
  return undefined;
}

/** Returns the form written most; one in small letters where there is one, as a word has a capital at a sentence's start. */
function mostWritten({ forms }: CountedWord): string {
  const ranked = [...forms].sort(([a, timesA], [b, timesB]) => timesB - timesA || (a < b ? -1 : 1));
  const [most, times] = ranked[0]!;
  const [small] = ranked.find(([form, own]) => form === most.toLowerCase() && 3 * own >= times) ?? [most];
  return small;
}
