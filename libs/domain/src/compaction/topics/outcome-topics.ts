import { DONE, ENDED, ENDED_WORD } from '../sketches/outcome-words.ts';
import type { SketchedEntry } from '../sketches/sketched-entry.ts';

/** Number of outcomes of a span that its marker may tell. */
const TOPICS = 2;
const ENDS = new Set([...ENDED, ...ENDED_WORD]);

/** Tells what the agent said was done or cannot be, and changes by calls that nobody told of: the newest, in order. */
export function outcomeTopics(span: readonly SketchedEntry[]): string[] {
  const told = new Map<string, string>();
  for (const { sketch } of span) for (const outcome of sketch?.outcomes ?? []) retell(told, outcome);
  const words = new Set([...told.values()].flatMap((outcome) => outcome.toLowerCase().split(' ')));
  const failed = new Set(span.flatMap((each) => (isFailed(each) ? (each.entry.callId ?? []) : [])));
  for (const { sketch, entry, isOfPull } of span) {
    const changed = isOfPull || failed.has(entry.callId ?? '') ? undefined : sketch?.call?.changed;
    if (changed !== undefined && !changed.split(' ').some((word) => words.has(word.toLowerCase()))) retell(told, changed);
  }
  const done = [...told.values()].filter(isDone).slice(-TOPICS);
  const refused = [...told.values()].filter((outcome) => !isDone(outcome));
  return [...done, ...(done.length < TOPICS ? refused.slice(done.length - TOPICS) : [])];
}

/** Tells the newest word of an outcome in its place in time. */
function retell(told: Map<string, string>, outcome: string): void {
  told.delete(keyOf(outcome));
  told.set(keyOf(outcome), outcome);
}

const isFailed = ({ entry, sketch }: SketchedEntry): boolean =>
  entry.kind === 'tool_result' && (entry.isError === true || sketch?.failure?.isSaid === true);

/** Outcomes of the same participle tell of the same, as a call and what is said of it do. */
const keyOf = (outcome: string): string => (isDone(outcome) ? doneIn(outcome)! : outcome.toLowerCase());
const doneIn = (outcome: string): string | undefined =>
  outcome
    .toLowerCase()
    .split(' ')
    .find((word) => DONE.has(word));
const isDone = (outcome: string): boolean => doneIn(outcome) !== undefined && !isRefused(outcome);
const isRefused = (outcome: string): boolean => outcome.includes('cannot ') || outcome.includes('unable to ');

/** Returns true for a topic that tells an outcome. */
export function isOutcome(topic: string): boolean {
  if (topic.startsWith('"') || topic.startsWith('decided ') || !topic.includes(' ')) return false;
  const words = topic.split(' ');
  if (isRefused(topic) || words.some((word) => DONE.has(word) || ENDED_WORD.has(word))) return true;
  return words.some((_, at) => [2, 3].some((size) => ENDS.has(words.slice(at, at + size).join(' '))));
}
