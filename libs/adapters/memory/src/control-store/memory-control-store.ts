import type { ApiKey, ControlStore, PolicyAt, RetentionPause, Tenant } from '@total-recall/ports';
import {
  apiKeysOf,
  createClosing,
  createControlReads,
  createHeldUsage,
  createSerialQueue,
  isPolicyOf,
  isSameTenant,
  stillRevoked,
  TotalRecallError,
} from '@total-recall/runtime';
import { createMemoryAudit } from './memory-audit.ts';

const MAX_USAGE_BATCH = 1_000;

/** Creates a store of tenants, keys, policy and audit in memory. */
export function createMemoryControlStore(): ControlStore {
  const tenants = new Map<string, Tenant>();
  const apiKeys = new Map<string, ApiKey>();
  const policies = new Map<string, PolicyAt>();
  const usage = createHeldUsage();
  const inTurn = createSerialQueue();
  let pause: RetentionPause | undefined;
  const { refuseClosed, close } = createClosing('The control store');

  const act = async <T>(run: () => T): Promise<T> => {
    refuseClosed();
    return run();
  };
  const keysOf = (tenant: string) => apiKeysOf(apiKeys, tenant);
  const putKey = (key: ApiKey) => void apiKeys.set(key.id, stillRevoked(apiKeys.get(key.id), structuredClone(key)));
  return {
    ...createControlReads({ tenants, apiKeys, policies, usage }, act),
    ...tenantsOf(tenants, act),
    closeTenant: (left, before) =>
      act(() => {
        if (before && !isSameTenant(tenants.get(left.id), before)) return false;
        tenants.set(left.id, structuredClone(left));
        for (const key of apiKeys.values()) if (key.tenant === left.id) apiKeys.delete(key.id);
        for (const at of policies.keys()) if (isPolicyOf(at, left.id)) policies.delete(at);
        return true;
      }),
    putApiKey: (key) => act(() => putKey(key)),
    dropApiKeys: (tenant, ids) =>
      act(() => {
        for (const id of ids) if (apiKeys.get(id)?.tenant === tenant) apiKeys.delete(id);
      }),
    revokeApiKey: ({ id, tenant }, revokedAt, mayRevoke) =>
      inTurn(async () => {
        refuseClosed();
        if (!(await mayRevoke(keysOf(tenant)))) return false;
        const key = apiKeys.get(id);
        if (key) putKey({ ...key, revokedAt });
        return key !== undefined;
      }),
    putFirstApiKey: (key) =>
      act(() => {
        if ([...apiKeys.values()].some(({ tenant }) => tenant === key.tenant)) return false;
        apiKeys.set(key.id, structuredClone(key));
        return true;
      }),
    putPolicy: (policy) => act(() => void policies.set(policy.at, structuredClone(policy))),
    retentionPause: () => act(() => pause),
    putRetentionPause: (put) => act(() => void (pause = structuredClone(put))),
    putUsage: (rows) =>
      act(() => {
        if (rows.length > MAX_USAGE_BATCH)
          throw new TotalRecallError('batch_too_large', `At most ${MAX_USAGE_BATCH} counts may be put at once.`);
        for (const row of rows) usage.put(row);
      }),
    forgetUsage: (before) => act(() => void usage.forgetBefore(before)),
    ...createMemoryAudit(act),
    close,
  };
}

function tenantsOf(tenants: Map<string, Tenant>, act: <T>(run: () => T) => Promise<T>): Pick<ControlStore, 'putTenant' | 'replaceTenant'> {
  return {
    putTenant: (tenant) => act(() => void tenants.set(tenant.id, structuredClone(tenant))),
    replaceTenant: (before, tenant) =>
      act(() => {
        if (!isSameTenant(tenants.get(tenant.id), before)) return false;
        tenants.set(tenant.id, structuredClone(tenant));
        return true;
      }),
  };
}
