import type { Component, Health } from '@total-recall/runtime';

/** A service that the gateway calls. */
interface Connected {
  /** Resolves once it can be reached. Errors: `unavailable` at the deadline. */
  ready(deadlineMs: number): Promise<void>;
}

export interface CalledServices {
  readonly ingest: Connected;
  readonly retriever: Connected;
  readonly consolidator?: Connected;
}

const HEALTH_MS = 1_000;

/** Names the requests that fail without each service. */
const WITHOUT = {
  ingest: 'nothing can be appended or compacted at the moment',
  retriever: 'no windows, recalls or other reads of events are answered at the moment',
  consolidator: 'nothing can be erased or held, and there are no facts, ledger and digest at the moment',
} as const;

/**
 * Creates the components of the services that the gateway calls. It starts once ingest and the retriever can be reached.
 * Later it is unready only without both: all gateways see the same services, so where each left with the retriever,
 * nobody would be there to take appends.
 */
export function serviceConnections({ ingest, retriever, consolidator }: CalledServices, startDeadlineMs: number): Component[] {
  const isThere = ({ ready }: Connected): Promise<boolean> =>
    ready(HEALTH_MS).then(
      () => true,
      () => false,
    );
  const needed = (name: 'ingest' | 'retriever', service: Connected, other: Connected): Component => ({
    name,
    start: () => service.ready(startDeadlineMs),
    async health(): Promise<Health> {
      const [own, others] = await Promise.all([isThere(service), isThere(other)]);
      if (own) return { ready: true };
      return others ? { ready: true, isDegraded: true, detail: `degraded: ${WITHOUT[name]}` } : { ready: false, detail: WITHOUT[name] };
    },
  });
  const optional = (service: Connected): Component => ({
    name: 'consolidator',
    health: async () => ({ ready: true, ...(!(await isThere(service)) && { detail: `work goes on without it: ${WITHOUT.consolidator}` }) }),
  });
  return [needed('ingest', ingest, retriever), needed('retriever', retriever, ingest), ...(consolidator ? [optional(consolidator)] : [])];
}
