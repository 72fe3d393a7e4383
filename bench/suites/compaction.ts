import {
  composeCompaction,
  emptySession,
  evolveSession,
  planCompaction,
  renderForms,
  resolvePolicy,
  sketchEvent,
  usableTokens,
  usedTokens,
  type CompactionPlan,
  type EventBody,
  type EventRecord,
  type EventSketch,
  type NewEvent,
  type SessionPolicy,
  type SessionState,
} from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import type { TokenCounter } from '@total-recall/ports';
import { latency, value, type Figure, type FigureTable } from '../measure/figures.ts';
import type { BenchOptions } from '../measure/suite.ts';
import { timeRuns } from '../measure/timing.ts';
import { createTraffic } from '../service/traffic.ts';

const FAMILY = 'o200k';
const SPACE = { tenant: 'bench', space: 'all', session: 'one' } as const;

interface FoldedSession {
  readonly state: SessionState;
  readonly sketches: ReadonlyMap<string, EventSketch>;
}

/**
 * Measures the decision of libs/domain alone: the choice of events to evict, and the record with topics, marker and
 * manifest. No storage and no encryption is involved.
 */
export async function compactionSuite({ quick, seed }: BenchOptions): Promise<FigureTable[]> {
  const counter = createTokenCounter();
  try {
    const sizes = quick ? [200, 1_000] : [200, 500, 1_000, 2_000, 5_000];
    const repeats = quick ? { runs: 2, calls: 50, warmUp: 20 } : { runs: 5, calls: 200, warmUp: 400 };
    const bySize: Figure[] = [];
    for (const size of sizes) bySize.push(...(await measureSize(counter, size, seed, repeats)));
    const bySpan = await measureSpans(counter, quick ? 500 : 2_000, seed, repeats);
    return [
      { title: 'The decision at the trigger (85 % to 50 % of the window)', figures: bySize },
      { title: `The same by what leaves, from a session of ${quick ? 500 : '2,000'} events`, figures: bySpan },
    ];
  } finally {
    await counter.close();
  }
}

type Repeats = Parameters<typeof timeRuns>[0];

async function measureSize(counter: TokenCounter, size: number, seed: number, repeats: Repeats): Promise<Figure[]> {
  // Several sessions in turn, so that no figure depends on one text.
  const sessions: FoldedSession[] = [];
  for (let at = 0; at < 4; at += 1) sessions.push(await foldSession(counter, size, seed + at));
  const policies = sessions.map(({ state }) => policyFor(state));
  const plan = (at: number, targetTokens?: number): CompactionPlan => planOf(sessions[at % 4]!.state, policies[at % 4]!, targetTokens);
  const whole = (at: number) => compose(counter, sessions[at % 4]!, policies[at % 4]!, plan(at));
  const evicted = sessions.map((_, at) => plan(at).evicted.length);
  const first = sessions.map((_, at) => whole(at)?.made[0]?.marker.topics.length ?? 0);
  if (first.some((topics) => topics === 0)) throw new Error('A compaction made a marker without topics; the figure would mean nothing.');
  return [
    latency(`${size.toLocaleString('en-US')} events: plan`, await timeRuns(repeats, (at) => plan(at))),
    latency(`${size.toLocaleString('en-US')} events: plan, topics, marker, manifest`, await timeRuns(repeats, whole)),
    value(`${size.toLocaleString('en-US')} events: evicted`, 'events', evicted),
  ];
}

async function measureSpans(counter: TokenCounter, size: number, seed: number, repeats: Repeats): Promise<Figure[]> {
  const session = await foldSession(counter, size, seed);
  const policy = policyFor(session.state);
  const used = usedTokens(session.state, policy);
  const figures: Figure[] = [];
  for (const share of [0.02, 0.1, 0.25, 0.5, 0.75]) {
    const target = Math.floor(used * (1 - share));
    const plan = planOf(session.state, policy, target);
    figures.push(
      latency(
        `${plan.evicted.length} events, ${Math.round(100 * share)} % of the window`,
        await timeRuns(repeats, () => compose(counter, session, policy, planOf(session.state, policy, target))),
      ),
    );
  }
  return figures;
}

function planOf(state: SessionState, policy: SessionPolicy, targetTokens?: number): CompactionPlan {
  const decision = planCompaction({
    state,
    policy,
    marks: { folded: state.offset, searchable: state.offset },
    trigger: targetTokens === undefined ? 'threshold' : 'demand',
    targetTokens,
  });
  if (decision.kind !== 'plan') throw new Error(`Nothing was planned (${decision.reason}); the figure would mean nothing.`);
  return decision;
}

function compose(counter: TokenCounter, { state, sketches }: FoldedSession, policy: SessionPolicy, plan: CompactionPlan) {
  return composeCompaction({
    plan,
    state,
    policy,
    sketches,
    cuts: new Map(),
    eventId: '0'.repeat(26),
    countTokens: (text) => counter.countNow(FAMILY, text),
  });
}

/**
 * Chooses a window size such that the session uses 90 %, just above the trigger. Large results are not shortened, so
 * that a span must be evicted.
 */
function policyFor(state: SessionState): SessionPolicy {
  for (let windowTokens = 20_000; ; windowTokens = Math.ceil(windowTokens * 1.02)) {
    const resolved = resolvePolicy([{ windowTokens, family: FAMILY, largeResultTokens: 1_000_000 }]);
    if (resolved.kind === 'policy' && usedTokens(state, resolved.policy) <= 0.9 * usableTokens(resolved.policy)) return resolved.policy;
  }
}

/** Folds generated events. Texts above the artifact threshold are represented by their first 4,096 characters. */
async function foldSession(counter: TokenCounter, size: number, seed: number): Promise<FoldedSession> {
  const traffic = createTraffic(seed, 11);
  const events: NewEvent[] = [];
  while (events.length < size) events.push(...traffic.next().events);
  const records = await recordsOf(counter, events.slice(0, size));
  const state = records.reduce((folded, record) => evolveSession(folded, record).state, emptySession(SPACE));
  return { state, sketches: new Map(records.map(({ envelope, body }) => [envelope.id, sketchEvent(envelope.kind, body as EventBody)])) };
}

async function recordsOf(counter: TokenCounter, events: readonly NewEvent[]): Promise<EventRecord[]> {
  const bodies = events.map((event): EventBody => ({
    text: (event.text ?? '').slice(0, 4_096),
    ...(event.call && { call: event.call }),
    ...(event.messageId && { messageId: event.messageId }),
    meta: event.meta ?? {},
  }));
  const counts = await counter.count(
    FAMILY,
    bodies.map((body, at) => renderForms({ kind: events[at]!.kind, body, fullText: body.text }).whole),
  );
  let objective: string | undefined;
  return events.map((event, offset): EventRecord => {
    const id = `0${offset.toString().padStart(25, '0')}`;
    const tokens = { whole: counts[offset]!, stripped: counts[offset]!, preview: counts[offset]! };
    const at = event.occurredAt ?? offset;
    const body =
      event.kind === 'objective' && objective
        ? { ...bodies[offset]!, meta: { ...bodies[offset]!.meta, supersedes: [objective] } }
        : bodies[offset]!;
    if (event.kind === 'objective') objective = id;
    return {
      offset,
      envelope: { schemaVersion: 1, id, ...SPACE, kind: event.kind, occurredAt: at, recordedAt: at, tokens, family: FAMILY, keyId: 'k' },
      body,
    };
  });
}
