import { sketchCall } from '../compaction/sketches/sketch-call.ts';
import type { ToolCall } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import { rulesOf } from '../event/kind-rules.ts';
import { failureLine, hasFailed, saysNothing } from '../task-state/derived/failed-result.ts';
import { readCall } from '../task-state/derived/read-call.ts';
import { chooseSentences, sentenceWorth, type SentenceWorth } from './choose-sentences.ts';
import type { WordWeight } from './label-words.ts';
import { sharedLabels, toldSentences, withoutLabel } from './told-sentences.ts';

/** A line of an outline says what was asked, done, what failed, how it ended; `said` where only words were exchanged. */
export const OUTLINE_PARTS = ['asked', 'did', 'failed', 'outcome', 'said'] as const;
export type OutlinePart = (typeof OUTLINE_PARTS)[number];

/** A line of an outline: words of an event, or a count of what was done up to it. */
export interface OutlineLine {
  readonly part: OutlinePart;
  readonly text: string;
  readonly eventId: string;
}

/** An event as an outline reads it. */
export interface OutlinedEvent {
  readonly eventId: string;
  readonly kind: EventKind;
  readonly text: string;
  readonly call?: ToolCall;
  readonly isError?: boolean;
}

const SAID = 3;
/** Share of what an agent says that begins with one label, from which that is a form. */
const FORM_SHARE = 0.5;
const REQUESTS = 2;
const FIRST = 1.5;
/** Events at the end of an episode, in which a conclusion stands. */
const LATE = 12;
const ACTIONS = 3;
const NAMES = 3;
/** The singular of each action. */
const ONE_OF: ReadonlyMap<string, string> = new Map([
  ['files read', 'file read'],
  ['edits', 'edit'],
  ['searches', 'search'],
  ['commands', 'command'],
]);
const FAILURE_CHARS = 160;
/** Sentences at the start of a request or of an answer say what it is about more often than later ones. */
const EARLY = 0.15;

/**
 * Says in few lines what an episode was: where tools were used, the first request and the one that tells most of the
 * rest, what was done, what failed last, and the outcome; else the sentences that tell most. Lines are words of the
 * events. The outcome is what the agent said last without going on to a call. Pure and deterministic. Source: L3, 002 §8.3.
 */
export function outlineEpisode(events: readonly OutlinedEvent[], weightOf?: WordWeight): OutlineLine[] {
  const labels = sharedLabels(
    events.filter(({ kind }) => kind === 'agent_message').map(({ text }) => text),
    FORM_SHARE,
  );
  const told = events
    .filter(({ kind }) => !kind.startsWith('tool_'))
    .map((event) => ({ ...event, text: withoutLabel(event.text, labels) }));
  const texts = told.map(({ text }) => text);
  const done = doneIn(events);
  if (done === undefined)
    return chooseSentences(texts, SAID, weightOf).map(({ at, text }) => ({ part: 'said', text, eventId: told[at]!.eventId }));
  const worthOf = sentenceWorth(texts, weightOf);
  const failed = failureIn(events);
  const outcome = outcomeOf(events, told, worthOf);
  return [...requestsIn(told, worthOf), done, ...(failed ? [failed] : []), ...(outcome ? [outcome] : [])];
}

/** The sentence of a text that tells most, an earlier one of equals. */
function bestOf(
  { eventId, text }: OutlinedEvent,
  part: OutlinePart,
  worthOf: SentenceWorth,
): (OutlineLine & { worth: number }) | undefined {
  const told = toldSentences(text).map((one, at) => ({
    text: one.text,
    worth: (worthOf({ ...one, isQuestion: false }) + 0.01) / (1 + EARLY * at),
  }));
  const [best] = told.sort((a, b) => b.worth - a.worth);
  return best && { part, text: best.text, eventId, worth: best.worth };
}

/** Returns the two requests that tell most, in their order; the first one tells more than its words. */
function requestsIn(told: readonly OutlinedEvent[], worthOf: SentenceWorth): OutlineLine[] {
  const asked = told.filter(({ kind }) => rulesOf(kind).isRequest).flatMap((event) => bestOf(event, 'asked', worthOf) ?? []);
  const weighed = asked.map((line, at) => ({ ...line, at, worth: line.worth * (at === 0 ? FIRST : 1) }));
  const once = weighed.filter(({ text }, at) => weighed.findIndex((other) => other.text === text) === at);
  const best = once.sort((a, b) => b.worth - a.worth).slice(0, REQUESTS);
  return best.sort((a, b) => a.at - b.at).map(({ part, text, eventId }) => ({ part, text, eventId }));
}

/** Says which files were changed, and counts what else was done, most often first. */
function doneIn(events: readonly OutlinedEvent[]): OutlineLine | undefined {
  const changed = new Map<string, number>();
  const counts = new Map<string, Map<string, number>>();
  let last: string | undefined;
  for (const { kind, call, eventId } of events) {
    if (kind !== 'tool_call' || !call) continue;
    last = eventId;
    const { done, detail = '' } = sketchCall(call);
    const { changed: paths, isChange } = readCall(call);
    for (const path of paths) increase(changed, path.split(/[/\\]/).at(-1)!);
    if (isChange && done === 'edits') continue;
    const details = counts.get(done) ?? new Map<string, number>();
    counts.set(done, details);
    increase(details, done === 'commands' ? detail : '');
  }
  if (last === undefined) return undefined;
  const acts = [...counts].map(([done, details]) => ({ done, details, times: details.values().reduce((sum, times) => sum + times, 0) }));
  const most = acts.sort((a, b) => b.times - a.times || (a.done < b.done ? -1 : 1)).slice(0, ACTIONS);
  const parts = [
    ...(changed.size > 0 ? [`changed ${namesOf(changed)}`] : []),
    ...most.map(
      ({ done, details, times }) => `${countOf(times, done)}${details.size > 1 || !details.has('') ? ` (${namesOf(details)})` : ''}`,
    ),
  ];
  return { part: 'did', text: parts.join('; '), eventId: last };
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** `1 edit`, `2 files read`; a tool with a name of its own is called so many times. */
function countOf(times: number, done: string): string {
  const one = ONE_OF.get(done);
  if (one !== undefined) return times === 1 ? `1 ${one}` : `${times} ${done}`;
  return times === 1 ? done : `${done} ${times} times`;
}

/** The names that come most, and how many there are beside them. */
function namesOf(names: ReadonlyMap<string, number>): string {
  const all = [...names].filter(([name]) => name !== '').sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const left = all.length - NAMES;
  return `${all
    .slice(0, NAMES)
    .map(([name]) => name)
    .join(', ')}${left > 0 ? ` +${left}` : ''}`;
}

/** Returns the line that names the failure, of the last result that failed. */
function failureIn(events: readonly OutlinedEvent[]): OutlineLine | undefined {
  const failed = events.filter(
    ({ kind, text, isError = false }) => kind === 'tool_result' && hasFailed(text, isError) && !saysNothing(text),
  );
  const last = failed.at(-1);
  if (!last) return undefined;
  const said = failureLine(last.text).replaceAll(/\s+/g, ' ').slice(0, FAILURE_CHARS);
  if (said === '') return undefined;
  return { part: 'failed', text: failed.length === 1 ? said : `${failed.length} results, the last: ${said}`, eventId: last.eventId };
}

/** Returns the last words of the agent that no call followed, else its last words. */
function outcomeOf(events: readonly OutlinedEvent[], told: readonly OutlinedEvent[], worthOf: SentenceWorth): OutlineLine | undefined {
  const places = new Map(events.map(({ eventId }, at) => [eventId, at]));
  const said = told.filter(({ kind, text }) => kind === 'agent_message' && toldSentences(text).length > 0);
  const isEnd = ({ eventId }: OutlinedEvent): boolean => events[places.get(eventId)! + 1]?.kind !== 'tool_call';
  const last = said.findLast((event) => isEnd(event) && places.get(event.eventId)! >= events.length - LATE) ?? said.at(-1);
  const best = last && bestOf(last, 'outcome', worthOf);
  return best && { part: best.part, text: best.text, eventId: best.eventId };
}
