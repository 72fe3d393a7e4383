import type { PolicySettings } from '../policy/session-policy.ts';
import type { Proposal } from './reflect.ts';

/** A setting that a reflection may change. */
export type ReflectedSetting = Proposal['setting'] & keyof PolicySettings;

/** Settings that reflections set for a space, and when the latest of them did. They give way to every setting of a person. */
export interface ReflectedPolicy {
  readonly settings: Pick<PolicySettings, ReflectedSetting>;
  /** Epoch milliseconds. Figures of recall from before it say nothing about these settings. */
  readonly at: number;
}

/** Settings as they were before an entry; null for those that no reflection had set. */
export type SettingsBefore = readonly (readonly [setting: ReflectedSetting, value: number | boolean | null])[];

/** Returns the settings with some of them as they are given. */
export function withSettings(of: ReflectedPolicy | undefined, given: SettingsBefore, at: number): ReflectedPolicy {
  const settings: Record<string, unknown> = { ...of?.settings };
  for (const [name, value] of given) {
    if (value === null) delete settings[name];
    else settings[name] = value;
  }
  return { settings, at };
}

/** Returns what reflections had set of the named settings. */
export function settingsBefore(of: ReflectedPolicy | undefined, names: readonly ReflectedSetting[]): SettingsBefore {
  return names.map((name) => [name, of?.settings[name] ?? null]);
}

/** Why a proposal is not applied: a person set it for the tenant or the space, undid such a change, or it fits no policy. */
export type KeptBy = 'tenant' | 'space' | 'undo' | 'bounds';

export interface SettledProposals {
  readonly apply: readonly Proposal[];
  readonly held: readonly { readonly proposal: Proposal; readonly by: KeptBy }[];
}

/** Policies that persons set for the tenant and for the space. */
export interface PersonsPolicies {
  readonly tenant?: PolicySettings;
  readonly space?: PolicySettings;
}

/**
 * Tells which proposals may be applied. What a person set stays, before and after a reflection, and so does what a person
 * undid. `fits` tells whether the policy of the space holds with these settings.
 */
export function settleProposals(
  proposals: readonly Proposal[],
  { undone, ...byPersons }: PersonsPolicies & { readonly undone: ReadonlySet<string> },
  fits: (settings: ReflectedPolicy['settings']) => boolean,
): SettledProposals {
  const apply: Proposal[] = [];
  const held: { proposal: Proposal; by: KeptBy }[] = [];
  for (const proposal of proposals) {
    const together = Object.fromEntries([...apply, proposal].map(({ setting, to }) => [setting, to]));
    const by = setBy(proposal.setting, byPersons) ?? (undone.has(proposal.setting) ? 'undo' : fits(together) ? undefined : 'bounds');
    if (by === undefined) apply.push(proposal);
    else held.push({ proposal, by });
  }
  return { apply, held };
}

/** Names the level at which a person set a setting, the most specific first; undefined where nobody did. */
export function setBy(setting: ReflectedSetting, { tenant, space }: PersonsPolicies): 'tenant' | 'space' | undefined {
  if (space?.[setting] !== undefined) return 'space';
  return tenant?.[setting] === undefined ? undefined : 'tenant';
}
