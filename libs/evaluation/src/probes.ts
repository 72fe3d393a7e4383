import type { NewEvent } from '@total-recall/domain';
import type { Probe } from './ask-probe.ts';
import { holds } from './judge-answer.ts';
import { probeQuery, type TermWeights } from './query-terms.ts';
import { createSeededRandom } from './seeded-random.ts';
import { textOfEvent } from './session-events.ts';
import { firstOfKind, STRING_KINDS, stringsOfKind, type StringKind } from './string-kinds.ts';

/** Kinds of probes. Source: evaluation.md. */
export const PROBE_KINDS = [...STRING_KINDS, 'cause', 'failedAttempt', 'time', 'openLoop'] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** An appended event as probes see it. */
export interface ProbeSource {
  readonly eventId: string;
  readonly session: string;
  readonly event: NewEvent;
  /** True when the event is gone from the window at the end of the run. */
  readonly evicted: boolean;
}

export interface ReplayProbe extends Probe {
  readonly kind: ProbeKind;
  readonly session: string;
  readonly eventId: string;
  /** Length of the event that holds the string. */
  readonly sourceChars: number;
}

export interface ProbeLimits {
  /** Number of exact strings per file, spread over their kinds. */
  readonly exact: number;
  /** Number of probes of each other kind, per file. */
  readonly others: number;
}

interface Candidate {
  readonly kind: ProbeKind;
  readonly needle: string;
  readonly source: ProbeSource;
  /** Text that the query is built from. */
  readonly about: string;
}

/** Source of a query: the whole event, as evaluation.md defines it, or the part of it around the string. */
export type QuerySource = 'event' | 'passage';

const PER_EVENT = 40;
const MIN_QUERY_TERMS = 2;

/**
 * Makes probes for evicted content: a sample determined by `seed`, at most `limits` per file. Content that the
 * session's last window still shows is not probed, because nobody has to ask for it. A string's place in the sample
 * does not depend on other strings: a build that keeps one event more or less gets the same probes except for that
 * event's. Reads events only, never labels.
 */
export function makeProbes(
  sources: readonly ProbeSource[],
  options: {
    weights: TermWeights;
    seed: string;
    limits: ProbeLimits;
    shownIn: (session: string) => string;
    queryFrom?: QuerySource;
  },
): ReplayProbe[] {
  const candidates = new Map<ProbeKind, Candidate[]>(PROBE_KINDS.map((kind) => [kind, []]));
  const seen = new Set<string>();
  for (const candidate of findCandidates(sources, options.queryFrom ?? 'event')) {
    const key = `${candidate.kind}\u0000${candidate.needle}`;
    if (seen.has(key) || holds(options.shownIn(candidate.source.session), candidate.needle)) continue;
    seen.add(key);
    candidates.get(candidate.kind)!.push(candidate);
  }
  const exact = sampleEvenly(
    STRING_KINDS.map((kind) => inOrderOf(options.seed, candidates.get(kind)!)),
    options.limits.exact,
    options.weights,
  );
  const others = PROBE_KINDS.filter((kind) => !isStringKind(kind)).flatMap((kind) =>
    sampleEvenly([inOrderOf(options.seed, candidates.get(kind)!)], options.limits.others, options.weights),
  );
  return [...exact, ...others];
}

/** Orders candidates at random, but so that each one's place does not depend on the others. */
function inOrderOf(seed: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, place: createSeededRandom(`${seed} ${candidate.kind} ${candidate.needle}`).next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ candidate }) => candidate);
}

function isStringKind(kind: ProbeKind): kind is StringKind {
  return (STRING_KINDS as readonly string[]).includes(kind);
}

/**
 * Takes from each list in turn until there are enough. Skips a candidate whose source holds no other words to build a
 * query from.
 */
function sampleEvenly(lists: readonly (readonly Candidate[])[], count: number, weights: TermWeights): ReplayProbe[] {
  const probes: ReplayProbe[] = [];
  const next = lists.map(() => 0);
  while (probes.length < count && lists.some((list, at) => next[at]! < list.length)) {
    for (const [at, list] of lists.entries()) {
      if (probes.length === count) break;
      while (next[at]! < list.length) {
        const probe = toProbe(list[next[at]!]!, weights);
        next[at]! += 1;
        if (probe) {
          probes.push(probe);
          break;
        }
      }
    }
  }
  return probes;
}

function toProbe({ kind, needle, source, about }: Candidate, weights: TermWeights): ReplayProbe | undefined {
  const query = probeQuery(weights, about, needle);
  if (query.split(' ').length < MIN_QUERY_TERMS || query.includes(needle)) return undefined;
  return {
    kind,
    needle,
    query,
    session: source.session,
    eventId: source.eventId,
    sourceChars: textOfEvent(source.event).length,
    firstOfType: typeFinder(kind, needle),
  };
}

/**
 * Returns a finder for strings of the probe's type. A sentence is its own type, so nothing else can be mistaken for it.
 */
function typeFinder(kind: ProbeKind, needle: string): (text: string) => string | undefined {
  if (isStringKind(kind) || kind === 'time') return (text) => firstOfKind(text, kind);
  return (text) => (holds(text, needle) ? needle : undefined);
}

function* findCandidates(sources: readonly ProbeSource[], queryFrom: QuerySource): Generator<Candidate> {
  const calls = new Map<string, ProbeSource>();
  let failure: ProbeSource | undefined;
  for (const source of sources) {
    const { event } = source;
    const callKey = event.call && `${source.session}\u0000${event.call.id}`;
    if (event.kind === 'tool_call' && callKey) calls.set(callKey, source);
    if (failure && failure.session !== source.session) failure = undefined;
    if (source.evicted) {
      yield* stringCandidates(source, queryFrom);
      if (event.isError && callKey) yield* failedAttempt(source, calls.get(callKey));
      if (failure && (event.kind === 'agent_message' || event.kind === 'thinking')) yield* cause(failure, source);
    }
    if (isFailure(event)) failure = source;
    else if (event.kind === 'agent_message' || event.kind === 'user_message') failure = undefined;
  }
  yield* openLoops(sources);
}

function* stringCandidates(source: ProbeSource, queryFrom: QuerySource): Generator<Candidate> {
  const text = textOfEvent(source.event);
  for (const kind of [...STRING_KINDS, 'time'] as const) {
    for (const needle of stringsOfKind(text, kind, PER_EVENT))
      yield { kind, needle, source, about: queryFrom === 'event' ? text : around(text, needle) };
  }
}

const AROUND_CHARS = 450;

/** Returns the lines around a string: as much as somebody remembers who saw it in a long output. */
function around(text: string, needle: string): string {
  const at = text.indexOf(needle);
  const from = text.lastIndexOf('\n', Math.max(0, at - AROUND_CHARS)) + 1;
  const to = text.indexOf('\n', at + needle.length + AROUND_CHARS);
  return text.slice(Math.max(from, at - 2 * AROUND_CHARS), to === -1 ? undefined : Math.min(to, at + needle.length + 2 * AROUND_CHARS));
}

const ERROR_LINE = /^.*\b(?:error|exception|failed|failure|fatal|denied|not found|no such|cannot|refused|timed out)\b.*$/im;

/** Returns true for a result that is marked or ends as an error. An error mentioned in a file being read is none. */
function isFailure(event: NewEvent): boolean {
  return (
    event.isError === true ||
    (event.kind === 'tool_result' &&
      /^(?:Traceback \(most recent call last\)|\S*(?:Error|Exception): |\s*FAIL(?:ED)?\b|fatal: |npm ERR!)/m.test(
        textOfEvent(event).slice(-2_000),
      ))
  );
}

/** Probes for how an attempt failed; the query describes the attempt. */
function* failedAttempt(result: ProbeSource, call: ProbeSource | undefined): Generator<Candidate> {
  const text = textOfEvent(result.event);
  const needle = ERROR_LINE.exec(text)?.[0].trim().slice(0, 200);
  if (needle && needle.length >= 12)
    yield { kind: 'failedAttempt', needle, source: result, about: `${call ? textOfEvent(call.event) : ''}\n${text}` };
}

/** Probes for the sentence after a failure; the query describes the failure. */
function* cause(failure: ProbeSource, message: ProbeSource): Generator<Candidate> {
  const needle = firstSentence(textOfEvent(message.event));
  if (needle) yield { kind: 'cause', needle, source: message, about: `${textOfEvent(failure.event)}\n${textOfEvent(message.event)}` };
}

function firstSentence(text: string): string | undefined {
  const flat = text.replace(/^\s*(?:THOUGHT|Thought)\s*:\s*/, '').trim();
  const sentence = /^[^\n]{20,300}?(?:[.!?](?=\s|$)|(?=\n|$))/.exec(flat)?.[0].trim();
  return sentence && sentence.length >= 20 && sentence.length <= 300 ? sentence : undefined;
}

/** Probes for loops that a task state listed, where an evicted event states them. */
function* openLoops(sources: readonly ProbeSource[]): Generator<Candidate> {
  const bySession = Map.groupBy(sources, (source) => source.session);
  for (const own of bySession.values()) {
    const loops = new Set(own.flatMap((source) => source.event.taskState?.fields.openLoops?.map((loop) => loop.text) ?? []));
    for (const loop of loops) {
      const source = own.find((item) => item.evicted && item.event.kind !== 'task_state' && textOfEvent(item.event).includes(loop));
      if (source) yield { kind: 'openLoop', needle: loop, source, about: textOfEvent(source.event) };
    }
  }
}
