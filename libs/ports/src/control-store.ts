import type { PolicySettings } from '@total-recall/domain';

/**
 * No scope implies another. `erase` takes out for good what was asked to go; `hold` keeps it from that, and releases it; `audit` takes the audit log
 * elsewhere.
 */
export type Scope = 'read' | 'write' | 'admin' | 'erase' | 'hold' | 'audit';

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
  /** Of a read: what its answer gave, by ids, and never content. */
  readonly read?: {
    /** At most 100. */
    readonly ids: readonly string[];
    /** Those that it left out. */
    readonly more?: number;
    /** The share of such reads that is noted, where it is not all. */
    readonly share?: number;
  };
  /** Of an entry about what was dropped by age: where chains ended before that. */
  readonly checkpoints?: readonly AuditPoint[];
  /** Absent of entries that an earlier version wrote. */
  readonly link?: AuditLink;
}

/** A place in a chain, and what stands there. */
export interface AuditPoint {
  readonly chain: string;
  readonly number: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** Where an entry stands in its chain. A chain is of one writer and one tenant. */
export interface AuditLink extends AuditPoint {
  /** Hash of the entry before; that of nothing at the first, whose number is 1. */
  readonly previous: string;
  /** Of the first: the end of another chain of the tenant that its writer knew. */
  readonly after?: AuditPoint;
}

/** The end of a chain, kept beside it. */
export interface AuditHead extends AuditPoint {
  readonly tenant: string;
  readonly at: number;
  /** Ed25519, base64url as the signature is. */
  readonly publicKey?: string;
  readonly signature?: string;
}

/** Dropping of audit entries by age. */
export interface AuditRetention {
  /** What is older than `before` at the beginning of a tenant's audit: how many, the last of it, and the first entry that stays of each chain. */
  split(tenant: string, before: number): Promise<{ readonly dropped: number; readonly through?: string; readonly firsts: AuditEntry[] }>;
  /** Drops the entries up to this one, and the ends of chains of which none is left. */
  drop(tenant: string, through: string): Promise<void>;
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
  /** With the ends of the chains that they stand in, all together; an end replaces that of before. */
  appendAudit(entries: readonly AuditEntry[], heads?: readonly AuditHead[]): Promise<void>;
  /** The ends of all chains of a tenant. A store that cannot keep them apart from the entries reads them from those. */
  auditHeads(tenant: string): Promise<AuditHead[]>;
  /** In the order of writing, behind an entry. Errors: `invalid_cursor`. */
  auditFrom(query: { readonly tenant: string; readonly limit: number; readonly after?: string }): Promise<AuditEntry[]>;
  /** Absent where entries cannot be dropped tenant by tenant. */
  readonly retention?: AuditRetention;
  audit(query: { tenant: string; limit: number; before?: string }): Promise<AuditEntry[]>;
  close(): Promise<void>;
}
