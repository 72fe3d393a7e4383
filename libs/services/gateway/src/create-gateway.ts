import { ARGUMENTS_ROOT, checkInput, ROUTES, type ErrorCode, type Json, type Route, type RouteId } from '@total-recall/contracts';
import type { AuditEntry } from '@total-recall/ports';
import { AUDIT_CHAIN_IDLE_MS, createAuditChains, createUlidFactory, TotalRecallError, toTotalRecallError } from '@total-recall/runtime';
import { z } from 'zod';
import { createAuditLog, type AuditLog } from './access/audit-log.ts';
import { createAdmission } from './access/admission.ts';
import { createAuthenticator, notAuthenticated, type Authenticator } from './access/authenticator.ts';
import { createCallsUnderWay, type CallsUnderWay } from './access/calls-under-way.ts';
import { createChangesInTime } from './access/changes-in-time.ts';
import { sampleRefusals } from './access/sample-refusals.ts';
import { createDailyQuota, type DailyQuota } from './access/daily-quota.ts';
import {
  GATEWAY_DEFAULTS,
  OPERATOR_TENANT,
  type Caller,
  type Gateway,
  type GatewayConfig,
  type GatewayDeps,
  type GatewayReply,
  type RawInput,
} from './gateway.ts';
import { auditHandlers } from './handlers/audit-handlers.ts';
import { refuseForeignSubjects } from './access/named-subjects.ts';
import { createAuditedReads } from './access/audited-reads.ts';
import { controlHandlers } from './handlers/control-handlers.ts';
import { createFileReader } from './files/file-reader.ts';
import type { Handlers } from './handlers/handler.ts';
import { erasureHandlers } from './handlers/erasure-handlers.ts';
import { delegationHandlers } from './handlers/delegation-handlers.ts';
import { factHandlers } from './handlers/fact-handlers.ts';
import { holdHandlers } from './handlers/hold-handlers.ts';
import { memoryHandlers } from './handlers/memory-handlers.ts';
import { policyHandlers } from './handlers/policy-handlers.ts';
import { tenantHandlers } from './handlers/tenant-handlers.ts';
import { sessionHandlers } from './handlers/session-handlers.ts';
import { localKeys } from './local-keys.ts';
import { withoutAddress } from './without-address.ts';

/** Time after which a change of one gateway is known to all others that read it anew. */
const CONTROL_LAG_MS = 1_000;
/** Longest time for which a tenant is not removed because calls of it are under way. */
const LAST_CALLS_MS = 30_000;

/** Creates the gateway's core: permissions, and the mapping of the contract to the services. */
export function createGateway(deps: GatewayDeps, config: GatewayConfig = GATEWAY_DEFAULTS): Gateway {
  const nextId = createUlidFactory(deps);
  const writer = config.counter ?? nextId('audit');
  const { auditSigner: signer } = deps;
  // A process that has a name of its own for ever is the only one.
  const othersForgetMs = config.counter === undefined ? config.keyCacheMs + CONTROL_LAG_MS : 0;
  const idleMs = config.counter === undefined ? AUDIT_CHAIN_IDLE_MS : Infinity;
  const chains = createAuditChains({ ...deps, nextId, writer, idleMs, ...(signer && { signer }) });
  const audit = createAuditLog({ ...deps, chains, onDropped: (entries) => deps.meter?.auditDropped(entries) }, config.auditFlushMs);
  const entry = (of: Omit<AuditEntry, 'id' | 'at'>): AuditEntry => ({ id: nextId(of.tenant), at: deps.clock.now(), ...of });
  const noteRefused = sampleRefusals(deps.clock, (key, action, target, code) =>
    audit.note(entry({ tenant: key.tenant, keyId: key.id, action, target, outcome: 'refused', code })),
  );
  /** Notes unknown keys for the operator: one entry a minute, from however many addresses. */
  const noteUnknown = (address: string | undefined, code: ErrorCode): void =>
    noteRefused({ tenant: OPERATOR_TENANT, id: 'unknown' }, 'authenticate', address ?? 'an unknown address', code);
  const authenticator = createAuthenticator(
    {
      ...deps,
      onRefused: (key, error) => noteRefused(key, 'authenticate', key.id, error.code),
      onUnknown: (address) => noteUnknown(address, 'unauthenticated'),
      onLimited: (address) => {
        deps.meter?.limitReached('unknown_keys');
        noteUnknown(address, 'rate_limited');
      },
    },
    config,
  );
  const admission = createAdmission({ ...deps, authenticator, noteRefused }, config);
  const quota = createDailyQuota(
    { ...deps, counter: writer, onExceeded: () => deps.meter?.limitReached('events_per_day') },
    config.quotaFlushMs,
  );
  const auditAct = (caller: Caller, action: string, target: string) =>
    audit.write(entry({ tenant: caller.tenant, keyId: caller.keyId, action, target, outcome: 'allowed' }));
  const underWay = createCallsUnderWay(deps);
  const changeInTime = createChangesInTime({ ...deps, ...config });
  const handlers = handlersOf(deps, { quota, audit, auditAct, authenticator, underWay, othersForgetMs });
  const auditedRead = createAuditedReads(deps);
  async function call(routeId: RouteId, caller: Caller, input: RawInput): Promise<GatewayReply> {
    await refuseDisabled(deps, caller);
    const route: Route = ROUTES[routeId];
    const checked = checkedFor(routeId, caller, input);
    const handle = handlers[routeId] as (input: unknown, caller: Caller, gone?: AbortSignal) => Promise<unknown>;
    const asked = { routeId, caller, params: (checked as { params: Record<string, string> }).params };
    const answer = await admission.watch(asked, () => handle(checked, caller, input.gone));
    const read = await auditedRead({ ...asked, answer });
    if (read) audit.note(entry({ tenant: caller.tenant, keyId: caller.keyId, outcome: 'allowed', ...read }));
    if (route.response.kind === 'bytes') return answer as GatewayReply;
    return { kind: 'json', status: route.status, body: z.encode(route.response.schema, answer) };
  }

  /** Turns anything thrown into an error that callers may see. */
  async function shown<T>(act: Promise<T>): Promise<T> {
    try {
      return await act;
    } catch (error) {
      throw withoutAddress(toTotalRecallError(error));
    }
  }

  return {
    enter: (authorization, address) => shown(refuseUnerased(deps).then(() => admission.enter(authorization, address))),
    admit: (asked) => admission.admit(asked),
    call: (routeId, caller, input) => shown(changeInTime(routeId, () => underWay.run(caller.tenant, () => call(routeId, caller, input)))),
    ...localKeys({ ...deps, audit, entry }),
    async stop() {
      await Promise.all([audit.stop(), quota.stop()]);
    },
  };
}

interface HandlerParts {
  readonly quota: DailyQuota;
  readonly audit: AuditLog;
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
  readonly authenticator: Authenticator;
  readonly underWay: CallsUnderWay;
  readonly othersForgetMs: number;
}

function handlersOf(deps: GatewayDeps, { quota, audit, auditAct, authenticator, underWay, othersForgetMs }: HandlerParts): Handlers {
  return {
    ...sessionHandlers({ ...deps, quota, readFile: createFileReader(deps) }),
    ...memoryHandlers(deps.retriever),
    ...auditHandlers({ ...deps, audit, auditAct }),
    ...controlHandlers({ ...deps, auditAct, forgetKey: (keyId) => authenticator.forget(keyId) }),
    ...tenantHandlers({
      ...deps,
      auditAct,
      othersForgetMs,
      forgetTenant: (tenant) => authenticator.forgetTenant(tenant),
      untilNoCalls: (tenant) => underWay.untilNone(tenant, LAST_CALLS_MS),
    }),
    ...policyHandlers({ ...deps, auditAct }),
    ...erasureHandlers({ ...deps, auditAct }),
    ...holdHandlers({ ...deps, auditAct }),
    ...factHandlers({ ...deps, quota, auditAct }),
    ...delegationHandlers({ ...deps, quota }),
  };
}

/**
 * Refuses requests after a start while erasures are left to do: those newer than a restored backup, and those that were
 * interrupted. Erased events must not be read again, and a half-erased session must take no appends.
 */
async function refuseUnerased({ eraser, owed }: Pick<GatewayDeps, 'eraser' | 'owed'>): Promise<void> {
  if (!eraser?.owes() && !owed?.owes()) return;
  throw new TotalRecallError(
    'unavailable',
    'Erasures that came after the restored backup or keys, or were left half done, are done first.',
    {
      retryAfterMs: 1_000,
    },
  );
}

/** Refuses a caller whose tenant was disabled after its key was checked: a body may take long to arrive. */
async function refuseDisabled({ control }: Pick<GatewayDeps, 'control'>, { tenant }: Caller): Promise<void> {
  if ((await control.tenant(tenant))?.disabled) throw notAuthenticated();
}

/** Parses a call, and refuses one that names a data subject to which its key is not bound. */
function checkedFor(routeId: RouteId, caller: Caller, input: RawInput): unknown {
  const checked = checkedInput(ROUTES[routeId], input);
  refuseForeignSubjects(routeId, caller, checked);
  return checked;
}

/** Parses every part of a call by the contract. Throws for the first invalid part. */
function checkedInput(route: Route, input: RawInput): unknown {
  const part = (schema: z.ZodType, value: unknown, root: string) => {
    const checked = checkInput(schema, value, root);
    if (checked.kind === 'valid') return checked.value;
    throw new TotalRecallError(checked.code, checked.detail, { details: { errors: checked.errors } });
  };
  refuseRepeats(input.query);
  return {
    params: part(route.params, input.params, 'path'),
    query: part(route.query, input.query, 'query'),
    headers: part(route.headers, input.headers, 'header'),
    body:
      route.body?.kind === 'json' ? part(route.body.schema, readBody(route.body, input.body), rootOf(route.body, input.body)) : input.body,
  };
}

function readBody({ read }: Json, body: unknown): unknown {
  return read ? read(body) : body;
}

/** A model is told of its arguments, and not of the body that they were sent in. */
function rootOf({ read }: Json, body: unknown): string {
  const isOfModel = read !== undefined && (body as { readonly arguments?: unknown } | null | undefined)?.arguments !== undefined;
  return isOfModel ? ARGUMENTS_ROOT : 'body';
}

/** Refuses a repeated query parameter, which arrives as a list. No parameter takes one. */
function refuseRepeats(query: unknown): void {
  const repeated = Object.entries((query ?? {}) as Record<string, unknown>).find(([, value]) => Array.isArray(value));
  if (!repeated) return;
  const path = `query.${repeated[0].slice(0, 64)}`;
  const message = 'stands more than once; give it once';
  throw new TotalRecallError('invalid_request', `${path}: ${message}.`, { details: { errors: [{ path, message }] } });
}
