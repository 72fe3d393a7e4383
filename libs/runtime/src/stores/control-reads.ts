import type { ApiKey, ControlStore, PolicyAt, Tenant } from '@total-recall/ports';
import type { HeldUsage } from './held-usage.ts';
import { apiKeysOf } from './kept-api-keys.ts';

/** Content of a control store as it is held in memory, by id or place. */
interface HeldControl {
  readonly tenants: ReadonlyMap<string, Tenant>;
  readonly apiKeys: ReadonlyMap<string, ApiKey>;
  readonly policies: ReadonlyMap<string, PolicyAt>;
  readonly usage: Pick<HeldUsage, 'of'>;
}

type ControlReads = Pick<ControlStore, 'tenants' | 'tenant' | 'apiKey' | 'apiKeys' | 'policies' | 'policiesUnder' | 'usage'>;

/** Creates the reads of a control store, all answered from memory. `answer` refuses them once the store is closed. */
export function createControlReads(
  { tenants, apiKeys, policies, usage }: HeldControl,
  answer: <T>(read: () => T) => Promise<T>,
): ControlReads {
  return {
    tenants: () => answer(() => [...tenants.values()].sort((a, b) => (a.id < b.id ? -1 : 1))),
    tenant: (id) => answer(() => tenants.get(id)),
    apiKey: (id) => answer(() => apiKeys.get(id)),
    apiKeys: (tenant) => answer(() => apiKeysOf(apiKeys, tenant)),
    policies: (at) => answer(() => at.map((place) => policies.get(place))),
    policiesUnder: (prefix, limit) =>
      answer(() => {
        const below = [...policies.values()].filter(({ at }) => at.startsWith(prefix));
        return below.sort((a, b) => (a.at < b.at ? -1 : 1)).slice(0, Math.max(0, limit));
      }),
    usage: (day, tenant) => answer(() => usage.of(day, tenant)),
  };
}
