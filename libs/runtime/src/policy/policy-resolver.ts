import { resolvePolicy, type PolicySettings, type ResolvedPolicy, type SessionAddress, type SessionPolicy } from '@total-recall/domain';
import type { ControlStore } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

export interface EffectivePolicy {
  readonly policy: SessionPolicy;
  readonly settings: PolicySettings;
}

/**
 * Resolves the policy in force for a session from the levels process, reflected, tenant, space and session. Each level
 * was valid when it was set, but another may have changed since. If they are not valid together, levels are dropped from
 * the most specific up, because a policy must never stop the service.
 */
export interface PolicyResolver {
  resolve(address: SessionAddress): Promise<EffectivePolicy>;
}

/**
 * Returns the keys of a tenant's, a space's or a session's policy levels in the control store, least specific first.
 */
export function policyLevels({ tenant, space, session }: Pick<SessionAddress, 'tenant'> & Partial<SessionAddress>): string[] {
  const levels = ['process', `tenant/${tenant}`];
  if (space !== undefined) levels.push(`space/${tenant}/${space}`);
  if (session !== undefined) levels.push(`session/${tenant}/${space}/${session}`);
  return levels;
}

/** Returns the key of what reflections set for a space. It lies below everything that a person sets for the tenant or the space. */
export function reflectedLevel({ tenant, space }: Pick<SessionAddress, 'tenant' | 'space'>): string {
  return `reflected/${tenant}/${space}`;
}

/** Returns true when a policy belongs to the tenant, or to one of its spaces or sessions. Names have no slash. */
export function isPolicyOf(at: string, tenant: string): boolean {
  const [level, of] = at.split('/');
  return level !== 'process' && of === tenant;
}

export interface PolicyResolverDeps {
  readonly control: Pick<ControlStore, 'policies'>;
  readonly defaults?: PolicySettings;
  /** Called once for levels that were dropped, with the reason. */
  readonly onIgnored?: (ignored: { readonly levels: readonly string[]; readonly problem: string }) => void;
}

export function createPolicyResolver(deps: PolicyResolverDeps): PolicyResolver {
  refuseBroken(deps.defaults);
  // Settings are small and repeat over sessions, so resolved policies are cached by their text.
  const resolved = new Map<string, EffectivePolicy>();
  return {
    async resolve(address) {
      const stored = await deps.control.policies([reflectedLevel(address), ...policyLevels(address)]);
      const [reflected, ofProcess, ...byPersons] = stored.map((policy) => policy?.settings);
      const levels = [deps.defaults, ofProcess, reflected, ...byPersons];
      const text = JSON.stringify(levels);
      const known = resolved.get(text);
      if (known) return known;
      const whole = resolvePolicy(levels);
      // Settings of a reflection give way, all of them, where they do not go with those of persons.
      const { result, ignored, problem } =
        whole.kind === 'policy' ? { result: whole, ignored: 0, problem: '' } : resolveWhatHolds([deps.defaults, ofProcess, ...byPersons]);
      if (ignored > 0) deps.onIgnored?.({ levels: policyLevels(address).slice(-ignored), problem });
      if (resolved.size >= 1_000) resolved.clear();
      const effective = { policy: result.policy, settings: result.settings };
      resolved.set(text, effective);
      return effective;
    },
  };
}

/**
 * Refuses invalid process defaults. Stored levels can be dropped, but these must be valid alone.
 * Errors: `invalid_policy`.
 */
function refuseBroken(defaults: PolicySettings | undefined): void {
  const result = resolvePolicy([defaults]);
  if (result.kind === 'policy') return;
  const said = result.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new TotalRecallError('invalid_policy', `The default policy of this process does not hold: ${said}. Change its configuration.`, {
    details: { errors: result.problems.map(({ field, message }) => ({ path: field, message })) },
  });
}

type Resolved = Extract<ResolvedPolicy, { kind: 'policy' }>;

/** Resolves the longest prefix of levels, least specific first, that is valid. */
function resolveWhatHolds(levels: readonly (PolicySettings | undefined)[]): { result: Resolved; ignored: number; problem: string } {
  let problem = '';
  for (let kept = levels.length; kept >= 0; kept--) {
    const result = resolvePolicy(levels.slice(0, kept));
    if (result.kind === 'policy') return { result, ignored: levels.length - kept, problem };
    const first = result.problems[0]!;
    problem ||= `${first.field} ${first.message}`;
  }
  throw new TotalRecallError('internal', 'The default policy does not hold.');
}
