import { LIMITS, type AppConfig, type WorkGateConfig } from '@total-recall/runtime';

/** Steps that run at once. In one process each step is CPU work; on a cluster most of a step waits for a server. */
const SLOTS = { alone: 3, cluster: 16 };

/** Reads from the settings how tenants share the process. */
export function workGateOf(
  config: Pick<AppConfig, 'workSlots' | 'workDeadlineMs' | 'workWaitingPerTenant' | 'tenantWeights'>,
  mode: keyof typeof SLOTS,
): WorkGateConfig {
  const weights = new Map(
    config.tenantWeights?.split(',').map((part): [string, number] => {
      const at = part.lastIndexOf('=');
      return [part.slice(0, at), Number(part.slice(at + 1))];
    }),
  );
  return {
    slots: config.workSlots || SLOTS[mode],
    deadlineMs: config.workDeadlineMs,
    waitingPerTenant: config.workWaitingPerTenant,
    waiting: LIMITS.workWaiting,
    weightOf: (tenant) => weights.get(tenant) ?? 1,
  };
}
