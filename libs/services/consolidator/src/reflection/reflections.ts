import { isDeepStrictEqual } from 'node:util';
import {
  reflect,
  resolvePolicy,
  setBy,
  settleProposals,
  spaceKey,
  type LedgerAct,
  type PersonsPolicies,
  type PolicySettings,
  type ReflectedSettings,
  type SettingsBefore,
  type SpaceUnits,
} from '@total-recall/domain';
import type { PersonsAct, Reflected, RestoredSetting, SpacePlace } from '@total-recall/ports';
import { policyLevels, reflectedLevel, TotalRecallError } from '@total-recall/runtime';
import { REFLECTION_ACTOR } from '../acts/decider-of.ts';
import { madeBefore, requireSame } from '../acts/repeated-acts.ts';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { readRecalls } from './read-recalls.ts';

export interface ReflectionDeps extends Pick<
  ConsolidatorDeps,
  'clock' | 'control' | 'index' | 'ledger' | 'observer' | 'policies' | 'recalls'
> {
  readonly unitsAt: (place: SpacePlace) => Promise<SpaceUnits>;
  /** Appends an entry unless the units forbid it by then, and returns its id. */
  readonly append: (by: PersonsAct, act: LedgerAct, allows: (state: SpaceUnits) => boolean) => Promise<string>;
}

export interface Reflections {
  /** Reads how recall did, and what should change. Changes nothing. */
  propose(query: SpacePlace & { readonly from?: number }): Promise<Reflected>;
  /** Sets what is proposed and held by nobody, as one entry of the ledger. */
  apply(request: PersonsAct & { readonly from?: number }): Promise<Reflected>;
  /** Sets what is proposed at most once a day, for a space whose policy says so. */
  applyDaily(place: SpacePlace): Promise<void>;
  /** Brings settings into force that an undoing gave back, and says which of them a person has set. */
  restored(place: SpacePlace, settings: SettingsBefore): Promise<RestoredSetting[]>;
}

const DAY_MS = 86_400_000;

export function createReflections(deps: ReflectionDeps): Reflections {
  /** When each space was last looked at without being asked, epoch milliseconds. */
  const lookedAt = new Map<string, number>();
  const publish = (place: SpacePlace): Promise<void> => publishReflected(deps, place);
  const apply = async (request: PersonsAct & { readonly from?: number }): Promise<Reflected> => {
    const before = await madeBefore(deps, request);
    const found = await proposed(deps, request);
    if (before) {
      requireSame(before.act.type === 'SettingsReflected');
      await publish(request);
      return { ...found.view, applied: before.act.changes, entryId: before.id, duplicate: true };
    }
    if (found.apply.length === 0) return { ...found.view, applied: [] };
    // The figures speak of settings that are not in force where another reflection or an undoing came in between.
    const allows = (now: SpaceUnits): boolean =>
      now.tail.every(({ sequence, settings }) => sequence <= found.sequence || settings === undefined);
    const entryId = await deps.append(request, { type: 'SettingsReflected', changes: found.apply, since: found.view.from }, allows);
    await publish(request);
    deps.observer.decided('reflection', { do: 'reflect' });
    return { ...found.view, applied: found.apply, entryId };
  };
  return {
    async propose(query) {
      const { view } = await proposed(deps, query);
      return { ...view, applied: [] };
    },
    apply,
    async applyDaily(place) {
      if (!deps.recalls) return;
      const { settings } = await deps.policies.resolve({ ...place, session: '' });
      if (settings.reflection !== 'apply') return;
      await publish(place);
      const { reflected } = await deps.unitsAt(place);
      const now = deps.clock.now();
      const last = Math.max(reflected?.at ?? 0, lookedAt.get(spaceKey(place)) ?? 0);
      if (now - last < DAY_MS) return;
      lookedAt.set(spaceKey(place), now);
      await apply({ ...place, actor: REFLECTION_ACTOR });
    },
    async restored(place, settings) {
      await publish(place);
      const byPersons = await personsLevels(deps, place);
      return settings.map(([setting, to]) => {
        const by = setBy(setting, byPersons);
        return { setting, to, ...(by !== undefined && { heldBy: by }) };
      });
    },
  };
}

/** Proposes for a space, from figures of a day unless the caller says since when, and never from before its last change. */
async function proposed(deps: ReflectionDeps, { from: asked, ...of }: SpacePlace & { readonly from?: number }) {
  const { tenant, space } = of;
  const place = { tenant, space };
  if (!deps.recalls) throw new TotalRecallError('not_implemented', 'This service keeps no record of recall that it could reflect on.');
  const state = await deps.unitsAt(place);
  const from = Math.max(asked ?? deps.clock.now() - DAY_MS, state.reflected?.at ?? 0);
  const [effective, record] = await Promise.all([
    deps.policies.resolve({ ...place, session: '' }),
    readRecalls({ ...deps, recalls: deps.recalls }, place, from),
  ]);
  const inForce = state.reflected?.settings ?? {};
  const none = { isEnough: false, recalls: 0, kinds: [], sessions: [], proposals: [], held: [] };
  if (!record) return { apply: [], sequence: state.sequence, view: { from, inForce, ...none } };
  const found = reflect({ ...record, settings: settingsOf(effective) });
  const { apply, held } = settleProposals(
    found.proposals,
    { ...(await personsLevels(deps, place)), undone: undoneSettings(state) },
    (settings) => resolvePolicy([effective.settings, settings]).kind === 'policy',
  );
  const heldViews = held.map(({ proposal: { setting }, by }) => ({ setting, by }));
  return { apply, sequence: state.sequence, view: { from, inForce, ...found, recalls: record.figures.retrievals, held: heldViews } };
}

/** The policies that persons set for the tenant and for the space. */
async function personsLevels({ control }: Pick<ReflectionDeps, 'control'>, place: SpacePlace): Promise<PersonsPolicies> {
  const { tenant, space } = place;
  const [ofTenant, ofSpace] = await control.policies(policyLevels({ tenant, space }).slice(1));
  return { ...(ofTenant && { tenant: ofTenant.settings }), ...(ofSpace && { space: ofSpace.settings }) };
}

/** Settings of reflections that somebody undid, as far as the tail of the ledger knows of it. */
function undoneSettings({ tail }: SpaceUnits): ReadonlySet<string> {
  return new Set(tail.flatMap(({ undoneBy, settings = [] }) => (undoneBy === undefined ? [] : settings.map(([name]) => name))));
}

function settingsOf({ policy, settings }: Awaited<ReturnType<ReflectionDeps['policies']['resolve']>>): ReflectedSettings {
  const { reconciler, reconcilerBudgetTokens, forgetting = false } = settings;
  return {
    triggerRatio: policy.compaction.triggerRatio,
    targetRatio: policy.compaction.targetRatio,
    pullTokens: policy.budgets.pull,
    pullMaxTokens: policy.budgets.pullMax,
    forgetting,
    ...(reconciler === 'size_aware' && reconcilerBudgetTokens !== undefined && { reconcilerBudgetTokens }),
  };
}

async function publishReflected({ control, clock, unitsAt }: ReflectionDeps, place: SpacePlace): Promise<void> {
  const settings: PolicySettings = (await unitsAt(place)).reflected?.settings ?? {};
  const at = reflectedLevel(place);
  const [stored] = await control.policies([at]);
  if (!isDeepStrictEqual(stored?.settings ?? {}, settings)) await control.putPolicy({ at, settings, updatedAt: clock.now() });
}
