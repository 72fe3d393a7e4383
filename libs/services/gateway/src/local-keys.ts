import { SCOPES } from '@total-recall/contracts';
import type { AuditEntry } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { AuditLog } from './access/audit-log.ts';
import { OPERATOR_TENANT, type Gateway, type GatewayDeps } from './gateway.ts';
import { makeFirstKey, makeKey } from './handlers/control-handlers.ts';

interface LocalKeysDeps extends GatewayDeps {
  readonly audit: Pick<AuditLog, 'write'>;
  readonly entry: (of: Omit<AuditEntry, 'id' | 'at'>) => AuditEntry;
}

/** Makes keys for whoever runs the process, who needs none for it. */
export function localKeys(deps: LocalKeysDeps): Pick<Gateway, 'bootstrap' | 'issueKey'> {
  const { audit, entry } = deps;
  return {
    async bootstrap(tenant = 'default') {
      const tenants = await deps.control.tenants();
      // An interrupted first start may have left a tenant without a key.
      const hadTenant = tenants.some(({ id, removedAt }) => id === tenant && removedAt === undefined);
      const unfinished = hadTenant && (await deps.control.apiKeys(tenant)).length === 0;
      if (tenants.length > 0 && !unfinished) return { kind: 'present', tenants: tenants.length };
      const createdAt = deps.clock.now();
      await deps.control.putTenant({ id: tenant, name: tenant, createdAt });
      await deps.control.putTenant({ id: OPERATOR_TENANT, name: 'Operator', createdAt });
      const made = await makeFirstKey(deps, tenant, { name: 'first', scopes: SCOPES });
      // Another gateway made the key first, and prints it.
      if (!made) return { kind: 'present', tenants: (await deps.control.tenants()).length };
      await audit.write(entry({ tenant, keyId: made.key.id, action: 'tenant.bootstrap', target: tenant, outcome: 'allowed' }));
      return { kind: 'created', tenant, apiKey: made.text, hadTenant };
    },
    async issueKey(tenant, wanted) {
      if (!(await deps.control.tenant(tenant))) throw new TotalRecallError('not_found', `There is no tenant ${tenant}.`);
      const { key, text } = await makeKey(deps, tenant, wanted);
      await audit.write(entry({ tenant, keyId: key.id, action: 'key.issue', target: key.id, outcome: 'allowed' }));
      return { keyId: key.id, apiKey: text };
    },
  };
}
