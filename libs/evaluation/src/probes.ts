import type { NewEvent } from '@total-recall/domain';
import type { Probe } from './ask-probe.ts';
import { holds } from './judge-answer.ts';
import { probeQuery, type TermWeights } from './query-terms.ts';
import { createSeededRandom } from './seeded-random.ts';
import { textOfEvent } from './session-events.ts';
import { firstOfKind, STRING_KINDS, stringsOfKind, type StringKind } from './string-kinds.ts';

/** What a probe asks for. Source: evaluation.md. */
export const PROBE_KINDS = [...STRING_KINDS, 'cause', 'failedAttempt', 'time', 'openLoop'] as const;
export type ProbeKind = (typeof PROBE_KINDS)[number];

/** An appended event as probes see it. */
export interface ProbeSource {
  readonly eventId: string;
  readonly session: string;
  readonly event: NewEvent;
  /** Gone from the window at the end of the run. */
  readonly evicted: boolean;
}

export interface ReplayProbe extends Probe {
  readonly kind: ProbeKind;
  readonly session: string;
  readonly eventId: string;
  /** Of the event that holds the string. */
  readonly sourceChars: number;
}

export interface ProbeLimits {
  /** Exact strings a file, spread over their kinds. */
  readonly exact: number;
  /** Probes of each other kind. */
  readonly others: number;
}

interface Candidate {
  readonly kind: ProbeKind;
  readonly needle: string;
  readonly source: ProbeSource;
  /** The text the query is made of. */
  readonly about: string;
}

/** What a query is made of: the whole source event, as evaluation.md has it, or the part of it around the string. */
export type QuerySource = 'event' | 'passage';

const PER_EVENT = 40;
const MIN_QUERY_TERMS = 2;

/**
 * Probes for what a run evicted: a sample that follows from `seed`, at most `limits` a file. What the last window still shows of a session
 * is no probe: nobody has to ask for it. Each string has a place of its own in the sample's order, so that a build that keeps one event
 * more or less is asked for the same strings but for that event's. Labels are never read: only events are.
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

/** An order that looks random, in which the place of a candidate does not depend on which others there are. */
function inOrderOf(seed: string, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, place: createSeededRandom(`${seed} ${candidate.kind} ${candidate.needle}`).next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ candidate }) => candidate);
}

function isStringKind(kind: ProbeKind): kind is StringKind {
  return (STRING_KINDS as readonly string[]).includes(kind);
}

/** Takes from each list in turn until enough are taken; a candidate whose source says nothing else makes no query and is passed over. */
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

/** Strings of the probe's type; a sentence is its own type, so nothing else can be taken for it. */
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

/** The lines about a string: what somebody remembers who saw it in a long output. */
function around(text: string, needle: string): string {
  const at = text.indexOf(needle);
  const from = text.lastIndexOf('\n', Math.max(0, at - AROUND_CHARS)) + 1;
  const to = text.indexOf('\n', at + needle.length + AROUND_CHARS);
  return text.slice(Math.max(from, at - 2 * AROUND_CHARS), to === -1 ? undefined : Math.min(to, at + needle.length + 2 * AROUND_CHARS));
}

const ERROR_LINE = /^.*\b(?:error|exception|failed|failure|fatal|denied|not found|no such|cannot|refused|timed out)\b.*$/im;

/** Said to be an error, or ending as one: an error that a file being read merely speaks of is none. */
function isFailure(event: NewEvent): boolean {
  return (
    event.isError === true ||
    (event.kind === 'tool_result' &&
      /^(?:Traceback \(most recent call last\)|\S*(?:Error|Exception): |\s*FAIL(?:ED)?\b|fatal: |npm ERR!)/m.test(
        textOfEvent(event).slice(-2_000),
      ))
  );
}

/** What was tried, and how it failed: the query says what was tried. */
function* failedAttempt(result: ProbeSource, call: ProbeSource | undefined): Generator<Candidate> {
  const text = textOfEvent(result.event);
  const needle = ERROR_LINE.exec(text)?.[0].trim().slice(0, 200);
  if (needle && needle.length >= 12)
    yield { kind: 'failedAttempt', needle, source: result, about: `${call ? textOfEvent(call.event) : ''}\n${text}` };
}

/** The sentence after a failure: asked for by the failure. */
function* cause(failure: ProbeSource, message: ProbeSource): Generator<Candidate> {
  const needle = firstSentence(textOfEvent(message.event));
  if (needle) yield { kind: 'cause', needle, source: message, about: `${textOfEvent(failure.event)}\n${textOfEvent(message.event)}` };
}

function firstSentence(text: string): string | undefined {
  const flat = text.replace(/^\s*(?:THOUGHT|Thought)\s*:\s*/, '').trim();
  const sentence = /^[^\n]{20,300}?(?:[.!?](?=\s|$)|(?=\n|$))/.exec(flat)?.[0].trim();
  return sentence && sentence.length >= 20 && sentence.length <= 300 ? sentence : undefined;
}

/** Loops that a task state listed: found where the log says them, in an event that has left the window. */
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
