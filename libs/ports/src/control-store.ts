import type { KnownBackups, PolicySettings } from '@total-recall/domain';

/**
 * No scope implies another. `erase` deletes data for good; `hold` places and releases legal holds, which protect data
 * from erasure; `audit` exports the audit log.
 */
export type Scope = 'read' | 'write' | 'admin' | 'erase' | 'hold' | 'audit';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly disabled?: boolean;
  /** Id of the call that removes the tenant, from its begin on; nothing else changes a tenant that has one. */
  readonly removing?: string;
  /** Set once everything of the tenant was erased. Its id is never given out again. */
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
  /** Data subjects that it may name, and whose private facts it may be shown; any of them where absent. */
  readonly subjects?: readonly string[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly revokedAt?: number;
  /**
   * The key of the same tenant that created this one; this key can never do more than that one. Absent on keys that an
   * operator or the service created.
   */
  readonly madeBy?: string;
}

/** Events that one counter counted against a tenant's daily quota. Every process that counts has a name of its own. */
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
  /** Ids that a read returned; never content. Present on entries about reads only. */
  readonly read?: {
    /** At most 100. */
    readonly ids: readonly string[];
    /** Number of ids left out of the list. */
    readonly more?: number;
    /** Share of such reads that the audit notes, where it is below all of them. */
    readonly share?: number;
  };
  /** Ends of the dropped chains. Present on an entry that records a drop by age. */
  readonly checkpoints?: readonly AuditPoint[];
  /** Absent on entries that an earlier version wrote. */
  readonly link?: AuditLink;
}

/** A position in a chain, and the hash of the entry there. */
export interface AuditPoint {
  readonly chain: string;
  readonly number: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/** Position of an entry in its chain. A chain belongs to one writer and one tenant. */
export interface AuditLink extends AuditPoint {
  /** Hash of the previous entry; the hash of empty input for the first entry, whose number is 1. */
  readonly previous: string;
  /** End of another chain of the same tenant that the writer knew of. On the first entry of a chain only. */
  readonly after?: AuditPoint;
}

/** The end of a chain, kept beside it. */
export interface AuditHead extends AuditPoint {
  readonly tenant: string;
  readonly at: number;
  /** Ed25519 key; base64url, like the signature. */
  readonly publicKey?: string;
  readonly signature?: string;
}

/** Part of the audit of one tenant, in the order of writing. */
export interface AuditPage {
  readonly entries: AuditEntry[];
  /** Place to continue from; absent at the end. A page may be short, or empty, and still have one. */
  readonly cursor?: string;
}

/** Break in a chain, found while reading it on. */
export interface AuditBreak {
  readonly tenant: string;
  readonly chain: string;
  /** Number of the entry that was changed or inserted, or of the first that is missing. */
  readonly number: number;
  readonly what: 'changed' | 'removed' | 'inserted';
}

export interface UnsignedEnds {
  /** Ends of chains that have grown since they were signed. */
  readonly ends: readonly AuditHead[];
  /** Each break once. The end of a broken chain stays where it was signed last. */
  readonly breaks: readonly AuditBreak[];
  /** True when everything written before the call was read. Only then it is known which chains go on. */
  readonly isWhole: boolean;
  /** Set by the call that finds the store to hold less than was signed. It is read again from the beginning. */
  readonly lost?: LostAudit;
}

/** A store of the audit that has lost its end. */
export interface LostAudit {
  /** Number of records up to which the ends of all chains were signed. */
  readonly signed: number;
  /** Number of records up to the end of the store. */
  readonly end: number;
}

/** A tenant whose old entries are to go. */
export interface DueAudit {
  readonly tenant: string;
  /** Entries at the beginning that are older than this are to go. */
  readonly before: number;
  /** They stay unless the oldest of them is older than this. */
  readonly oldestBefore: number;
}

/** The beginning of a tenant's audit that is older than its policy allows. */
export interface OldAudit {
  readonly tenant: string;
  readonly entries: number;
  /** Begin of the entries that remain. Only for `drop`. */
  readonly until: string;
  /**
   * Last dropped entry of each chain, those of earlier drops included, so that entries of earlier drops may go too.
   */
  readonly checkpoints: readonly AuditPoint[];
}

/**
 * Right to sign the ends of chains and to drop old entries. It has one owner at a time: another `ownAudit` fences the
 * previous owner, whose later writes are refused with `unavailable` and change nothing that a reader sees.
 */
export interface AuditShare {
  /** Returns the ends to sign, as far as one call reads. Until they are signed, later calls return them again. */
  unsigned(): Promise<UnsignedEnds>;
  /**
   * Stores the ends that the last call of `unsigned` returned, now signed. An end replaces an earlier one of its chain,
   * never a later one.
   */
  sign(heads: readonly AuditHead[]): Promise<void>;
  /** Finds what is old at the beginning of the audit of some tenants, in one pass. Leaves out those without any. */
  findOld(due: readonly DueAudit[]): Promise<OldAudit[]>;
  /**
   * Drops these entries, and the ends of chains that have no entry left, if the last call of `unsigned` read everything.
   * If it is cut short, they stay invisible, and the next owner removes the rest.
   */
  drop(old: readonly OldAudit[]): Promise<void>;
}

/** Notes of the backups that were made, of which certificates of erasures tell. */
export interface BackupNotes {
  /** Notes a backup that begins, by its time in ISO 8601 with milliseconds, UTC. */
  note(startedAt: string): Promise<void>;
  /** Returns how many were noted, and their times; undefined where none was. */
  known(): Promise<KnownBackups | undefined>;
}

/** Id of the record of the pause, of which there is one at most. */
export const RETENTION_PAUSE = 'all';

/** Retention erases nothing while there is one: after a restore, holds may be missing that were placed since the backup. */
export interface RetentionPause {
  /** Time of the restore, epoch milliseconds. */
  readonly since: number;
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
  /** Stores a tenant, whatever is stored of it: for one that nobody else changes. */
  putTenant(tenant: Tenant): Promise<void>;
  /**
   * Stores a tenant if what is stored says the same as `before` (undefined: nothing), and returns whether it did. Of
   * several callers at once, in any process, one replaces it.
   */
  replaceTenant(before: Tenant | undefined, tenant: Tenant): Promise<boolean>;
  /**
   * Stores the remaining record of a removed tenant and drops its keys and policies in the same step. With `before` only
   * if what is stored says the same; returns whether it did.
   */
  closeTenant(left: Tenant, before?: Tenant): Promise<boolean>;
  /**
   * Has `run` called whenever a record of a tenant or of a key has arrived, whichever process wrote it, with the id. Absent
   * where no other process writes.
   */
  onArrived?(run: (kind: 'tenant' | 'api_key', id: string) => void): void;
  apiKey(id: string): Promise<ApiKey | undefined>;
  apiKeys(tenant: string): Promise<ApiKey[]>;
  /**
   * Stores a key. One that is revoked stays so, since its first revocation: a writer that read the key before, in any
   * process, does not take that back.
   */
  putApiKey(key: ApiKey): Promise<void>;
  /** Drops keys of a tenant that are revoked or expired for good. The tenant keeps at least one key. */
  dropApiKeys(tenant: string, ids: readonly string[]): Promise<void>;
  /**
   * Revokes a key of the tenant if `mayRevoke` is true of the tenant's keys, and returns whether it did. Of several
   * callers at once, in any process, each is asked with what those before it revoke as revoked already; a call of
   * `putApiKey` at the same time may be seen or not. A claim of a process that ended counts for a minute of `revokedAt`.
   */
  revokeApiKey(
    key: Pick<ApiKey, 'id' | 'tenant'>,
    revokedAt: number,
    mayRevoke: (keys: readonly ApiKey[]) => Promise<boolean>,
  ): Promise<boolean>;
  /**
   * Stores the key only if the tenant has none yet, and returns whether it did. Of several concurrent callers, in any
   * process, exactly one succeeds.
   */
  putFirstApiKey(key: ApiKey): Promise<boolean>;
  policies(at: readonly string[]): Promise<(PolicyAt | undefined)[]>;
  /** Returns policies whose place begins with a prefix such as `session/T/S/`, at most `limit`, ordered by place. */
  policiesUnder(prefix: string, limit: number): Promise<PolicyAt[]>;
  putPolicy(policy: PolicyAt): Promise<void>;
  /** Returns the pause of retention of all tenants; undefined where there is none. */
  retentionPause(): Promise<RetentionPause | undefined>;
  /** Pauses retention of all tenants, or resumes it with undefined. */
  putRetentionPause(pause: RetentionPause | undefined): Promise<void>;
  /**
   * Returns the counts of all counters for a tenant and a day. Counts of other processes are as of their last write.
   */
  usage(day: number, tenant: string): Promise<DayUsage[]>;
  /** Replaces the earlier counts of these counters. At most 1,000 tenants a call (`batch_too_large`). */
  putUsage(usage: readonly DayUsage[]): Promise<void>;
  /** Drops the counts of days before this one. */
  forgetUsage(beforeDay: number): Promise<void>;
  /**
   * Appends entries together with the ends of their chains, all or nothing. An end replaces the previous end of its
   * chain. A store that several processes write to keeps no ends from here; its owner signs them.
   */
  appendAudit(entries: readonly AuditEntry[], heads?: readonly AuditHead[]): Promise<void>;
  /**
   * Returns the ends of all chains of a tenant. A store that several processes write to derives ends from the entries
   * it holds, and keeps those that its owner has signed; both of a chain that has grown since.
   */
  auditHeads(tenant: string): Promise<AuditHead[]>;
  /**
   * Returns entries in the order of writing from the beginning, or from the cursor of another page. Errors:
   * `invalid_cursor`.
   */
  auditFrom(query: { readonly tenant: string; readonly limit: number; readonly after?: string }): Promise<AuditPage>;
  /** Makes this caller the owner of the audit. */
  ownAudit(): Promise<AuditShare>;
  audit(query: { tenant: string; limit: number; before?: string }): Promise<AuditEntry[]>;
  /**
   * Returns why nothing can be changed any more until this process is started anew; undefined where it can. Absent in an
   * adapter that has no such state.
   */
  readonly refusal?: () => Error | undefined;
  /** Absent in an adapter whose data is backed up by the folder that it is in. */
  readonly backups?: BackupNotes;
  close(): Promise<void>;
}
