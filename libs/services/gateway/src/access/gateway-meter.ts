import type { Metrics } from '@total-recall/observability';
import type { GatewayMeter } from '../gateway.ts';

/** Counts into the metrics of this process. */
export function createGatewayMeter(metrics: Metrics): GatewayMeter {
  return {
    limited: (limit) => metrics.gatewayRateLimited.inc({ limit }),
    auditDropped: (entries) => metrics.limitsHit.inc({ limit: 'auditQueue' }, entries),
  };
}
