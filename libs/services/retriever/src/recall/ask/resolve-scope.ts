import type { AskingTask, RecallRequest, SessionState } from '@total-recall/domain';
import type { TextFilter } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { RetrieverDeps } from '../../retriever-deps.ts';

/** Newest entries of the asking session that are searched for its agent's name. */
const AGENT_LOOKBACK = 16;

/**
 * Builds the index filter of a request: the scope's own lists, narrowed to the asking session, task or
 * agent. A task that does not allow others sees its own events, events of no task, and those of the asking
 * session. `granted`: sessions that the delegation of the asking session lets it recall from. Source: R8, 002 A.3, A.5.
 */
export async function resolveScope(
  deps: Pick<RetrieverDeps, 'index' | 'sealer'>,
  request: RecallRequest,
  state: SessionState | undefined,
  { task, granted }: { readonly task: AskingTask | undefined; readonly granted: readonly string[] | undefined },
): Promise<TextFilter> {
  const scope = request.scope ?? {};
  const narrow = scope.within ?? 'space';
  const toTime = Math.min(scope.toTime ?? Infinity, request.asOf ?? Infinity);
  const own = narrow === 'task' ? undefined : ownTask(task);
  if (narrow !== 'space' && request.session === undefined) {
    throw new TotalRecallError('invalid_request', `A recall within the ${narrow} needs the asking "session".`, {
      details: { field: 'session' },
    });
  }
  return {
    ...pick('sessions', intersect(intersect(scope.sessions, narrow === 'session' ? [request.session!] : undefined), granted)),
    ...pick('kinds', scope.kinds),
    ...pick('agents', intersect(scope.agents, narrow === 'agent' ? await agentOf(deps, state) : undefined)),
    ...pick('taskIds', intersect(scope.taskIds, narrow === 'task' ? taskOf(state) : own)),
    ...(own === undefined ? {} : pick('anyTaskOf', request.session)),
    ...(scope.fromTime === undefined ? {} : { fromTime: scope.fromTime }),
    ...(toTime === Infinity ? {} : { toTime }),
  };
}

function pick<K extends keyof TextFilter>(name: K, value: TextFilter[K]): Pick<TextFilter, K> | Record<string, never> {
  return value === undefined ? {} : ({ [name]: value } as Pick<TextFilter, K>);
}

/** Intersects two filter lists; undefined means no filter. An empty result lets nothing through. */
function intersect(asked: readonly string[] | undefined, own: readonly string[] | undefined): readonly string[] | undefined {
  if (asked === undefined || own === undefined) return asked ?? own;
  return asked.filter((value) => own.includes(value));
}

function taskOf(state: SessionState | undefined): string[] {
  const taskId = state?.taskState?.taskId;
  if (taskId === undefined)
    throw new TotalRecallError(
      'invalid_request',
      'The asking session has no task; set one with a task-state update, or ask within the session.',
    );
  return [taskId];
}

/** The empty name stands for events of no task. */
function ownTask(task: AskingTask | undefined): string[] | undefined {
  return task?.taskId === undefined || task.allowsOtherTasks ? undefined : [task.taskId, ''];
}

async function agentOf({ index, sealer }: Pick<RetrieverDeps, 'index' | 'sealer'>, state: SessionState | undefined): Promise<string[]> {
  const ids = (state?.entries ?? [])
    .slice(-AGENT_LOOKBACK)
    .map((entry) => entry.id)
    .reverse();
  if (state !== undefined && ids.length > 0) {
    const events = await index.events(state.tenant, state.space, ids);
    const opened = await sealer.openAll(events.flatMap((event) => (event === undefined ? [] : [event.record])));
    for (const { body } of opened) if (typeof body !== 'string' && body.meta.agent !== undefined) return [body.meta.agent];
  }
  throw new TotalRecallError('invalid_request', 'The asking session names no agent; name it in scope.agents, or ask within the session.');
}
