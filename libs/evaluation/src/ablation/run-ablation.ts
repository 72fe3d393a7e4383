import type { NewEvent, SessionAddress } from '@total-recall/domain';
import type { Retriever } from '@total-recall/ports';
import type { EvaluationProgress, EvaluationTarget } from '../evaluation-target.ts';
import { ABLATION_CONDITIONS, variantOf, type AblationCondition, type RecallVariant } from './ablation-conditions.ts';
import { ABLATION_HITS, type AblationAnswer } from './ablation-measures.ts';
import type { AblationEvent, AblationQuestion, AblationTrace } from './ablation-trace.ts';
import { ABLATION_SIZE, generateAblation, type AblationSize } from './generate-ablation.ts';
import { summariseAblation, type AblationResult } from './summarise-ablation.ts';

/** A target that also offers recall with parts of its conditioning switched off, over the same stores. */
export interface AblationTarget extends EvaluationTarget {
  recallUnder(variant: RecallVariant): Retriever['recall'];
  readonly clock: EvaluationTarget['clock'] & { now(): number };
}

export interface AblationOptions {
  /** Must be new for every run: it names the spaces. */
  readonly runName: string;
  readonly seed?: number;
  readonly size?: AblationSize;
  readonly onProgress?: EvaluationProgress;
}

const APPEND_EVENTS = 100;

/** Answers of the ablation, with the configuration and the size of the stores. */
export interface AskedAblation extends Pick<AblationResult, 'config' | 'store'> {
  readonly answers: readonly AblationAnswer[];
}

/** Runs generated tasks under every condition and summarises the results. Source: 002 §10.5. */
export async function runAblation(target: AblationTarget, options: AblationOptions): Promise<AblationResult> {
  const { answers, config, store } = await askAblation(target, options, ABLATION_CONDITIONS);
  return summariseAblation(answers, { dataset: 'ablation, generated', seed: options.seed ?? 1, config, store });
}

/**
 * Asks each question under every condition with the same task state and store, one condition after the other. Only the
 * scorer knows the right answers.
 */
export async function askAblation(
  target: AblationTarget,
  options: AblationOptions,
  conditions: readonly AblationCondition[],
): Promise<AskedAblation> {
  const { seed = 1, size = ABLATION_SIZE, onProgress } = options;
  const traces = generateAblation(seed, size);
  const recalls = conditions.map((condition) => ({ condition, recall: target.recallUnder(variantOf(condition)) }));
  const answers: AblationAnswer[] = [];
  const signals = new Set<string>();
  for (const [at, trace] of traces.entries()) {
    onProgress?.(at, traces.length, `storing ${trace.name}`);
    const space = `${options.runName}.${trace.name}`;
    const stored = await storeTrace(target, space, trace);
    await target.settle();
    onProgress?.(at + 0.5, traces.length, `asking in ${trace.name}`);
    answers.push(...(await askTrace(target, { space, trace, stored, recalls, signals })));
  }
  onProgress?.(traces.length, traces.length, 'done');
  const events = traces.reduce((sum, trace) => sum + trace.events.length, 0);
  return { answers, config: { ...size, signals: [...signals] }, store: { spaces: traces.length, events } };
}

interface StoredTrace {
  readonly keyOf: ReadonlyMap<string, string>;
  readonly idOf: ReadonlyMap<string, string>;
  readonly versions: Map<string, number>;
}

/** Appends a trace in order, shifted in time so that its last event happens now. */
async function storeTrace(target: AblationTarget, space: string, trace: AblationTrace): Promise<StoredTrace> {
  const idOf = new Map<string, string>();
  const versions = new Map<string, number>();
  const shiftMs = target.clock.now() - (trace.events.at(-1)?.event.occurredAt ?? 0);
  const ids = (keys: readonly string[]) => keys.flatMap((key) => idOf.get(key) ?? []);
  for (const batch of batchesOf(trace.events)) {
    const address: SessionAddress = { tenant: target.tenant, space, session: batch[0]!.session };
    const { fields } = batch[0]!.event;
    if (fields !== undefined) {
      const keyEvents = batch[0]!.keyEvents;
      await setState(target, address, versions, { ...fields, ...(keyEvents && { keyEvents: ids(keyEvents) }) });
      continue;
    }
    const events = batch.map(({ event: { fields: _fields, ...event }, supersedes }): NewEvent => {
      const meta = supersedes ? { ...event.meta, supersedes: ids(supersedes) } : event.meta;
      return { ...event, occurredAt: (event.occurredAt ?? 0) + shiftMs, ...(meta && { meta }) };
    });
    const appended = await target.ingest.append({ ...address, events });
    appended.events.forEach(({ id }, at) => idOf.set(batch[at]!.key, id));
  }
  return { idOf, versions, keyOf: new Map([...idOf].map(([key, id]) => [id, key])) };
}

/**
 * Groups events into appends of one session. A task state stands alone, and an event that refers to others starts a new
 * append.
 */
function* batchesOf(events: readonly AblationEvent[]): Generator<AblationEvent[]> {
  let batch: AblationEvent[] = [];
  for (const event of events) {
    const first = batch[0];
    const joins =
      first !== undefined &&
      first.session === event.session &&
      first.event.fields === undefined &&
      event.event.fields === undefined &&
      event.supersedes === undefined &&
      batch.length < APPEND_EVENTS;
    if (!joins && batch.length > 0) yield batch;
    batch = joins ? [...batch, event] : [event];
  }
  if (batch.length > 0) yield batch;
}

async function setState(
  target: AblationTarget,
  address: SessionAddress,
  versions: Map<string, number>,
  fields: NonNullable<AblationEvent['event']['fields']>,
): Promise<void> {
  const expectedVersion = versions.get(address.session) ?? 0;
  await target.ingest.updateTaskState({ ...address, update: { expectedVersion, fields } });
  versions.set(address.session, expectedVersion + 1);
}

interface Asking {
  readonly space: string;
  readonly trace: AblationTrace;
  readonly stored: StoredTrace;
  readonly recalls: readonly { readonly condition: AblationCondition; readonly recall: Retriever['recall'] }[];
  readonly signals: Set<string>;
}

async function askTrace(target: AblationTarget, asking: Asking): Promise<AblationAnswer[]> {
  const { space, trace, stored } = asking;
  const { session, card, keyEvents } = trace.asker;
  const address: SessionAddress = { tenant: target.tenant, space, session };
  const named = keyEvents.flatMap((key) => stored.idOf.get(key) ?? []);
  const answers: AblationAnswer[] = [];
  const groups = Map.groupBy(trace.questions, (question) => JSON.stringify(question.state));
  for (const questions of groups.values()) {
    const { phase, requiresSelfAssessment, requestHistorical, crossTask } = questions[0]!.state;
    const state = { ...card, keyEvents: named, phase, requiresSelfAssessment, requestHistorical, filters: { crossTask } };
    await setState(target, address, stored.versions, state);
    await target.settle();
    for (const question of questions) answers.push(await askQuestion(target, asking, address, question));
  }
  return answers;
}

async function askQuestion(
  target: AblationTarget,
  { trace, stored, recalls, signals }: Asking,
  address: SessionAddress,
  question: AblationQuestion,
): Promise<AblationAnswer> {
  const ranked: Partial<Record<AblationCondition, readonly string[]>> = {};
  const latencyMs: Partial<Record<AblationCondition, number>> = {};
  for (const { condition, recall } of recalls) {
    const started = target.clock.monotonicMs();
    const answer = await recall({ ...address, queries: [question.text], limit: ABLATION_HITS });
    latencyMs[condition] = target.clock.monotonicMs() - started;
    ranked[condition] = answer.hits.map((hit) => stored.keyOf.get(hit.eventId) ?? hit.eventId);
    for (const signal of answer.signals) signals.add(signal);
  }
  const { id, topic, contests, usualPhase, namesKeyEvent, gold } = question;
  return {
    trace: trace.name,
    tasks: trace.tasks,
    id,
    topic,
    contests,
    usualPhase,
    namesKeyEvent,
    gold,
    ranked,
    latencyMs,
  };
}
