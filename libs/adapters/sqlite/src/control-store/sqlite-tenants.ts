import type { ControlStore, Tenant } from '@total-recall/ports';
import { isPolicyOf, isSameTenant, type createSerialQueue } from '@total-recall/runtime';
import type { DatabaseThread } from '../thread/database-thread.ts';
import type { ControlKind, ControlWorkerHandlers } from './control-worker.ts';
import type { HeldControl } from './held-control.ts';

interface TenantParts {
  readonly thread: Pick<DatabaseThread<ControlWorkerHandlers>, 'call'>;
  readonly held: Pick<HeldControl, 'tenants' | 'apiKeys' | 'policies' | 'remember'>;
  readonly put: (kind: ControlKind, id: string, value: unknown) => Promise<void>;
  readonly inTurn: ReturnType<typeof createSerialQueue>;
  /** Answers a read from memory. Errors: `closed`. */
  readonly answer: <T>(read: () => T) => Promise<T>;
}

type TenantCalls = Pick<ControlStore, 'putTenant' | 'replaceTenant' | 'closeTenant'>;

/** Creates the changes of tenants in the control store. They take turns. */
export function createSqliteTenants({ thread, held, put, inTurn, answer }: TenantParts): TenantCalls {
  const { tenants, apiKeys, policies, remember } = held;
  const stands = (id: string, before: Tenant | undefined): Promise<boolean> => answer(() => isSameTenant(tenants.get(id), before));
  return {
    putTenant: (tenant) => inTurn(() => put('tenant', tenant.id, tenant)),
    replaceTenant: (before, tenant) =>
      inTurn(async () => {
        if (!(await stands(tenant.id, before))) return false;
        await put('tenant', tenant.id, tenant);
        return true;
      }),
    closeTenant: (left, before) =>
      inTurn(async () => {
        if (!(await stands(left.id, before ?? tenants.get(left.id)))) return false;
        const keys = [...apiKeys.values()].filter(({ tenant }) => tenant === left.id).map(({ id }) => id);
        const places = [...policies.keys()].filter((at) => isPolicyOf(at, left.id));
        await thread.call('closeTenant', [{ id: left.id, json: JSON.stringify(left) }, keys, places]);
        remember('tenant', JSON.stringify(left));
        for (const id of keys) apiKeys.delete(id);
        for (const at of places) policies.delete(at);
        return true;
      }),
  };
}
