import type { Marker } from './marker.ts';

/** Occurrences by surface form, what kind of term it is decided by its shape. */
export interface TermCounts {
  readonly paths: Map<string, number>;
  readonly identifiers: Map<string, number>;
  readonly entities: Map<string, number>;
  readonly words: Map<string, number>;
}

// Every term starts where a run of its characters starts, and every repeat is bounded: linear on any input.
const PATH = /(?<![\w.@/-])\/?(?:[\w.@-]{1,64}\/){1,16}[\w.@-]{1,64}\.[A-Za-z]\w{0,7}\b|(?<![\w.@/-])[\w-]{1,64}\.(?:ts|tsx|js|mjs|py|go|rs|java|rb|c|h|cpp|cs|php|sh|sql|md|json|ya?ml|toml|html|css|txt|csv|log|lock|ini|cfg|xml)\b/g;
const IDENTIFIER = /\b(?:[a-z]{1,32}_[a-z0-9_]{1,64}|[a-z]{1,32}(?:[A-Z][a-z0-9]{1,32}){1,6}|[A-Z][a-z0-9]{1,32}(?:[A-Z][a-z0-9]{1,32}){1,6}|E[A-Z]{4,32}|[A-Z][A-Z0-9]{1,32}_[A-Z0-9_]{1,64})\b/g;
const ENTITY = /(?<![.!?]\s|^)\b\p{Lu}\p{Ll}{2,32}(?:\s\p{Lu}\p{Ll}{1,32}){0,2}/gmu;
const WORD = /\p{L}{4,24}/gu;
const LONGEST_TERM = 120;

/** Everyday words, and words every tool transcript is full of: they tell one span from another too rarely. */
const COMMON = new Set(
  (
    'this that with from have will your about there their what when where which would could should been were they them then than these those here just like ' +
    'some more most also into over only other such after before because between through during under again once each both very same being does doing done make made ' +
    'want need know think look looks sure okay yeah well good great right thanks thank please sorry hello none null true false undefined return returns import export ' +
    'const function class type string number boolean object array value values name names file files line lines code text data user users tool tools call result results ' +
    'output input error errors command run running using used uses need needs first second next last new old add added adding update updated updating change changes changed ' +
    'create created creating check checking read reading write writing edit test tests list show find found know start end time times path content contents following ' +
    'still even much many every another since while until without within might must shall cannot didn doesn isn wasn aren won hasn haven let lets see seems now not and the for are'
  ).split(' '),
);

/** Adds the terms of one event's text; each counts at most three times an event, so that one long listing does not drown the rest. */
export function readTerms(text: string, counts: TermCounts): void {
  const seen = new Map<string, number>();
  const add = (map: Map<string, number>, term: string) => {
    if (term.length > LONGEST_TERM) return;
    const times = (seen.get(term) ?? 0) + 1;
    seen.set(term, times);
    if (times <= 3) map.set(term, (map.get(term) ?? 0) + 1);
  };
  for (const [path] of text.matchAll(PATH)) add(counts.paths, shortPath(path));
  for (const [identifier] of text.matchAll(IDENTIFIER)) if (!COMMON.has(identifier.toLowerCase())) add(counts.identifiers, identifier);
  for (const [entity] of text.matchAll(ENTITY)) if (!COMMON.has(entity.toLowerCase())) add(counts.entities, entity);
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (!COMMON.has(lower)) add(counts.words, lower);
  }
}

/** The last two steps of a path: enough to know it by, short enough for a marker. */
function shortPath(path: string): string {
  return path.split('/').slice(-2).join('/');
}

/** How much a term of each shape says about its span. */
const SHAPE_WEIGHT = { paths: 2, identifiers: 1.6, entities: 1.3, words: 1 } as const;
const CANDIDATES = 24;

/** Topics best first: task names, then terms by how often and how specifically they occur; what other markers say counts less. */
export function rankTopics(counts: TermCounts, tasks: readonly string[], others: readonly Marker[]): string[] {
  const said = new Map<string, number>();
  for (const marker of others) for (const topic of marker.topics) said.set(topic.toLowerCase(), (said.get(topic.toLowerCase()) ?? 0) + 1);
  const scored: { term: string; score: number }[] = [];
  for (const shape of ['paths', 'identifiers', 'entities', 'words'] as const) {
    for (const [term, count] of counts[shape]) {
      const repeated = said.get(term.toLowerCase()) ?? 0;
      scored.push({ term, score: (SHAPE_WEIGHT[shape] * Math.log2(1 + count)) / (1 + repeated) });
    }
  }
  scored.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : a.term > b.term ? 1 : 0));
  return dropParts([...tasks, ...scored.slice(0, 3 * CANDIDATES).map(({ term }) => term)]).slice(0, CANDIDATES);
}

/** Leaves out a term that another, better one already contains. */
function dropParts(terms: readonly string[]): string[] {
  const kept: string[] = [];
  for (const term of terms) {
    const lower = term.toLowerCase();
    if (!kept.some((known) => known.toLowerCase().includes(lower) || lower.includes(known.toLowerCase()))) kept.push(term);
  }
  return kept;
}

const LABEL_TOPICS = 3;

/** The topics of a few texts, best first; the first serves as a label. */
export function labelTopics(texts: readonly string[]): string[] {
  const counts: TermCounts = { paths: new Map(), identifiers: new Map(), entities: new Map(), words: new Map() };
  for (const text of texts) readTerms(text, counts);
  return rankTopics(counts, [], []).slice(0, LABEL_TOPICS);
}
