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
  /** Settings that are stored below, from `settingsBelow`. */
  readonly below: readonly SettingsBelow[];
}

type Place = { readonly space?: string; readonly session?: string };

/**
 * Refuses a policy that would make a valid one below it invalid (`invalid_policy`, naming that one). Also refuses a new
 * policy past the tenant's limit (`limit_reached`); the limit keeps checking all policies below possible.
 */
export async function checkLowerPolicies(
  control: Pick<ControlStore, 'policiesUnder'>,
  tenant: string,
  place: Place,
  change: PolicyChange,
): Promise<void> {
  if (place.space !== undefined && change.before === undefined) await refuseOneTooMany(control, tenant);
  const broken = firstBroken(change);
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

async function refuseOneTooMany(control: Pick<ControlStore, 'policiesUnder'>, tenant: string): Promise<void> {
  const spaces = await control.policiesUnder(`space/${tenant}/`, LIMITS.policiesPerTenant);
  const sessions = await control.policiesUnder(`session/${tenant}/`, LIMITS.policiesPerTenant);
  if (spaces.length + sessions.length < LIMITS.policiesPerTenant) return;
  throw new TotalRecallError(
    'limit_reached',
    `A tenant has at most ${LIMITS.policiesPerTenant} policies of spaces and sessions. Write one for a space instead of one for each of its sessions.`,
  );
}

export interface SettingsBelow {
  /** Place of the most specific of them. */
  readonly at: string;
  /** Settings of the levels below, least specific first. */
  readonly below: readonly (PolicySettings | undefined)[];
}

/**
 * Lists the settings that are stored below a place. Policies of sessions are mostly alike, so each distinct combination
 * stands once.
 */
export async function settingsBelow(
  control: Pick<ControlStore, 'policiesUnder'>,
  tenant: string,
  { space, session }: Place,
): Promise<SettingsBelow[]> {
  if (session !== undefined) return [];
  const under = (prefix: string): Promise<PolicyAt[]> => control.policiesUnder(prefix, LIMITS.policiesPerTenant);
  const spaces = space === undefined ? await under(`space/${tenant}/`) : [];
  const sessions = await under(space === undefined ? `session/${tenant}/` : `session/${tenant}/${space}/`);
  const ofSpace = new Map(spaces.map(({ at, settings }) => [at.slice('space/'.length), settings]));
  const ofSession = ({ at, settings }: PolicyAt): SettingsBelow => ({
    at,
    below: space === undefined ? [ofSpace.get(at.slice('session/'.length, at.lastIndexOf('/'))), settings] : [settings],
  });
  const all = [...spaces.map(({ at, settings }) => ({ at, below: [settings] })), ...sessions.map(ofSession)];
  return [...new Map(all.map((one) => [JSON.stringify(one.below), one])).values()];
}

interface Broken {
  readonly at: string;
  readonly field: string;
  readonly message: string;
}

/** Finds a policy that is valid now and would not be. */
function firstBroken({ above, before, settings, below: levels }: PolicyChange): Broken | undefined {
  for (const { at, below } of levels) {
    const after = resolvePolicy([...above, settings, ...below]);
    if (after.kind === 'policy' || resolvePolicy([...above, before, ...below]).kind === 'invalid') continue;
    return { at, ...after.problems[0]! };
  }
  return undefined;
}
