// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { Erasure } from './wire-erasures.ts';

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly ('read' | 'write' | 'admin' | 'erase' | 'hold' | 'audit')[];
  /** The spaces it may access; all of the tenant where absent. */
  readonly spaces?: readonly string[];
  /** The only data subjects that it may name, and whose private facts it is shown; any of them where absent. */
  readonly subjects?: readonly string[];
  readonly expiresAt?: string | number;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ('read' | 'write' | 'admin' | 'erase' | 'hold' | 'audit')[];
  readonly spaces?: readonly string[];
  /** The only data subjects that it may name; any of them where absent. */
  readonly subjects?: readonly string[];
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly revokedAt?: string;
  /** The key that created it. This key can do no more than that one, and is valid no longer. */
  readonly madeBy?: string;
}

export interface CreatedKey {
  readonly key: ApiKey;
  /** Shown only this once. */
  readonly apiKey: string;
}

export interface KeyList {
  readonly keys: readonly ApiKey[];
}

export interface AuditEntry {
  readonly id: string;
  readonly tenant: string;
  readonly at: string;
  readonly keyId: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: 'allowed' | 'refused';
  readonly code?: string;
  /** Ids that the answer returned: events, artifacts, markers, retrievals, a window; for more than 100, the number of the others. */
  readonly read?: {
    readonly ids: readonly string[];
    readonly more?: number;
    readonly share?: number;
  };
  /** Ends of the chains that were dropped by age. */
  readonly checkpoints?: readonly {
    readonly chain: string;
    readonly number: number;
    /** SHA-256, hex. */
    readonly hash: string;
  }[];
  /** Its place in the chain of its writer. The hash covers everything else in the entry, times in milliseconds, as canonical JSON. */
  readonly link?: {
    readonly chain: string;
    readonly number: number;
    /** SHA-256, hex. */
    readonly hash: string;
    readonly previous: string;
    readonly after?: {
      readonly chain: string;
      readonly number: number;
      /** SHA-256, hex. */
      readonly hash: string;
    };
  };
}

export interface AuditHead {
  readonly chain: string;
  readonly number: number;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly tenant: string;
  readonly at: string;
  readonly publicKey?: string;
  /** Ed25519 over the rest, base64url; absent where the service has no key for it. */
  readonly signature?: string;
}

export interface AuditList {
  readonly entries: readonly AuditEntry[];
  readonly cursor?: string;
}

export interface AuditExport {
  readonly entries: readonly AuditEntry[];
  readonly cursor?: string;
  /** The ends of all chains, with the last page. */
  readonly heads?: readonly AuditHead[];
}

export interface Quotas {
  readonly requestsPerSecond?: number;
  readonly burst?: number;
  readonly eventsPerDay?: number;
}

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  /** True when all its keys are refused; its data stays. */
  readonly disabled?: boolean;
  /** Set once everything of it was erased; its id is not given out again. */
  readonly removedAt?: string;
  readonly quotas?: Quotas;
}

export interface NewTenant {
  readonly id: string;
  readonly name: string;
  readonly quotas?: Quotas;
}

export interface CreatedTenant {
  readonly tenant: Tenant;
  readonly key: ApiKey;
  /** The first key of the tenant, with every scope. Shown only this once. */
  readonly apiKey: string;
}

export interface ChangedTenant {
  readonly name?: string;
  /** Replaces all quotas: one that is left out returns to its default. */
  readonly quotas?: Quotas;
  readonly disabled?: boolean;
}

export interface TenantRemoval {
  /** The id of the tenant, repeated; not needed for a dry run. */
  readonly confirm?: string;
  /** Stored in the ledger for ever: include no content and no personal names. */
  readonly reason?: string;
  /** Finds what would be erased and changes nothing. */
  readonly dryRun?: boolean;
}

export interface RemovedTenant {
  readonly tenant: Tenant;
  /** Absent where there was nothing to erase. */
  readonly erasure?: Erasure;
}

export interface TenantList {
  readonly tenants: readonly Tenant[];
}
