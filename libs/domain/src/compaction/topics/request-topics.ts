import { rulesOf } from '../../event/kind-rules.ts';
import { isCommonWord } from '../../terms/read-terms.ts';
import { isMark, type Clauses } from '../sketches/clauses.ts';
import type { SketchedEntry } from '../sketches/sketched-entry.ts';
import { LEAST_TELLING, roomyPart, sizeOf, tellingPart, type WordWeight } from './telling-part.ts';

/** Largest number of words of each request whose rarity is looked up. */
const MOST_WORDS = 1_200;
/** Number of quoted words per request where a span has one, two or three requests. */
const QUOTED_WORDS = [9, 6, 5] as const;
/** The same of a request that a span was done for, which stands elsewhere. */
const BEFORE_WORDS = 6;
/** Number of words of a decision that is longer than one that is quoted whole. */
const DECIDED_WORDS = 6;
const WHOLE_DECISION_WORDS = 8;

/** Quotes the requests of a span: the three most telling, in order. */
export function requestTopics(span: readonly SketchedEntry[], weightOf: WordWeight): string[] {
  const asked = span.flatMap(({ entry, sketch }, at) => {
    const clauses = rulesOf(entry.kind).isRequest ? sketch?.clauses : undefined;
    const best = clauses && roomyPart(clauses, weightOf, QUOTED_WORDS[0]);
    if (best === undefined || (!best.isAsked && best.weight < LEAST_TELLING)) return [];
    return [{ at, clauses: clauses!, ...best }];
  });
  const chosen = asked.toSorted((a, b) => b.weight - a.weight || a.at - b.at).slice(0, QUOTED_WORDS.length);
  const words = QUOTED_WORDS[Math.max(0, chosen.length - 1)]!;
  // Fewer words may leave out what negates them, where more do not.
  const quoted = chosen.sort((a, b) => a.at - b.at).map(({ clauses, part }) => `"${tellingPart(clauses, weightOf, words)?.part ?? part}"`);
  return [...new Set(quoted)];
}

/**
 * Quotes the one of these requests that all of a span was done for, if it stands before the span and asks for
 * something. The request of other work may have left the window: then none is quoted.
 */
export function askedBefore(requests: readonly SketchedEntry[], span: readonly SketchedEntry[], weightOf: WordWeight): string[] {
  const [first] = span;
  if (first === undefined) return [];
  const own = requests.findLast(({ entry }) => entry.request === first.entry.request && entry.ordinal < first.entry.ordinal);
  if (own?.sketch?.clauses === undefined || span.some(({ entry }) => entry.request !== own.entry.request)) return [];
  const best = roomyPart(own.sketch.clauses, weightOf, BEFORE_WORDS);
  return best?.isAsked === true ? [`"${best.part}"`] : [];
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
