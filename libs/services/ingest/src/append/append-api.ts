import type { Ingest } from '@total-recall/ports';
import { createUlidFactory } from '@total-recall/runtime';
import type { IngestConfig, IngestDeps } from '../ingest-deps.ts';
import { createTaskStateUpdater, type TaskStateDeps } from '../task-state/update-task-state.ts';
import { createAppender, type AppendDeps } from './append-events.ts';
import type { OriginOptions } from './resolve-origins.ts';
import { createSessionGate, type SessionGate } from './session-gate.ts';

/** What writes to the log for callers. It needs no partition of its own: any process appends to every partition. */
export interface AppendApi extends Pick<Ingest, 'append' | 'updateTaskState' | 'policy'> {
  /** Closes sessions to appends of this process and runs `work` once none is under way. */
  withoutAppends: SessionGate['withoutAppends'];
}

export type AppendApiDeps = AppendDeps & TaskStateDeps & Pick<IngestDeps, 'random' | 'closed'>;

export function createAppendApi(
  deps: AppendApiDeps,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  { loadFolded }: Pick<OriginOptions, 'loadFolded'>,
): AppendApi {
  const newId = createUlidFactory(deps);
  const gate = createSessionGate();
  const append = createAppender(deps, config, { newId, loadFolded });
  const updateTaskState = createTaskStateUpdater(deps, config, newId);
  const enter: SessionGate['enter'] = (address, run) => gate.enter(address, () => (deps.closed ? deps.closed.enter(address, run) : run()));
  return {
    append: (request) => enter(request, () => append(request)),
    updateTaskState: (request) => enter(request, () => updateTaskState(request)),
    withoutAppends: (sessions, work) => gate.withoutAppends(sessions, work),
    policy: async (address) => (await deps.policies.resolve(address)).policy,
  };
}
