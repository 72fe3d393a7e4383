import { MARKER_TOPICS } from './render-marker.ts';

const REQUESTS = 2;
const ACTIONS = 2;
const CODES = 2;
const COUNTED = /^(\d{1,9}) ([^()]+?)(?: \(([^()]*)\))?$/;
const FAILURES = /^errors?$/;

/** What a topic counts, without how many: `edits` of `3 edits`. A failure with a code counts that code. */
export function whatIsCounted(topic: string): string | undefined {
  const [, , what, details] = COUNTED.exec(topic) ?? [];
  return what !== undefined && FAILURES.test(what) ? (details ?? 'errors') : what;
}

/** The topics of markers that become one: requests, counts added up, what was decided, then the best terms of each part in turn. */
export function uniteTopics(parts: readonly (readonly string[])[]): string[] {
  const inTurn = interleaved(parts);
  const isRequest = (topic: string) => topic.startsWith('"');
  const isCounted = (topic: string) => COUNTED.test(topic);
  const isDecided = (topic: string) => topic.startsWith('decided ');
  const requests = inTurn.filter(isRequest);
  return [
    ...requests.slice(0, REQUESTS),
    ...addedUp(parts.flatMap((topics) => topics.filter(isCounted))),
    ...inTurn.filter(isDecided).slice(0, 1),
    ...inTurn.filter((topic) => !isRequest(topic) && !isCounted(topic) && !isDecided(topic)),
    ...requests.slice(REQUESTS),
  ];
}

function interleaved(parts: readonly (readonly string[])[]): string[] {
  const united = new Set<string>();
  for (let rank = 0; rank < MARKER_TOPICS; rank++) {
    for (const topics of parts) {
      const topic = topics[rank];
      if (topic !== undefined) united.add(topic);
    }
  }
  return [...united];
}

/** `3 edits` and `4 edits` are `7 edits`; the most first, errors behind what was done. */
function addedUp(topics: readonly string[]): string[] {
  const counts = new Map<string, { count: number; details: Set<string> }>();
  for (const topic of topics) {
    const [, count, what, details] = COUNTED.exec(topic)!;
    const name = FAILURES.test(what!) ? 'errors' : what!;
    const known = counts.get(name) ?? { count: 0, details: new Set() };
    counts.set(name, known);
    known.count += Number(count);
    for (const detail of details?.split(' ') ?? []) known.details.add(detail);
  }
  const written = ([what, { count, details }]: [string, { count: number; details: Set<string> }]): string => {
    const named = details.size === 0 ? '' : ` (${[...details].slice(0, CODES).join(' ')})`;
    return `${count} ${what === 'errors' && count === 1 ? 'error' : what}${named}`;
  };
  const sorted = [...counts].sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1));
  const failed = sorted.filter(([what]) => what === 'errors');
  return [...sorted.filter(([what]) => what !== 'errors').slice(0, ACTIONS), ...failed].map(written);
}
