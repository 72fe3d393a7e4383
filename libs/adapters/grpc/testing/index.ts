export { openServiceProbe } from './service-probe.ts';
export type { ProbedCall, ServiceProbe } from './service-probe.ts';
