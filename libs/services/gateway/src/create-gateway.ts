import { checkInput, ROUTES, type ErrorCode, type Route, type RouteId } from '@total-recall/contracts';
import type { ApiKey, AuditEntry } from '@total-recall/ports';
import { createUlidFactory, TotalRecallError, toTotalRecallError } from '@total-recall/runtime';
import { z } from 'zod';
import { createAuditLog } from './access/audit-log.ts';
import { createAuthenticator } from './access/authenticator.ts';
import { createDailyQuota } from './access/daily-quota.ts';
import { createRateLimiter } from './access/rate-limiter.ts';
import { GATEWAY_DEFAULTS, OPERATOR_TENANT, type Admission, type Caller, type Gateway, type GatewayConfig, type GatewayDeps, type GatewayReply, type RawInput } from './gateway.ts';
import { controlHandlers, makeKey } from './handlers/control-handlers.ts';
import type { Handlers } from './handlers/handler.ts';
import { memoryHandlers } from './handlers/memory-handlers.ts';
import { policyHandlers } from './handlers/policy-handlers.ts';
import { sessionHandlers } from './handlers/session-handlers.ts';

/** The gateway's core: who may do what, and how the contract maps to the services. */
export function createGateway(deps: GatewayDeps, config: GatewayConfig = GATEWAY_DEFAULTS): Gateway {
  const nextId = createUlidFactory(deps);
  const audit = createAuditLog({ ...deps, onDropped: (entries) => deps.meter?.auditDropped(entries) }, config.auditFlushMs);
  const entry = (of: Omit<AuditEntry, 'id' | 'at'>): AuditEntry => ({ id: nextId(), at: deps.clock.now(), ...of });
  const noteRefused = (key: Pick<ApiKey, 'tenant' | 'id'>, action: string, target: string, code: ErrorCode) =>
    audit.note(entry({ tenant: key.tenant, keyId: key.id, action, target, outcome: 'refused', code }));
  const authenticator = createAuthenticator({ ...deps, onRefused: (key, error) => noteRefused(key, 'authenticate', key.id, error.code) }, config);
  const limiter = createRateLimiter(deps.clock);
  const quota = createDailyQuota(deps.clock, () => deps.meter?.limited('events_per_day'));
  const auditAct = (caller: Caller, action: string, target: string) => audit.write(entry({ tenant: caller.tenant, keyId: caller.keyId, action, target, outcome: 'allowed' }));
  const handlers: Handlers = {
    ...sessionHandlers({ ...deps, quota }),
    ...memoryHandlers(deps.retriever),
    ...controlHandlers({ ...deps, audit, auditAct, forgetKey: (keyId) => authenticator.forget(keyId) }),
    ...policyHandlers({ ...deps, auditAct }),
  };

  function limit(caller: Caller): void {
    const { requestsPerSecond = config.quotas.requestsPerSecond, burst = config.quotas.burst } = caller.quotas;
    const rate = { perSecond: requestsPerSecond, burst };
    const keyMs = limiter.take(`key/${caller.keyId}`, rate);
    const waitMs = keyMs > 0 ? keyMs : limiter.take(`tenant/${caller.tenant}`, rate);
    if (waitMs === 0) return;
    deps.meter?.limited(keyMs > 0 ? 'key_rate' : 'tenant_rate');
    throw new TotalRecallError('rate_limited', `At most ${requestsPerSecond} requests a second (${burst} at once). Try again in ${waitMs} ms.`, { retryAfterMs: waitMs });
  }

  function authorise(caller: Caller, admission: Admission): void {
    const route: Route = ROUTES[admission.routeId];
    const space = admission.params['space'];
    const problem = missing(route, caller, space);
    if (problem === undefined) return;
    noteRefused({ tenant: caller.tenant, id: caller.keyId }, admission.routeId, (space ?? route.path).slice(0, 128), 'forbidden');
    throw new TotalRecallError('forbidden', problem);
  }

  async function admit(admission: Admission): Promise<Caller> {
    const caller = await authenticator.authenticate(admission.authorization);
    limit(caller);
    authorise(caller, admission);
    return caller;
  }

  async function call(routeId: RouteId, caller: Caller, input: RawInput): Promise<GatewayReply> {
    const route: Route = ROUTES[routeId];
    const checked = checkedInput(route, input);
    const handle = handlers[routeId] as (input: unknown, caller: Caller) => Promise<unknown>;
    const answer = await handle(checked, caller);
    if (route.response.kind === 'bytes') return answer as GatewayReply;
    return { kind: 'json', status: route.status, body: z.encode(route.response.schema, answer) };
  }

  /** Turns whatever was thrown into an error that may be shown. */
  async function shown<T>(act: Promise<T>): Promise<T> {
    try {
      return await act;
    } catch (error) {
      throw toTotalRecallError(error);
    }
  }

  return {
    admit: (admission) => shown(admit(admission)),
    call: (routeId, caller, input) => shown(call(routeId, caller, input)),
    async bootstrap(tenant = 'default') {
      const tenants = await deps.control.tenants();
      if (tenants.length > 0) return { kind: 'present', tenants: tenants.length };
      const createdAt = deps.clock.now();
      await deps.control.putTenant({ id: tenant, name: tenant, createdAt });
      await deps.control.putTenant({ id: OPERATOR_TENANT, name: 'Operator', createdAt });
      const { key, text } = await makeKey(deps, tenant, { name: 'first', scopes: ['read', 'write', 'admin'] });
      await audit.write(entry({ tenant, keyId: key.id, action: 'tenant.bootstrap', target: tenant, outcome: 'allowed' }));
      return { kind: 'created', tenant, apiKey: text };
    },
    async issueKey(tenant, wanted) {
      if (!(await deps.control.tenant(tenant))) throw new TotalRecallError('not_found', `There is no tenant ${tenant}.`);
      const { key, text } = await makeKey(deps, tenant, wanted);
      await audit.write(entry({ tenant, keyId: key.id, action: 'key.issue', target: key.id, outcome: 'allowed' }));
      return { keyId: key.id, apiKey: text };
    },
    stop: () => audit.stop(),
  };
}

/** What the caller lacks for a route, in words; undefined where nothing. An admin key of the tenant may not do what it has no scope for. */
function missing(route: Route, caller: Caller, space: string | undefined): string | undefined {
  if (!caller.scopes.includes(route.scope)) return `This needs a key with the scope ${route.scope}.`;
  if (route.operator && caller.tenant !== OPERATOR_TENANT) return 'This needs an admin key of the operator tenant.';
  if (caller.spaces && space !== undefined && !caller.spaces.includes(space)) return 'The key is bound to other spaces.';
  const wholeTenant = space === undefined && route.scope === 'admin' && route !== ROUTES.createKey;
  if (caller.spaces && wholeTenant) return 'The key is bound to spaces; this concerns the whole tenant.';
  return undefined;
}

function checkedInput(route: Route, input: RawInput): unknown {
  const part = (schema: z.ZodType, value: unknown, root: string) => {
    const checked = checkInput(schema, value, root);
    if (checked.kind === 'valid') return checked.value;
    throw new TotalRecallError(checked.code, checked.detail, { details: { errors: checked.errors } });
  };
  return {
    params: part(route.params, input.params, 'path'),
    query: part(route.query, input.query, 'query'),
    headers: part(route.headers, input.headers, 'header'),
    body: route.body?.kind === 'json' ? part(route.body.schema, input.body, 'body') : input.body,
  };
}
