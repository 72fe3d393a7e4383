import { ROUTES, type ErrorCode, type Route } from '@total-recall/contracts';
import type { ApiKey, Clock, Tracer } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { OPERATOR_TENANT, type Caller, type Gateway, type GatewayConfig, type GatewayMeter } from '../gateway.ts';
import type { Authenticator } from './authenticator.ts';
import { createOverloadPauses, type OverloadPauses } from './overload-pauses.ts';
import { createRateLimiter } from './rate-limiter.ts';

export interface AdmissionDeps {
  readonly authenticator: Authenticator;
  readonly clock: Clock;
  readonly meter?: GatewayMeter;
  readonly tracer?: Tracer;
  /** Queues an audit entry about a refusal. */
  readonly noteRefused: (key: Pick<ApiKey, 'tenant' | 'id'>, action: string, target: string, code: ErrorCode) => void;
}

/** Creates the checks before a request's body is read: authentication, rate limits, permission, then pauses of work. */
export function createAdmission(
  deps: AdmissionDeps,
  config: Pick<GatewayConfig, 'quotas'>,
): Pick<Gateway, 'enter' | 'admit'> & Pick<OverloadPauses, 'watch'> {
  const limiter = createRateLimiter(deps.clock);
  const pauses = createOverloadPauses(deps.clock);

  function limit(caller: Caller): void {
    const { requestsPerSecond = config.quotas.requestsPerSecond, burst = config.quotas.burst } = caller.quotas;
    const keyRate = { perSecond: requestsPerSecond, burst };
    const tenantRate = caller.tenantRate ?? keyRate;
    const keyMs = limiter.take(`key/${caller.keyId}`, keyRate);
    const waitMs = keyMs > 0 ? keyMs : limiter.take(`tenant/${caller.tenant}`, tenantRate);
    if (waitMs === 0) return;
    const hit =
      keyMs > 0
        ? ({ limit: 'key_rate', whose: 'a key', rate: keyRate } as const)
        : ({ limit: 'tenant_rate', whose: 'all keys of a tenant', rate: tenantRate } as const);
    deps.meter?.limitReached(hit.limit);
    throw new TotalRecallError(
      'rate_limited',
      `At most ${hit.rate.perSecond} requests a second of ${hit.whose} (${hit.rate.burst} at once). Try again in ${waitMs} ms.`,
      { retryAfterMs: waitMs },
    );
  }

  return {
    async enter(authorization, address) {
      const caller = await deps.authenticator.authenticate(authorization, address);
      deps.tracer?.current()?.belongsTo(caller.tenant);
      limit(caller);
      return caller;
    },
    admit(asked) {
      const { routeId, caller, params } = asked;
      const { space } = params;
      deps.tracer?.current()?.belongsTo(caller.tenant);
      const route: Route = ROUTES[routeId];
      const problem = missing(route, caller, space);
      if (problem === undefined) return pauses.check(asked);
      deps.noteRefused({ tenant: caller.tenant, id: caller.keyId }, routeId, (space ?? route.path).slice(0, 128), 'forbidden');
      throw new TotalRecallError('forbidden', problem);
    },
    watch: pauses.watch,
  };
}

const WHOLE_TENANT: readonly Route['scope'][] = ['admin', 'audit'];
const OPERATOR_ONLY = `This needs a key of the operator tenant; \`total-recall keys recover --tenant ${OPERATOR_TENANT}\` makes the first.`;

/** Describes what the caller lacks for a route; undefined if nothing. No scope implies another. */
function missing(route: Route, caller: Caller, space: string | undefined): string | undefined {
  if (!caller.scopes.includes(route.scope)) return `This needs a key with the scope ${route.scope}.`;
  if (route.operator && caller.tenant !== OPERATOR_TENANT) return OPERATOR_ONLY;
  if (route.operator && caller.subjects) return 'The key is bound to subjects; this concerns whole tenants.';
  if (route.operator && caller.spaces) return 'The key is bound to spaces; this concerns whole tenants.';
  if (caller.spaces && space !== undefined && !caller.spaces.includes(space)) return 'The key is bound to other spaces.';
  const wholeTenant = space === undefined && WHOLE_TENANT.includes(route.scope) && route !== ROUTES.createKey;
  if (caller.subjects && wholeTenant) return 'The key is bound to subjects; this concerns the whole tenant.';
  if (caller.spaces && wholeTenant) return 'The key is bound to spaces; this concerns the whole tenant.';
  return undefined;
}
