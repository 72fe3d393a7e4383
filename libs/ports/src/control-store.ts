import type { PolicySettings } from '@total-recall/domain';

/** No scope implies another. `erase` takes out for good what was asked to go; `hold` keeps it from that, and releases it. */
export type Scope = 'read' | 'write' | 'admin' | 'erase' | 'hold';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly disabled?: boolean;
  /** Everything of it was erased; its id is never given again. */
  readonly removedAt?: number;
  readonly quotas?: Quotas;
}

export interface Quotas {
  readonly requestsPerSecond?: number;
  readonly burst?: number;
  readonly eventsPerDay?: number;
}

/** An API key as stored: its secret is known as a hash only. */
export interface ApiKey {
  readonly id: string;
  readonly tenant: string;
  readonly name: string;
  /** Hex SHA-256 of the secret part (256 random bits, so no slow hash is needed). */
  readonly secretHash: string;
  readonly scopes: readonly Scope[];
  /** Spaces it may touch; all of the tenant where absent. */
  readonly spaces?: readonly string[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /** The key of the tenant that made it, which it is worth no more than; absent of those that an operator or the service made. */
  readonly madeBy?: string;
}

/** What one counter has counted of the daily quota of a tenant. Every process that counts has a name of its own. */
export interface DayUsage {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly counter: string;
  readonly tenant: string;
  readonly events: number;
}

export interface PolicyAt {
  /** `process`, `tenant/T`, `space/T/S` or `session/T/S/X`. */
  readonly at: string;
  readonly settings: PolicySettings;
  readonly updatedAt: number;
}

export interface AuditEntry {
  readonly id: string;
  readonly tenant: string;
  readonly at: number;
  readonly keyId: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: 'allowed' | 'refused';
  readonly code?: string;
}

/**
 * Tenants, API keys, quotas and policy: small, read on every request, changed rarely.
 *
 * - Writes are durable when they resolve and visible to every later read of this process.
 * - Reads are answered from memory; a cluster adapter is ready once it has read its stream to the end.
 * - Audit entries are append-only.
 */
export interface ControlStore {
  tenants(): Promise<Tenant[]>;
  tenant(id: string): Promise<Tenant | undefined>;
  putTenant(tenant: Tenant): Promise<void>;
  /** Puts what is left of a tenant that is removed, and drops its keys and policies with it. */
  closeTenant(left: Tenant): Promise<void>;
  apiKey(id: string): Promise<ApiKey | undefined>;
  apiKeys(tenant: string): Promise<ApiKey[]>;
  putApiKey(key: ApiKey): Promise<void>;
  /** Only where the tenant has no key yet, and says so: of several who make the first one at once, in whatever process, one does. */
  putFirstApiKey(key: ApiKey): Promise<boolean>;
  policies(at: readonly string[]): Promise<(PolicyAt | undefined)[]>;
  /** Policies whose place begins with a prefix such as `session/T/S/`, at most `limit`, in order of their places. */
  policiesUnder(prefix: string, limit: number): Promise<PolicyAt[]>;
  putPolicy(policy: PolicyAt): Promise<void>;
  /** What every counter has counted of a tenant on a day; of other processes as they wrote it last. */
  usage(day: number, tenant: string): Promise<DayUsage[]>;
  /** Replaces what these counters counted before, of at most 1,000 tenants (`batch_too_large`). */
  putUsage(usage: readonly DayUsage[]): Promise<void>;
  /** Drops what was counted on days before this one. */
  forgetUsage(beforeDay: number): Promise<void>;
  appendAudit(entries: readonly AuditEntry[]): Promise<void>;
  audit(query: { tenant: string; limit: number; before?: string }): Promise<AuditEntry[]>;
  close(): Promise<void>;
}
