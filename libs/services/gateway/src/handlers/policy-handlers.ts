import { isDeepStrictEqual } from 'node:util';
import { resolvePolicy, type PolicySettings } from '@total-recall/domain';
import type { Clock, ControlStore, Ingest, Retention, Retriever } from '@total-recall/ports';
import { extensionSchemaProblems, policyLevels, TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';
import { checkGuardedBelow } from './check-guarded-below.ts';
import { checkLowerPolicies, settingsBelow } from './check-policies-below.ts';
import type { Handlers } from './handler.ts';
import { noRetention } from './no-retention.ts';

type PolicyRoutes = 'getTenantPolicy' | 'putTenantPolicy' | 'getSpacePolicy' | 'putSpacePolicy' | 'getSessionPolicy' | 'putSessionPolicy';
type Place = { readonly space?: string; readonly session?: string };

export interface PolicyDeps {
  readonly control: ControlStore;
  readonly ingest: Ingest;
  readonly retriever: Pick<Retriever, 'spaces' | 'sessions' | 'session'>;
  /** Absent when there is no retention. Retention rules are then refused, because nothing would apply them. */
  readonly retention?: Pick<Retention, 'expired'>;
  readonly clock: Clock;
  readonly families: readonly string[];
  readonly policyDefaults?: PolicySettings;
  readonly auditAct: (caller: Caller, action: string, target: string) => Promise<void>;
}

/**
 * Handles policy at the three levels of a tenant. A written policy must be valid together with
 * the levels above and below.
 */
export function policyHandlers(deps: PolicyDeps): Handlers<PolicyRoutes> {
  return {
    getTenantPolicy: (_input, caller) => readPolicy(deps, caller, {}),
    putTenantPolicy: ({ body }, caller) => writePolicy(deps, caller, {}, body),
    getSpacePolicy: ({ params }, caller) => readPolicy(deps, caller, params),
    putSpacePolicy: ({ params, body }, caller) => writePolicy(deps, caller, params, body),
    getSessionPolicy: ({ params }, caller) => readPolicy(deps, caller, params),
    putSessionPolicy: ({ params, body }, caller) => writePolicy(deps, caller, params, body),
  };
}

function levelOf({ space, session }: Place): 'tenant' | 'space' | 'session' {
  return session !== undefined ? 'session' : space !== undefined ? 'space' : 'tenant';
}

/**
 * Refuses settings at levels that may not set them: read sampling for a session, whose writers could hide reads, the age
 * limit of the audit for a single space, and sweeps and reflections, which are of a space, for a session.
 */
function refuseOutOfPlace(
  { space, session }: Place,
  { auditReads, auditDays, consolidateEvents, consolidateMinutes, reflection }: PolicySettings,
): void {
  if (session !== undefined && auditReads !== undefined)
    throw new TotalRecallError('invalid_policy', 'body.auditReads: is set for a tenant or a space.');
  if (session !== undefined && (consolidateEvents ?? consolidateMinutes) !== undefined)
    throw new TotalRecallError('invalid_policy', 'body.consolidateEvents, body.consolidateMinutes: are set for a tenant or a space.');
  if (session !== undefined && reflection !== undefined)
    throw new TotalRecallError('invalid_policy', 'body.reflection: is set for a tenant or a space.');
  if (space !== undefined && auditDays !== undefined) throw new TotalRecallError('invalid_policy', 'body.auditDays: is set for a tenant.');
}

async function readPolicy(deps: PolicyDeps, caller: Caller, place: Place) {
  const [own] = await deps.control.policies(policyLevels({ tenant: caller.tenant, ...place }).slice(-1));
  const effective =
    place.session !== undefined
      ? await deps.ingest.policy({ tenant: caller.tenant, space: place.space!, session: place.session })
      : undefined;
  return { level: levelOf(place), settings: own?.settings ?? {}, updatedAt: own?.updatedAt ?? null, effective };
}

async function writePolicy(deps: PolicyDeps, caller: Caller, place: Place, settings: PolicySettings) {
  if (settings.family !== undefined && !deps.families.includes(settings.family)) {
    throw new TotalRecallError('unsupported_family', `body.family: must be one of ${deps.families.join(', ')}.`);
  }
  refuseOutOfPlace(place, settings);
  const [broken] = extensionSchemaProblems(settings.taskStateExtensions ?? {});
  if (broken) throw new TotalRecallError('invalid_policy', `body.taskStateExtensions.${broken.name}: ${broken.message}`);
  const keys = policyLevels({ tenant: caller.tenant, ...place });
  const stored = await deps.control.policies(keys);
  const above = [deps.policyDefaults, ...stored.slice(0, -1).map((policy) => policy?.settings)];
  checkRedaction(caller, { above, before: stored.at(-1)?.settings, settings });
  checkRetention(deps, { caller, place, before: stored.at(-1)?.settings, settings });
  const resolved = resolvePolicy([...above, settings]);
  if (resolved.kind === 'invalid') {
    const errors = resolved.problems.map(({ field, message }) => ({ path: `body.${field}`, message }));
    throw new TotalRecallError('invalid_policy', `${errors[0]!.path}: ${errors[0]!.message}`, { details: { errors } });
  }
  const at = keys.at(-1)!;
  const below = await settingsBelow(deps.control, caller.tenant, place);
  const change = { above, before: stored.at(-1)?.settings, settings, below };
  await checkLowerPolicies(deps.control, caller.tenant, place, change);
  await checkGuardedBelow(deps, caller.tenant, place, change);
  await deps.control.putPolicy({ at, settings, updatedAt: deps.clock.now() });
  await deps.auditAct(caller, 'policy.set', at);
  return readPolicy(deps, caller, place);
}

/** Treatments of secrets, weakest first. */
const REDACTIONS: readonly NonNullable<PolicySettings['redaction']>[] = ['off', 'mark', 'mask'];

/**
 * Refuses a weaker treatment of secrets than what stands, set at this level or above, unless an admin asks for it. Every
 * writer may set the policy of a session, and an agent that reads other people's text may be talked into it.
 */
function checkRedaction(
  { scopes }: Caller,
  { above, before, settings }: { readonly above: readonly (PolicySettings | undefined)[] } & Pick<RetentionChange, 'before' | 'settings'>,
): void {
  if (scopes.includes('admin')) return;
  const inherited = above.findLast((level) => level?.redaction !== undefined)?.redaction ?? 'off';
  const stands = before?.redaction ?? inherited;
  const asked = settings.redaction ?? inherited;
  if (REDACTIONS.indexOf(asked) >= REDACTIONS.indexOf(stands)) return;
  throw new TotalRecallError(
    'forbidden',
    `body.redaction: ${stands} is in force, and ${asked} is weaker: that needs a key with the scope admin. Send ${stands} to keep it.`,
  );
}

interface RetentionChange {
  readonly caller: Caller;
  readonly place: Place;
  readonly before: PolicySettings | undefined;
  readonly settings: PolicySettings;
}

/**
 * Checks a change of retention. Retention destroys events of all who speak in a space, so changing it needs the scope
 * `erase`, and a key that is not bound to subjects. A session has no rules of its own, because everyone who writes to it
 * can set its policy.
 */
function checkRetention(deps: Pick<PolicyDeps, 'retention'>, { caller, place, before, settings: { retention } }: RetentionChange): void {
  if (place.session !== undefined && retention !== undefined)
    throw new TotalRecallError(
      'invalid_policy',
      'body.retention: a session has no retention of its own; set it for the space or the tenant.',
    );
  if (isDeepStrictEqual(before?.retention, retention)) return;
  if (!caller.scopes.includes('erase'))
    throw new TotalRecallError(
      'forbidden',
      'body.retention: to change what is erased by age needs a key with the scope erase beside admin. Send it as it stands to keep it.',
    );
  if (caller.subjects)
    throw new TotalRecallError(
      'forbidden',
      'body.retention: the key is bound to subjects, and retention erases events of all. Send it as it stands to keep it.',
    );
  if (!deps.retention && retention !== undefined && retention.length > 0) throw noRetention();
}
