import { LIMITS, type CoreConfig, type WorkGateConfig } from '@total-recall/runtime';

/** Steps that run at once. In one process each step is CPU work; on a cluster most of a step waits for a server. */
const SLOTS = { alone: 3, cluster: 16 };

/** Reads from the settings how tenants share the process. */
export function workGateOf(
  config: Pick<CoreConfig, 'workSlots' | 'workDeadlineMs' | 'workWaitingPerTenant' | 'tenantWeights'>,
  mode: keyof typeof SLOTS,
): WorkGateConfig {
  return {
    slots: config.workSlots || SLOTS[mode],
    deadlineMs: config.workDeadlineMs,
    waitingPerTenant: config.workWaitingPerTenant,
    waiting: LIMITS.workWaiting,
    weightOf: (tenant) => config.tenantWeights.get(tenant) ?? 1,
  };
}
