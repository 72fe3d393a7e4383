import { delegateSubtask } from '../delegation/delegate-subtask.ts';
import type { DelegationDeps } from '../delegation/delegation-deps.ts';
import { readDelegations } from '../delegation/list-delegations.ts';
import { reportSubtask } from '../delegation/report-subtask.ts';
import type { Handlers } from './handler.ts';

type DelegationRoutes = 'delegateSubtask' | 'listDelegations' | 'reportSubtask';

/** Handles what planners hand to executors, and what these report. */
export function delegationHandlers(deps: DelegationDeps): Handlers<DelegationRoutes> {
  return {
    delegateSubtask: ({ params, body }, caller) => delegateSubtask(deps, caller, { tenant: caller.tenant, ...params }, body),
    listDelegations: async ({ params }, caller) => ({ delegations: await readDelegations(deps, { tenant: caller.tenant, ...params }) }),
    reportSubtask: ({ params, body, headers }, caller) =>
      reportSubtask(deps, caller, { tenant: caller.tenant, ...params }, { body, idempotencyKey: headers['idempotency-key'] }),
  };
}
