import {
  nextTaskState,
  taskStateForms,
  sessionKey,
  type EventBody,
  type SessionAddress,
  type SessionState,
  type TaskState,
  type TaskStateUpdate,
} from '@total-recall/domain';
import type { Ingest } from '@total-recall/ports';
import { countForms, createExtensionChecker, deriveUlid, LIMITS, originHash, TotalRecallError } from '@total-recall/runtime';
import type { PreparedEvent } from '../append/prepare-event.ts';
import { currentState, sealAndAppend, type SealDeps } from '../append/append-events.ts';
import { waitFolded } from '../follow/wait-folded.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { resolveEventRefs } from './resolve-event-refs.ts';
import { screenTaskState } from './screen-task-state.ts';

type Request = SessionAddress & { readonly update: TaskStateUpdate; readonly agent?: string };

export type TaskStateDeps = SealDeps & Pick<IngestDeps, 'policies' | 'sessions' | 'index' | 'tokens'>;

const UNVERSIONED_TRIES = 4;

/**
 * Creates the update of task states: appends each as a whole version and answers when it is folded. The loser of a race
 * gets an error. Source: W3.
 */
export function createTaskStateUpdater(
  deps: TaskStateDeps,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  newId: (tenant: string) => string,
): Ingest['updateTaskState'] {
  const checkExtensions = createExtensionChecker();
  async function update(request: Request): Promise<Updated> {
    const effective = await deps.policies.resolve(request);
    const screened = screenTaskState(request.update.fields, effective.settings);
    const { redactions } = screened;
    checkExtensions(screened.fields.extensions, effective.settings.taskStateExtensions);
    const before = await currentState(deps, config, request);
    const fields = await resolveEventRefs(deps, request, screened.fields);
    const next = nextTaskState(await currentTaskState(deps, before), { ...request.update, fields });
    if (next.kind === 'conflict') throw conflict(next.currentVersion);
    const { occurredAt } = request.update;
    const id = occurredAt === undefined ? newId(request.tenant) : derivedId(request, next.state, occurredAt);
    const prepared = prepare(deps, request, next.state, id, redactions);
    const [tokens] = await countForms(deps.tokens, effective.policy.family, [prepared.forms]);
    const budget = effective.policy.budgets.task;
    if (tokens!.whole > budget) {
      throw new TotalRecallError(
        'window_over_budget',
        `The task state takes ${tokens!.whole} tokens, its budget is ${budget}. Shorten it, or raise taskTokens.`,
        { details: { part: 'task', tokens: tokens!.whole, budgetTokens: budget } },
      );
    }
    const written = await sealAndAppend({ ...deps, ...config }, request, [prepared], [tokens!], effective);
    await waitFolded(deps, config, written.last!);
    const accepted = await deps.index.events(request.tenant, request.space, [prepared.id]);
    if (!accepted[0]) {
      const now = await deps.sessions.load(request);
      throw conflict(now?.taskState?.version ?? 0);
    }
    return {
      version: next.state.version,
      premiseVersion: next.state.premiseVersion,
      eventId: prepared.id,
      position: written.positions[0]!,
    };
  }
  return async function updateTaskState(request: Request) {
    for (let tries = request.update.expectedVersion === undefined ? UNVERSIONED_TRIES : 1; ; tries--) {
      try {
        return await update(request);
      } catch (error) {
        // An update without a version overwrites whatever is current, including another writer's newest.
        if (tries <= 1 || !(error instanceof TotalRecallError) || error.code !== 'task_state_conflict') throw error;
      }
    }
  };
}

type Updated = Awaited<ReturnType<Ingest['updateTaskState']>>;

/** Derives an id that is the same for the same content, time and version, so that a repeat is not a second update. */
function derivedId(address: SessionAddress, state: TaskState, occurredAt: number): string {
  return deriveUlid(occurredAt, originHash([sessionKey(address), 'task-state', state.version, JSON.stringify(state)]));
}

function prepare(
  { clock }: Pick<IngestDeps, 'clock'>,
  request: Request,
  taskState: TaskState,
  id: string,
  redactions: EventBody['redactions'] = [],
): PreparedEvent {
  if (Buffer.byteLength(JSON.stringify(taskState)) > LIMITS.taskStateBytes) {
    throw new TotalRecallError('payload_too_large', `A task state takes at most ${LIMITS.taskStateBytes} bytes.`);
  }
  const meta = request.agent === undefined ? {} : { agent: request.agent };
  const body: EventBody = { text: '', meta, taskState, ...(redactions.length > 0 ? { redactions } : {}) };
  return {
    id,
    kind: 'task_state',
    occurredAt: request.update.occurredAt ?? clock.now(),
    body,
    forms: taskStateForms(taskState),
  };
}

async function currentTaskState(deps: Pick<IngestDeps, 'index' | 'sealer'>, state: SessionState): Promise<TaskState | undefined> {
  if (!state.taskState) return undefined;
  const [event] = await deps.index.events(state.tenant, state.space, [state.taskState.eventId]);
  const record = event && (await deps.sealer.open(event.record));
  // The version behind an erased one goes on with what is left of it: its numbers.
  const body = typeof record?.body === 'string' ? record.rest : record?.body;
  if (!body) throw new TotalRecallError('unavailable', `The current task state of ${sessionKey(state)} cannot be read.`);
  return body.taskState;
}

function conflict(currentVersion: number): TotalRecallError {
  return new TotalRecallError(
    'task_state_conflict',
    `The task state is at version ${currentVersion}. Read it, make your change to it, and send that version.`,
    { details: { currentVersion } },
  );
}
