import type { RouteId } from '@total-recall/contracts';
import type { PolicySettings } from '@total-recall/domain';
import type {
  Clock,
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

/** What the gateway needs. Nothing of it is closed by the gateway. */
export interface GatewayDeps {
  readonly ingest: Ingest;
  readonly retriever: Retriever;
  /** Absent where nothing can be erased: such calls are answered with `not_implemented`. */
  readonly eraser?: Eraser & Holds;
  /** Absent where nothing goes by its age: its rules are refused, with `not_implemented`. */
  readonly retention?: Retention;
  readonly control: ControlStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  /** Names of the token families a policy may choose. */
  readonly families: readonly string[];
  /** The settings of the process, under every policy: as given to the policy resolver of the services. */
  readonly policyDefaults?: PolicySettings;
  readonly meter?: GatewayMeter;
  /** Told whose a request is, once its key is known. */
  readonly tracer?: Tracer;
  /** Signs the ends of the audit's chains; they are not signed where absent. */
  readonly auditSigner?: AuditSigner;
}

/** Where the gateway counts what it refused by a bound. Labels are from closed sets only. */
export interface GatewayMeter {
  limited(limit: 'key_rate' | 'tenant_rate' | 'events_per_day' | 'unknown_keys'): void;
  auditDropped(entries: number): void;
}

export interface GatewayConfig {
  /** The rate of each key, for tenants that have none of their own; all keys of such a tenant together get four times it. */
  readonly quotas: Required<Pick<Quotas, 'requestsPerSecond' | 'burst'>> & Pick<Quotas, 'eventsPerDay'>;
  /** Keys of one address that are looked up and turn out to be none. */
  readonly unknownKeys: { readonly perSecond: number; readonly burst: number };
  /** How long an authenticated key is believed without looking again. A revocation by this process counts at once. */
  readonly keyCacheMs: number;
  readonly auditFlushMs: number;
  /** How often what the policy no longer keeps of the audit is looked for. */
  readonly auditDropMs: number;
  /** How often what was counted of daily quotas is written; a process that is killed forgets what it counted since. */
  readonly quotaFlushMs: number;
  /** The name that this process counts and writes the audit under, the same after each start where no other process has it. One of its own where absent. */
  readonly counter?: string;
}

export const GATEWAY_DEFAULTS: GatewayConfig = {
  quotas: { requestsPerSecond: 500, burst: 1_000 },
  unknownKeys: { perSecond: 5, burst: 100 },
  keyCacheMs: 5_000,
  auditFlushMs: 1_000,
  auditDropMs: 3_600_000,
  quotaFlushMs: 1_000,
};

/** The tenant whose keys may administer tenants. It has a memory of its own like any other, and reads nobody else's. */
export const OPERATOR_TENANT = 'system';
/** What a key of the operator needs: to administer tenants, to remove them, and to keep its own audit elsewhere. */
export const OPERATOR_SCOPES: readonly Scope[] = ['admin', 'erase', 'audit'];

/** Who calls: known from the credential only. */
export interface Caller {
  readonly tenant: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[];
  readonly quotas: Quotas;
  /** Of all keys of the tenant together: its own quota, or four times the usual one of a key. */
  readonly tenantRate?: { readonly perSecond: number; readonly burst: number };
}

export interface Admission {
  readonly routeId: RouteId;
  /** Who was let in. */
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
}

/** The parts of a call as they came over a wire, unchecked. `body` is parsed JSON, or bytes where the route takes bytes. */
export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
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
  { readonly kind: 'created'; readonly tenant: string; readonly apiKey: string } | { readonly kind: 'present'; readonly tenants: number };

/**
 * The public surface, free of any transport. A transport calls `enter` before it reads anything but the headers, `admit` when it knows the parameters
 * and before it reads a body, then `call`. All reject with
 * `TotalRecallError` only. Bodies and keys are never logged.
 */
export interface Gateway {
  /**
   * Authenticates by the Authorization header as it came, and counts the request against the rates of its key and tenant. `address` is where it came
   * from, by which keys that are not known are counted.
   */
  enter(authorization: string | undefined, address?: string): Promise<Caller>;
  /** Checks scope and space. Errors: `forbidden`. */
  admit(admission: Admission): void;
  /** Checks the input against the contract, acts, and answers as it goes over the wire. */
  call(routeId: RouteId, caller: Caller, input: RawInput): Promise<GatewayReply>;
  /** Makes the first tenant (`default` where none is named) and its key where there is none. The key is in the answer and nowhere else. */
  bootstrap(tenant?: string): Promise<Bootstrap>;
  /** Makes a key from inside the process: for the operator at the machine. */
  issueKey(
    tenant: string,
    key: { name: string; scopes: readonly Scope[]; spaces?: readonly string[]; expiresAt?: number },
  ): Promise<{ keyId: string; apiKey: string }>;
  /** Writes what is left of the audit log and of the quotas. */
  stop(): Promise<void>;
}
