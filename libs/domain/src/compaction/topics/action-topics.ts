import type { SketchedEntry } from '../sketches/sketched-entry.ts';

const TOPICS = 2;
/** Number of counts in front of the terms: the commonest action says what kind of work it was. */
const FIRST_ACTIONS = 1;
/** One failure without a code says too little to stand in front. */
export const LONE_FAILURE = '1 error';
export const LEAST_COUNT = 2;
const PROGRAMS = 2;
/** Most kinds of action that a marker keeps counts of. */
export const MOST_COUNTS = 8;
/** Files are counted once each in one span; over several spans only the times that one was read add up. */
export const FILES_READ = 'files read';
export const READS = 'reads';

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
  return countActions(span)
    .map((action) => (action.done === FILES_READ ? { ...action, count: action.details.size } : action))
    .filter(({ count }) => count >= LEAST_COUNT)
    .sort(byCount)
    .slice(0, TOPICS)
    .map(written);
}

/**
 * Returns all counts of a span in a form that adds up over spans: what was done once, too, and each time that a file was
 * read.
 */
export function countsToAdd(span: readonly SketchedEntry[]): string[] {
  const actions = countActions(span).map((action) => (action.done === FILES_READ ? { ...action, done: READS } : action));
  return [...actions.sort(byCount).slice(0, MOST_COUNTS).map(written), ...failureTopics(span)];
}

interface Action {
  readonly done: string;
  readonly count: number;
  /** Programs or files, with the number of times each. */
  readonly details: ReadonlyMap<string, number>;
}

function countActions(span: readonly SketchedEntry[]): Action[] {
  const counts = new Map<string, { count: number; details: Map<string, number> }>();
  for (const { sketch } of span) {
    if (sketch?.call === undefined) continue;
    const { done, detail } = sketch.call;
    const known = counts.get(done) ?? { count: 0, details: new Map() };
    counts.set(done, known);
    known.count++;
    if (detail !== undefined) known.details.set(detail, (known.details.get(detail) ?? 0) + 1);
  }
  return [...counts].map(([done, { count, details }]) => ({ done, count, details }));
}

function byCount(a: Action, b: Action): number {
  return b.count - a.count || (a.done < b.done ? -1 : 1);
}

function written({ done, count, details }: Action): string {
  return `${count} ${done}${done === 'commands' ? named(details) : ''}`;
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
