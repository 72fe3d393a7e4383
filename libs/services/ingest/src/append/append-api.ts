import type { Ingest } from '@total-recall/ports';
import { createUlidFactory } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { createTaskStateUpdater, type TaskStateDeps } from '../task-state/update-task-state.ts';
import { createAppender, type AppendDeps } from './append-events.ts';
import type { OriginOptions } from './resolve-origins.ts';

/** Writes to the log for callers. It needs no partition of its own: any process appends to every partition. */
export type AppendApi = Pick<Ingest, 'append' | 'updateTaskState' | 'policy'>;

export type AppendApiDeps = AppendDeps & TaskStateDeps & Pick<IngestDeps, 'random' | 'gate'>;

export function createAppendApi(
  deps: AppendApiDeps,
  config: Pick<IngestConfig, 'foldTimeoutMs'>,
  { loadFolded }: Pick<OriginOptions, 'loadFolded'>,
): AppendApi {
  const { gate, policies } = deps;
  const newId = createUlidFactory(deps);
  const append = createAppender(deps, config, { newId, loadFolded });
  const updateTaskState = createTaskStateUpdater(deps, config, newId);
  return {
    append: (request) => (gate ? gate.enter(request, () => append(request)) : append(request)),
    updateTaskState: (request) => (gate ? gate.enter(request, () => updateTaskState(request)) : updateTaskState(request)),
    policy: async (address) => (await policies.resolve(address)).policy,
  };
}
