import {
  RETENTION_PAUSE,
  type ApiKey,
  type AuditHead,
  type DayUsage,
  type PolicyAt,
  type RetentionPause,
  type Tenant,
} from '@total-recall/ports';
import { createHeldUsage } from '@total-recall/runtime';
import type { ControlKind } from './control-worker.ts';
import { headId } from './sqlite-audit.ts';

/** The in-memory copy of everything that is read by id or place. */
export type HeldControl = ReturnType<typeof createHeldControl>;

/** Creates the in-memory copy of everything that is read by id or place. */
export function createHeldControl() {
  const tenants = new Map<string, Tenant>();
  const apiKeys = new Map<string, ApiKey>();
  const policies = new Map<string, PolicyAt>();
  const usage = createHeldUsage();
  const heads = new Map<string, AuditHead>();
  /** One at most. */
  const pauses = new Map<string, RetentionPause>();
  const remember = (kind: ControlKind, json: string): void => {
    const value: unknown = JSON.parse(json);
    if (kind === 'tenant') tenants.set((value as Tenant).id, value as Tenant);
    else if (kind === 'api_key') apiKeys.set((value as ApiKey).id, value as ApiKey);
    else if (kind === 'audit_head') heads.set(headId(value as AuditHead), value as AuditHead);
    else if (kind === 'usage') usage.put(value as DayUsage);
    else if (kind === 'retention_pause') pauses.set(RETENTION_PAUSE, value as RetentionPause);
    else policies.set((value as PolicyAt).at, value as PolicyAt);
  };
  return { tenants, apiKeys, policies, usage, heads, pauses, remember };
}
