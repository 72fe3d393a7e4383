import { resolvePolicy, type PolicySettings, type ResolvedPolicy, type SessionAddress, type SessionPolicy } from '@total-recall/domain';
import type { ControlStore } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

export interface EffectivePolicy {
  readonly policy: SessionPolicy;
  readonly settings: PolicySettings;
}

/**
 * The policy in force for a session, resolved over process, tenant, space and session. Levels that do not hold together (each was checked
 * when it was set, but another one changed since) give way from the most specific up: a policy never stops the service.
 */
export interface PolicyResolver {
  resolve(address: SessionAddress): Promise<EffectivePolicy>;
}

/** Where each level of policy of a tenant, a space or a session is kept in the control store, least specific first. */
export function policyLevels({ tenant, space, session }: Pick<SessionAddress, 'tenant'> & Partial<SessionAddress>): string[] {
  const levels = ['process', `tenant/${tenant}`];
  if (space !== undefined) levels.push(`space/${tenant}/${space}`);
  if (session !== undefined) levels.push(`session/${tenant}/${space}/${session}`);
  return levels;
}

/** Whether a policy is one of a tenant, or of its spaces and sessions. Names have no slash. */
export function isPolicyOf(at: string, tenant: string): boolean {
  const [level, of] = at.split('/');
  return level !== 'process' && of === tenant;
}

export interface PolicyResolverDeps {
  readonly control: ControlStore;
  readonly defaults?: PolicySettings;
  /** Told once of levels that were left out, and why. */
  readonly onIgnored?: (ignored: { readonly levels: readonly string[]; readonly problem: string }) => void;
}

export function createPolicyResolver(deps: PolicyResolverDeps): PolicyResolver {
  refuseBroken(deps.defaults);
  // Settings are small and repeat over sessions, so resolved policies are kept by their text.
  const resolved = new Map<string, EffectivePolicy>();
  return {
    async resolve(address) {
      const stored = await deps.control.policies(policyLevels(address));
      const levels = [deps.defaults, ...stored.map((policy) => policy?.settings)];
      const text = JSON.stringify(levels);
      const known = resolved.get(text);
      if (known) return known;
      const { result, ignored, problem } = resolveWhatHolds(levels);
      if (ignored > 0) deps.onIgnored?.({ levels: policyLevels(address).slice(-ignored), problem });
      if (resolved.size >= 1_000) resolved.clear();
      const effective = { policy: result.policy, settings: result.settings };
      resolved.set(text, effective);
      return effective;
    },
  };
}

/** Levels that are stored give way where they do not hold; what a process is started with must hold by itself. Errors: `invalid_policy`. */
function refuseBroken(defaults: PolicySettings | undefined): void {
  const result = resolvePolicy([defaults]);
  if (result.kind === 'policy') return;
  const said = result.problems.map(({ field, message }) => `${field} ${message}`).join('; ');
  throw new TotalRecallError('invalid_policy', `The default policy of this process does not hold: ${said}. Change its configuration.`, {
    details: { errors: result.problems.map(({ field, message }) => ({ path: field, message })) },
  });
}

type Resolved = Extract<ResolvedPolicy, { kind: 'policy' }>;

/** The longest run of levels, least specific first, that makes a policy. */
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
