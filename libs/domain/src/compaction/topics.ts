import type { Marker } from './marker.ts';
import { readRuns, type TermShape } from './read-runs.ts';

interface Term {
  readonly term: string;
  count: number;
  /** The last event it was seen in, and how often there. */
  event: number;
  times: number;
  readonly common: boolean;
}

/** Terms of a span by shape and surface form, with their occurrences. */
export interface TermCounts {
  readonly terms: Readonly<Record<TermShape, Map<string, Term>>>;
  events: number;
}

const LONGEST_TERM = 120;
const TIMES_AN_EVENT = 3;
const SHAPES = ['paths', 'identifiers', 'entities', 'words'] as const;

export function noTerms(): TermCounts {
  return { terms: { paths: new Map(), identifiers: new Map(), entities: new Map(), words: new Map() }, events: 0 };
}

/** Everyday words, and words every tool transcript is full of: they tell one span from another too rarely. */
const COMMON = new Set(
  (
    'this that with from have will your about there their what when where which would could should been were they them then than these those here just like ' +
    'some more most also into over only other such after before because between through during under again once each both very same being does doing done make made ' +
    'want need know think look looks sure okay yeah well good great right thanks thank please sorry hello none null true false undefined return returns import export ' +
    'const function class type string number boolean object array value values name names file files line lines code text data user users tool tools call result results ' +
    'output input error errors command run running using used uses need needs first second next last new old add added adding update updated updating change changes changed ' +
    'create created creating check checking read reading write writing edit test tests list show find found know start end time times path content contents following ' +
    'still even much many every another since while until without within might must shall cannot didn doesn isn wasn aren won hasn haven let lets see seems now not and the for are ' +
    'how why who can you our its his her she any all but per may yes use get set run via etc one two three done here note issue case part way thing things something ' +
    'session message messages status description title task tasks item items step steps option options default example examples section sections available current'
  ).split(' '),
);

/** Adds the terms of one event's text; each counts at most three times an event, so that one long listing does not drown the rest. */
export function readTerms(text: string, counts: TermCounts): void {
  const event = (counts.events += 1);
  readRuns(text, (shape, found) => {
    const term = shape === 'paths' ? shortPath(found) : found;
    const known = counts.terms[shape].get(term);
    if (known === undefined) {
      const common = term.length > LONGEST_TERM || (shape !== 'paths' && COMMON.has(shape === 'words' ? term : term.toLowerCase()));
      counts.terms[shape].set(term, { term, count: 1, event, times: 1, common });
    } else if (known.event !== event) {
      known.event = event;
      known.times = 1;
      known.count++;
    } else if (known.times < TIMES_AN_EVENT) {
      known.times++;
      known.count++;
    }
  });
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
  const byScore = new Map<number, string[]>();
  for (const shape of SHAPES) {
    for (const { term, count, common } of counts.terms[shape].values()) {
      if (common) continue;
      const repeated = said.size === 0 ? 0 : (said.get(term.toLowerCase()) ?? 0);
      file(byScore, (SHAPE_WEIGHT[shape] * Math.log2(1 + count)) / (1 + repeated), term);
    }
  }
  return dropParts([...tasks, ...best(byScore, 3 * CANDIDATES)]).slice(0, CANDIDATES);
}

/** The commonest terms of one shape. */
export function commonestTerms(counts: TermCounts, shape: TermShape, limit: number): string[] {
  const byCount = new Map<number, string[]>();
  for (const { term, count, common } of counts.terms[shape].values()) if (!common) file(byCount, count, term);
  return best(byCount, limit);
}

function file(byScore: Map<number, string[]>, score: number, term: string): void {
  const same = byScore.get(score);
  if (same) same.push(term);
  else byScore.set(score, [term]);
}

/** The first of them by score, equals by code unit. Scores are few, so only what is taken is sorted by term. */
function best(byScore: ReadonlyMap<number, string[]>, limit: number): string[] {
  const taken: string[] = [];
  for (const [, terms] of [...byScore].sort(([a], [b]) => b - a)) {
    if (taken.length >= limit) break;
    taken.push(...terms.sort());
  }
  return taken.slice(0, limit);
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
  const counts = noTerms();
  for (const text of texts) readTerms(text, counts);
  return rankTopics(counts, [], []).slice(0, LABEL_TOPICS);
}
