import { MODEL_OUTPUT_KINDS, type AssembledWindow, type ContextCompacted, type NewEvent, type SessionAddress } from '@total-recall/domain';
import type { ImportedSession } from '@total-recall/importers';
import { checkWindow, type WindowViolation } from './check-window.ts';
import type { EvaluationTarget } from './evaluation-target.ts';
import { resolveReferences } from './generate-traces.ts';
import type { ProbeSource } from './probes.ts';
import { appendAll, createSessionReader, readMarkers } from './session-events.ts';
import { shownIn, watchPulls, type SimulatedPulls } from './simulate-pulls.ts';
import { splitTurns } from './split-turns.ts';
import { watchWindows, type WindowUse } from './watch-windows.ts';

/** One session after it was replayed. */
export interface ReplayedSession {
  readonly address: SessionAddress;
  readonly sources: readonly ProbeSource[];
  readonly events: number;
  readonly turns: number;
  readonly artifacts: number;
  readonly compactions: number;
  readonly markers: Awaited<ReturnType<typeof readMarkers>>['markers'];
  /** Id of the standing marker of each evicted event, by event id. */
  readonly markerOf: ReadonlyMap<string, string>;
  readonly tokensIn: number;
  /** Tokens of the last window. */
  readonly tokensWindow: number;
  readonly windows: number;
  readonly windowsOverBudget: number;
  readonly orphans: number;
  readonly violations: readonly WindowViolation[];
  /** Windows that were refused, by error code. */
  readonly refused: Readonly<Record<string, number>>;
  /** Messages of the first refusals. */
  readonly refusals: readonly string[];
  readonly assembleMs: readonly number[];
  readonly pulls: SimulatedPulls;
  readonly use: WindowUse;
  /** Text of everything that the last window shows. */
  readonly shown: string;
  readonly lastWindow: AssembledWindow | undefined;
}

const LISTED_REFUSALS = 5;

/**
 * Drives a session through the service as its agent would have: appends a turn, assembles a window, checks it. Problems
 * are counted, never thrown. Source: 002 A.9.
 */
export async function replaySession(target: EvaluationTarget, address: SessionAddress, session: ImportedSession): Promise<ReplayedSession> {
  const ids: string[] = [];
  const assembleMs: number[] = [];
  const violations: WindowViolation[] = [];
  const refused: Record<string, number> = {};
  const refusals: string[] = [];
  const refuse = ({ code, message }: Refusal): void => {
    refused[code] = (refused[code] ?? 0) + 1;
    if (refusals.length < LISTED_REFUSALS) refusals.push(`${code}: ${message}`);
  };
  let last: AssembledWindow | undefined;
  const pulls = watchPulls();
  const watch = watchWindows();
  for (const turn of splitTurns(session.events)) {
    pulls.passed(turn, last);
    const resolved = turn.map((event) => resolveReferences(event, ids));
    const { ids: appended, position } = await appendAll(target, address, resolved, session.source);
    ids.push(...appended);
    watch.passed(turn, appended, last);
    const started = target.clock.monotonicMs();
    const window = await assemble(target, address, position);
    assembleMs.push(target.clock.monotonicMs() - started);
    if ('code' in window) {
      refuse(window);
      continue;
    }
    last = window;
    watch.assembled(window);
    violations.push(
      ...checkWindow(
        window,
        appended.filter((_, at) => belongsToTail(turn[at]!, turn)),
      ),
    );
  }
  await target.settle();
  const final = await assemble(target, address, undefined);
  if ('code' in final) refuse(final);
  else {
    last = final;
    watch.assembled(final);
    violations.push(...checkWindow(final, []));
  }
  return summarise(target, address, session, {
    ids,
    assembleMs,
    violations: [...violations, ...(target.takeViolations?.() ?? [])],
    refused,
    refusals,
    last,
    pulls: pulls.counts(),
    use: watch.figures(),
  });
}

/** The service's refusal of a window. */
interface Refusal {
  readonly code: string;
  readonly message: string;
}

async function assemble(target: EvaluationTarget, address: SessionAddress, after: string | undefined): Promise<AssembledWindow | Refusal> {
  try {
    return await target.retriever.assembleWindow({ ...address, ...(after !== undefined && { after }) });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined || code === 'internal') throw error;
    return { code, message: error instanceof Error ? error.message : '' };
  }
}

interface Gathered {
  readonly ids: readonly string[];
  readonly assembleMs: readonly number[];
  readonly violations: WindowViolation[];
  readonly refused: Readonly<Record<string, number>>;
  readonly refusals: readonly string[];
  readonly last: AssembledWindow | undefined;
  readonly pulls: SimulatedPulls;
  readonly use: WindowUse;
}

async function summarise(
  target: EvaluationTarget,
  address: SessionAddress,
  session: ImportedSession,
  gathered: Gathered,
): Promise<ReplayedSession> {
  const reader = createSessionReader(target, address);
  await reader.refresh();
  const [marked, state] = await Promise.all([readMarkers(target, address), target.retriever.session(address)]);
  const compactions = reader.compactions();
  const shownIds = new Set(gathered.last?.blocks.flatMap((block) => (block.eventId === undefined ? [] : [block.eventId])) ?? []);
  const sources = session.events.map((event, at): ProbeSource => {
    const eventId = gathered.ids[at]!;
    return { eventId, session: address.session, event, evicted: marked.evicted.has(eventId) };
  });
  const violations = [...gathered.violations, ...checkEvicted(sources, marked, shownIds, compactions)];
  const overBudget = new Set(violations.filter((violation) => violation.id === 'I-04').map((violation) => violation.windowId));
  return {
    address,
    sources,
    violations,
    events: reader.events.filter((event) => event.kind !== 'compaction').length,
    turns: state.turn,
    artifacts: new Set(reader.events.flatMap((event) => event.body?.artifacts?.map((artifact) => artifact.id) ?? [])).size,
    compactions: state.cycle,
    markers: marked.markers,
    markerOf: marked.markerOf,
    tokensIn: state.tokensIn,
    tokensWindow: gathered.last?.tokens.total ?? 0,
    windows: gathered.assembleMs.length + 1,
    windowsOverBudget: overBudget.size + (gathered.refused.window_over_budget ?? 0),
    orphans: violations.filter((violation) => violation.id === 'I-05').length,
    refused: gathered.refused,
    refusals: gathered.refusals,
    assembleMs: gathered.assembleMs,
    pulls: gathered.pulls,
    use: gathered.use,
    shown: shownIn(gathered.last),
    lastWindow: gathered.last,
  };
}

/**
 * Checks I-06 over the whole run: every event that left the window is behind exactly one marker, and no event behind a
 * marker is in the window.
 */
function checkEvicted(
  sources: readonly ProbeSource[],
  marked: { evicted: ReadonlySet<string>; repeated: number },
  shown: ReadonlySet<string>,
  compactions: readonly ContextCompacted[],
): WindowViolation[] {
  const found: WindowViolation[] = [];
  const report = (what: string) => found.push({ id: 'I-06', what });
  if (marked.repeated > 0) report(`${marked.repeated} events stand in two manifests`);
  const decided = new Set(compactions.flatMap((compaction) => compaction.evicted));
  for (const id of decided) if (!marked.evicted.has(id)) report(`${id} was evicted and is behind no marker`);
  for (const { eventId, event } of sources) {
    if (marked.evicted.has(eventId) && shown.has(eventId)) report(`${eventId} is behind a marker and in the window`);
    if (shown.size > 0 && !marked.evicted.has(eventId) && !shown.has(eventId) && isShown(event.kind))
      report(`${eventId} is neither in the window nor behind a marker`);
  }
  return found;
}

/**
 * Returns true when an event of the latest step belongs to the last turn. A late result belongs to the turn of its
 * call.
 */
function belongsToTail(event: NewEvent, step: readonly NewEvent[]): boolean {
  if (!isShown(event.kind)) return false;
  return event.kind !== 'tool_result' || step.some((other) => other.kind === 'tool_call' && other.call?.id === event.call?.id);
}

/** Returns true for kinds whose events stand in a window individually until they are evicted. */
function isShown(kind: string): boolean {
  return MODEL_OUTPUT_KINDS.has(kind as 'thinking') || kind === 'tool_result' || kind === 'user_message';
}
