import type { RouteId } from '@total-recall/contracts';
import type { PolicySettings } from '@total-recall/domain';
import type {
  Clock,
  Consolidator,
  ControlStore,
  Eraser,
  Holds,
  Ingest,
  Quotas,
  Random,
  Retention,
  Retriever,
  Scheduler,
  Scope,
  Tracer,
} from '@total-recall/ports';
import type { AuditSigner } from '@total-recall/runtime';

/** Dependencies of the gateway. It closes none of them. */
export interface GatewayDeps {
  readonly ingest: Ingest;
  readonly retriever: Retriever;
  /** Absent when nothing can be erased; such calls then fail with `not_implemented`. */
  readonly eraser?: Eraser & Holds;
  /** Absent where the service keeps no facts; calls about them then fail with `not_implemented`. */
  readonly consolidator?: Consolidator;
  /** Absent when there is no retention; retention rules are then refused with `not_implemented`. */
  readonly retention?: Pick<Retention, 'expired'>;
  /**
   * Set if another process does the erasures. Tells whether this is a restored copy in which some must be done again
   * before requests are allowed.
   */
  readonly owed?: Pick<Eraser, 'owes'>;
  readonly control: ControlStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** Names of the token families that a policy may choose. */
  readonly families: readonly string[];
  /** Policy settings of the process, below every level; the same as the services' policy resolver has. */
  readonly policyDefaults?: PolicySettings;
  readonly meter?: GatewayMeter;
  /** Told the tenant of a request once its key is known. */
  readonly tracer?: Tracer;
  /** Signs the heads of the audit's chains; without it they are not signed. */
  readonly auditSigner?: AuditSigner;
}

/** Counters of what the gateway refused because of a limit. Labels come from closed sets only. */
export interface GatewayMeter {
  limitReached(limit: 'key_rate' | 'tenant_rate' | 'events_per_day' | 'unknown_keys'): void;
  auditDropped(entries: number): void;
}

export interface GatewayConfig {
  /** Default rate of each key. All keys of a tenant without a quota of its own together get four times this rate. */
  readonly quotas: Required<Pick<Quotas, 'requestsPerSecond' | 'burst'>> & Pick<Quotas, 'eventsPerDay'>;
  /** Limit on look-ups per address of keys that turn out invalid. */
  readonly unknownKeys: { readonly perSecond: number; readonly burst: number };
  /** Time that an authenticated key is cached, in milliseconds. A revocation by this process takes effect at once. */
  readonly keyCacheMs: number;
  readonly auditFlushMs: number;
  /** Time between two writes of daily quota counts. A killed process loses what it counted since. */
  readonly quotaFlushMs: number;
  /**
   * Name that this process counts and audits under: unique among processes, and the same after each
   * start. Random if absent.
   */
  readonly counter?: string;
  /** Longest time for which a change of keys or of a tenant is waited for; no limit if absent. */
  readonly changeWithinMs?: number;
}

export const GATEWAY_DEFAULTS: GatewayConfig = {
  quotas: { requestsPerSecond: 500, burst: 1_000 },
  unknownKeys: { perSecond: 5, burst: 100 },
  keyCacheMs: 5_000,
  auditFlushMs: 1_000,
  quotaFlushMs: 1_000,
};

/** The tenant whose keys may administer tenants. It has a memory like any other and cannot read those of others. */
export const OPERATOR_TENANT = 'system';
/** Scopes of an operator's key: to administer tenants, to remove them, and to export its own audit. */
export const OPERATOR_SCOPES: readonly Scope[] = ['admin', 'erase', 'audit'];

/** The authenticated caller; all of it comes from the credential. */
export interface Caller {
  readonly tenant: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[];
  /** Data subjects that it may name; any of them where absent. */
  readonly subjects?: readonly string[];
  readonly quotas: Quotas;
  /** Rate of all keys of the tenant together: its own quota, or four times the default rate of a key. */
  readonly tenantRate?: { readonly perSecond: number; readonly burst: number };
}

export interface Admission {
  readonly routeId: RouteId;
  /** The caller that was authenticated. */
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
}

/** The parts of a call as received, unchecked. `body` is parsed JSON, or bytes if the route takes bytes. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** Aborted when nobody waits for the answer any more. An import then ends before its next append. */
  readonly gone?: AbortSignal | undefined;
}

export type GatewayReply =
  | { readonly kind: 'json'; readonly status: number; readonly body: unknown }
  | {
      readonly kind: 'bytes';
      readonly status: 200 | 206;
      readonly bytes: Uint8Array;
      readonly mime: string;
      readonly etag: string;
      readonly sizeBytes: number;
      readonly range?: { readonly from: number; readonly to: number };
    };

export type Bootstrap =
  | {
      readonly kind: 'created';
      readonly tenant: string;
      readonly apiKey: string;
      /** True where the tenant was there already, without a key. */
      readonly hadTenant: boolean;
    }
  | { readonly kind: 'present'; readonly tenants: number };

/**
 * The public surface, independent of any transport. A transport calls `enter` when it has read the headers only,
 * `admit` when it knows the parameters but has not read the body, then `call`. All reject with `TotalRecallError` only.
 * Bodies and keys are never logged.
 */
export interface Gateway {
  /**
   * Authenticates by the Authorization header as received, and counts the request against the rates of its key and
   * tenant. `address` is the client's; attempts with unknown keys are counted by it.
   */
  enter(authorization: string | undefined, address?: string): Promise<Caller>;
  /**
   * Checks scope and space. Errors: `forbidden`; `overloaded` for a part of the time that a caller was told to wait, for
   * the same operation in the same space of the tenant.
   */
  admit(admission: Admission): void;
  /** Checks the input against the contract, runs the operation, and returns the reply as sent to the client. */
  call(routeId: RouteId, caller: Caller, input: RawInput): Promise<GatewayReply>;
  /**
   * Creates the first tenant (`default` unless named) and its key if none exists. The key is returned here
   * and stored nowhere else.
   */
  bootstrap(tenant?: string): Promise<Bootstrap>;
  /** Makes a key from inside the process, for the operator at the machine. */
  issueKey(
    tenant: string,
    key: { name: string; scopes: readonly Scope[]; spaces?: readonly string[]; expiresAt?: number },
  ): Promise<{ keyId: string; apiKey: string }>;
  /** Writes what is left of the audit log and the quota counts. */
  stop(): Promise<void>;
}
