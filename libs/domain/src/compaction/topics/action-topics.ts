import type { SketchedEntry } from '../sketches/sketched-entry.ts';

const TOPICS = 2;
/** Number of counts in front of the terms: the commonest action says what kind of work it was. */
const FIRST_ACTIONS = 1;
/** One failure without a code says too little to stand in front. */
export const LONE_FAILURE = '1 error';
const LEAST_COUNT = 2;
const PROGRAMS = 2;

/** Counts of a span, parted into those that stand before its terms and those that take the room that is left. */
export interface CountTopics {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/**
 * Counts what was done and what failed in a span. Further actions, one failure without a code, and what `recurs` in
 * other markers stand last.
 */
export function countTopics(span: readonly SketchedEntry[], recurs: (count: string) => boolean): CountTopics {
  const actions = actionTopics(span);
  const counts = [...actions, ...failureTopics(span)];
  const further = new Set(actions.slice(FIRST_ACTIONS));
  const isLast = (count: string) => further.has(count) || count === LONE_FAILURE || recurs(count);
  return { first: counts.filter((count) => !isLast(count)), last: counts.filter(isLast) };
}

/**
 * Counts the actions in a span, most frequent first: `38 edits`, `14 files read`, `9 commands (pytest)`, else by the
 * tool's own name.
 */
export function actionTopics(span: readonly SketchedEntry[]): string[] {
  const counts = new Map<string, { count: number; details: Map<string, number> }>();
  for (const { sketch } of span) {
    if (sketch?.call === undefined) continue;
    const { done, detail } = sketch.call;
    const known = counts.get(done) ?? { count: 0, details: new Map() };
    counts.set(done, known);
    known.count++;
    if (detail !== undefined) known.details.set(detail, (known.details.get(detail) ?? 0) + 1);
  }
  return [...counts]
    .map(([done, { count, details }]) => ({ done, details, count: done === 'files read' ? details.size : count }))
    .filter(({ count }) => count >= LEAST_COUNT)
    .sort((a, b) => b.count - a.count || (a.done < b.done ? -1 : 1))
    .slice(0, TOPICS)
    .map(({ done, count, details }) => `${count} ${done}${done === 'commands' ? named(details) : ''}`);
}

function named(programs: ReadonlyMap<string, number>): string {
  const most = [...programs].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)).slice(0, PROGRAMS);
  return most.length === 0 ? '' : ` (${most.map(([program]) => program).join(' ')})`;
}

/** Summarises the failures in a span: the number of failed results and the error code that most of them name. */
export function failureTopics(span: readonly SketchedEntry[]): string[] {
  let failed = 0;
  const codes = new Map<string, number>();
  for (const { entry, sketch, isOfPull } of span) {
    if (isOfPull || entry.kind !== 'tool_result' || (entry.isError !== true && sketch?.failure?.isSaid !== true)) continue;
    failed++;
    for (const code of sketch?.failure?.codes ?? []) codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  if (failed === 0) return [];
  const [most] = [...codes].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return [`${failed} ${failed === 1 ? 'error' : 'errors'}${most === undefined ? '' : ` (${most[0]})`}`];
}
