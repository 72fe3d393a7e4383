import { LIMITS } from '@total-recall/contracts';
import { resolvePolicy, type PolicySettings } from '@total-recall/domain';
import type { ControlStore, PolicyAt } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

export interface PolicyChange {
  /** Settings of the levels above, least specific first. */
  readonly above: readonly (PolicySettings | undefined)[];
  /** The settings that the new ones replace. */
  readonly before: PolicySettings | undefined;
  readonly settings: PolicySettings;
}

type Place = { readonly space?: string; readonly session?: string };

/**
 * Refuses a policy that would make a valid one below it invalid (`invalid_policy`, naming that one). Also refuses a new
 * policy past the tenant's limit (`quota_exceeded`); the limit keeps checking all policies below possible.
 */
export async function checkLowerPolicies(control: ControlStore, tenant: string, place: Place, change: PolicyChange): Promise<void> {
  const spaces =
    place.space === undefined || change.before === undefined
      ? await control.policiesUnder(`space/${tenant}/`, LIMITS.policiesPerTenant)
      : [];
  const sessions =
    place.session === undefined || change.before === undefined
      ? await control.policiesUnder(`session/${tenant}/`, LIMITS.policiesPerTenant)
      : [];
  if (place.space !== undefined && change.before === undefined && spaces.length + sessions.length >= LIMITS.policiesPerTenant) {
    throw new TotalRecallError(
      'quota_exceeded',
      `A tenant has at most ${LIMITS.policiesPerTenant} policies of spaces and sessions. Write one for a space instead of one for each of its sessions.`,
    );
  }
  if (place.session !== undefined) return;
  const broken =
    place.space === undefined
      ? brokenOfTenant(spaces, sessions, change)
      : brokenOfSpace(sessions, `session/${tenant}/${place.space}/`, change);
  if (!broken) return;
  const [kind, , ...names] = broken.at.split('/');
  throw new TotalRecallError(
    'invalid_policy',
    `body.${broken.field}: the policy of the ${kind} ${names.join('/')} would no longer hold: ${broken.field} ${broken.message}. Change that one first.`,
    {
      details: { errors: [{ path: `body.${broken.field}`, message: broken.message }], level: kind, at: names.join('/') },
    },
  );
}

interface Broken {
  readonly at: string;
  readonly field: string;
  readonly message: string;
}

function brokenOfTenant(spaces: readonly PolicyAt[], sessions: readonly PolicyAt[], change: PolicyChange): Broken | undefined {
  const spaceSettings = new Map(spaces.map(({ at, settings }) => [at.slice('space/'.length), settings]));
  const ofSession = ({ at, settings }: PolicyAt) => ({
    at,
    below: [spaceSettings.get(at.slice('session/'.length, at.lastIndexOf('/'))), settings],
  });
  return firstBroken([...spaces.map(({ at, settings }) => ({ at, below: [settings] })), ...sessions.map(ofSession)], change);
}

function brokenOfSpace(sessions: readonly PolicyAt[], prefix: string, change: PolicyChange): Broken | undefined {
  return firstBroken(
    sessions.filter(({ at }) => at.startsWith(prefix)).map(({ at, settings }) => ({ at, below: [settings] })),
    change,
  );
}

/**
 * Finds the first policy that is valid now and would not be. Session policies are mostly alike, so each distinct
 * combination is resolved once.
 */
function firstBroken(
  policies: readonly { readonly at: string; readonly below: readonly (PolicySettings | undefined)[] }[],
  { above, before, settings }: PolicyChange,
): Broken | undefined {
  const checked = new Set<string>();
  for (const { at, below } of policies) {
    const text = JSON.stringify(below);
    if (checked.has(text)) continue;
    checked.add(text);
    const after = resolvePolicy([...above, settings, ...below]);
    if (after.kind === 'policy' || resolvePolicy([...above, before, ...below]).kind === 'invalid') continue;
    return { at, ...after.problems[0]! };
  }
  return undefined;
}
