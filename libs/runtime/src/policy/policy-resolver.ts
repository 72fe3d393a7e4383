import { resolvePolicy, type PolicySettings, type SessionAddress, type SessionPolicy } from '@total-recall/domain';
import type { ControlStore } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';

export interface EffectivePolicy {
  readonly policy: SessionPolicy;
  readonly settings: PolicySettings;
}

/** The policy in force for a session, resolved over process, tenant, space and session. */
export interface PolicyResolver {
  resolve(address: SessionAddress): Promise<EffectivePolicy>;
}

/** Where each level of policy is kept in the control store, least specific first. */
export function policyLevels({ tenant, space, session }: SessionAddress): string[] {
  return ['process', `tenant/${tenant}`, `space/${tenant}/${space}`, `session/${tenant}/${space}/${session}`];
}

export function createPolicyResolver(deps: { readonly control: ControlStore; readonly defaults?: PolicySettings }): PolicyResolver {
  // Settings are small and repeat over sessions, so resolved policies are kept by their text.
  const resolved = new Map<string, EffectivePolicy>();
  return {
    async resolve(address) {
      const stored = await deps.control.policies(policyLevels(address));
      const levels = [deps.defaults, ...stored.map((policy) => policy?.settings)];
      const text = JSON.stringify(levels);
      const known = resolved.get(text);
      if (known) return known;
      const result = resolvePolicy(levels);
      if (result.kind === 'invalid') {
        const first = result.problems[0]!;
        throw new TotalRecallError('invalid_policy', `The policy in force does not hold: ${first.field} ${first.message}.`, { details: { problems: result.problems } });
      }
      if (resolved.size >= 1_000) resolved.clear();
      const effective = { policy: result.policy, settings: result.settings };
      resolved.set(text, effective);
      return effective;
    },
  };
}
