import { composeCompaction } from '../src/compaction/outcome/compose-compaction.ts';
import type { CompactionRecord } from '../src/compaction/compaction-record.ts';
import type { Cut } from '../src/compaction/previews/cut.ts';
import { fitCuts, putBackForms } from '../src/compaction/previews/fit-cuts.ts';
import { sketchEvents } from '../src/compaction/sketches/event-sketch.ts';
import { planCompaction, type CompactionPlan } from '../src/compaction/plan/plan-compaction.ts';
import { overTrigger } from '../src/compaction/tokens/used-tokens.ts';
import type { EventRecord } from '../src/event/event-record.ts';
import { checkCompaction, checkMarkers, checkShown, checkWindow, type Violation } from '../src/invariants.ts';
import type { Marks } from '../src/log/marks.ts';
import type { SessionPolicy } from '../src/policy/session-policy.ts';
import { emptySession } from '../src/session/empty-session.ts';
import { evolveSession } from '../src/session/evolve-session.ts';
import type { SessionState } from '../src/session/session-state.ts';
import { assembleWindow } from '../src/window/assemble-window.ts';
import type { EntryContent } from '../src/window/render-entry.ts';

/** Counts roughly without a tokenizer: four characters per token. */
export const countRoughly = (text: string): number => Math.ceil(text.length / 4);

/** Fits previews with rough counts. */
export function fitRoughly(
  forms: CompactionPlan['forms'],
  state: SessionState,
  contents: ReadonlyMap<string, EntryContent>,
): ReadonlyMap<string, Cut> {
  const fitting = fitCuts(forms, state, contents);
  let step = fitting.next();
  while (!step.done) step = fitting.next(step.value.map(countRoughly));
  return step.value;
}

export interface DrivenSession {
  readonly state: SessionState;
  /** The resulting log: the given records and the decisions, with their own offsets. */
  readonly log: readonly EventRecord[];
  readonly compactions: readonly CompactionRecord[];
  readonly contents: ReadonlyMap<string, EntryContent>;
  readonly violations: readonly Violation[];
  readonly overBudget: number;
}

/** Folds records one by one, decides as a projector would, and checks every session invariant at each step. */
export function driveSession(records: readonly EventRecord[], policy: SessionPolicy, lag = 0, embeddedLag?: number): DrivenSession {
  const log: EventRecord[] = [];
  const compactions: CompactionRecord[] = [];
  const violations: Violation[] = [];
  const contents = new Map<string, EntryContent>();
  let overBudget = 0;
  let state = emptySession({ tenant: 't', space: 's', session: 'x' });
  const take = (record: EventRecord): void => {
    log.push(record);
    if (typeof record.body !== 'string') {
      contents.set(record.envelope.id, { body: record.body, fullText: record.body.text });
    }
    state = evolveSession(state, record).state;
  };
  for (const record of records) {
    take({ ...record, offset: log.length });
    if (overTrigger(state, policy)) {
      const decided = decide(state, policy, marksBehind(log.length - 1, lag, embeddedLag), contents, violations);
      if (decided) {
        compactions.push(decided);
        take(compactionRecord(decided, state, log.length));
      }
    }
    violations.push(...checkMarkers(state, policy.budgets.markerCap));
    const window = assembleWindow({ state, policy, windowTokens: policy.budgets.window, callerBlocks: [], toolTokens: 0, contents });
    if (window.kind === 'window') violations.push(...checkWindow(window), ...checkShown(state, window.blocks));
    else overBudget += 1;
  }
  return { state, log, compactions, contents, violations, overBudget };
}

function marksBehind(end: number, lag: number, embeddedLag: number | undefined): Marks {
  return { folded: end, searchable: end - lag, ...(embeddedLag === undefined ? {} : { embedded: end - embeddedLag }) };
}

function decide(
  state: SessionState,
  policy: SessionPolicy,
  marks: Marks,
  contents: ReadonlyMap<string, EntryContent>,
  violations: Violation[],
): CompactionRecord | undefined {
  const plan = planCompaction({ state, policy, marks, trigger: 'threshold' });
  if (plan.kind === 'stopped') return plan.log ? { type: 'CompactionStopped', ...plan.log } : undefined;
  const bodies = new Map([...contents].map(([id, { body }]) => [id, body]));
  const compose = (cuts: ReadonlyMap<string, Cut>) =>
    composeCompaction({
      plan,
      state,
      policy,
      sketches: sketchEvents(plan.evicted, bodies),
      cuts,
      eventId: `C${state.cycle + 1}`,
      countTokens: countRoughly,
    });
  const cuts = fitRoughly(plan.forms, state, contents);
  const first = compose(cuts);
  const back = first ? putBackForms(plan, first, state) : new Map();
  const record = back.size === 0 ? first : compose(new Map([...cuts, ...fitRoughly(back, state, contents)]));
  if (record) violations.push(...checkCompaction(state, record, policy, marks));
  return record;
}

export function compactionRecord(compaction: CompactionRecord, state: SessionState, offset: number): EventRecord {
  const { tenant, space, session } = state;
  return {
    offset,
    envelope: {
      schemaVersion: 1,
      id: `C${compaction.cycle}-${offset}`,
      tenant,
      space,
      session,
      kind: 'compaction',
      occurredAt: state.lastAt,
      recordedAt: state.lastAt,
      tokens: { whole: 0, stripped: 0, preview: 0 },
      family: 'o200k',
      keyId: 'k',
    },
    body: { text: '', meta: {}, compaction },
  };
}
