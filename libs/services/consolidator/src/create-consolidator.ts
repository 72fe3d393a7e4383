import type { SpaceUnits } from '@total-recall/domain';
import type { Consolidator, SpacePlace, SweepResult } from '@total-recall/ports';
import { createUlidFactory, type Component, type OwnedPartition } from '@total-recall/runtime';
import { appendAct, createPersonsActs } from './acts/persons-acts.ts';
import { createPastUnits } from './acts/past-units.ts';
import { viewLedger } from './acts/view-ledger.ts';
import { CONSOLIDATOR_DEFAULTS, type ConsolidatorConfig, type ConsolidatorDeps } from './consolidator-deps.ts';
import { digestOf, listFacts, profileOf, type ListDeps } from './facts/list-facts.ts';
import { createModelSweeps } from './model/model-sweep.ts';
import { createReflections } from './reflection/reflections.ts';
import { createSurfaceTotals } from './surface/surface-counts.ts';
import { createUnitList } from './surface/list-units.ts';
import { createSpaceTurns } from './sweep/space-turns.ts';
import { createSweepTimer } from './sweep/sweep-timer.ts';
import { sweepEpisodes } from './episodes/sweep-episodes.ts';
import { sweepSpace, type SweepDeps } from './sweep/sweep-space.ts';
import { createLedgerShares } from './units/ledger-shares.ts';
import { createUnitStates, type UnitStates } from './units/unit-states.ts';

/** The consolidator of a process, for the partitions of the ledger that it owns: all after `start`, or those it is given. */
export interface ConsolidatorService extends Consolidator, Required<Pick<Component, 'name' | 'start' | 'stop'>> {
  /** Takes over a partition: folds what it has not seen, and sweeps its spaces from now on. */
  take(partition: number): Promise<void>;
  release(partition: number): Promise<void>;
  /** Starts the timer of sweeps, for a process that is given its partitions. `start` does both. */
  watch(): void;
  owns(tenant: string): boolean;
  /** The units of a space, for recall in the same process. */
  unitsOf(place: SpacePlace): Promise<SpaceUnits>;
}

/** Longest for which a caller who asks for a sweep waits for questions to a model, but for the last one. */
const ASKED_MS = 20_000;

/**
 * Creates the consolidator. It reads what was appended to each space, decides by rules which facts are new and which
 * replace others, and writes that to the ledger; the units of a space are the fold of its ledger. Source: 000 §8, §9.5.
 */
export function createConsolidator(deps: ConsolidatorDeps, given: Partial<ConsolidatorConfig> = {}): ConsolidatorService {
  const config = { ...CONSOLIDATOR_DEFAULTS, ...given };
  const newId = createUlidFactory(deps);
  const states = createUnitStates(deps, config.heldUnits);
  const shares = createLedgerShares(deps, states);
  const { owns, ownedOf } = shares;
  const past = createPastUnits(deps, config.heldUnits);
  const unitsAt: ListDeps['unitsAt'] = (place, entryId) => {
    ownedOf(place.tenant);
    return entryId === undefined ? states.of(place) : past.at(place, entryId);
  };
  const reading = { ...deps, unitsAt };
  const turns = createSpaceTurns();
  const totalsWith = createSurfaceTotals();
  const countUnits = (state: SpaceUnits): void => deps.observer.counted(totalsWith(state));
  const consolidate = (place: SpacePlace): Promise<SweepResult> =>
    turns.run(place, () => sweep({ ...deps, newId, states, countUnits }, ownedOf(place.tenant), place, config));
  const { language } = deps;
  const models =
    language &&
    createModelSweeps({
      ...deps,
      language,
      newId,
      stateOf: states.of,
      heldState: states.held,
      erasures: states.erasures,
      unitsPerSpace: config.unitsPerSpace,
      decided: (decision) => deps.observer.decided('model', decision.do),
    });
  /** The rules' sweep, then the model's once nothing is left for them; where a caller waits, only for so long. */
  const consolidateWhole = async (place: SpacePlace, isAsked: boolean): Promise<SweepResult & { readonly waits: boolean }> => {
    const result = await consolidate(place);
    if (!models || result.hasMore) return { ...result, waits: false };
    const untilMs = isAsked ? deps.clock.monotonicMs() + ASKED_MS : undefined;
    const end = await models.run(place, ownedOf(place.tenant), untilMs);
    await states.save();
    return { ...result, waits: end !== 'done' };
  };
  const settingsOf = async ({ tenant, space }: SpacePlace) => {
    const { settings } = await deps.policies.resolve({ tenant, space, session: '' });
    return { events: settings.consolidateEvents ?? config.sweepEvents, minutes: settings.consolidateMinutes ?? config.sweepMinutes };
  };
  const acting = { ...reading, newId, ownedOf, unitsPerSpace: config.unitsPerSpace, heldUnits: states.held, saved: states.save };
  const reflections = createReflections({ ...reading, append: (by, act, allows) => appendAct(acting, by, act, allows) });
  const consolidateDaily = async (place: SpacePlace): Promise<SweepResult & { readonly waits: boolean }> => {
    const done = await consolidateWhole(place, false);
    // A reflection that fails holds up no sweep.
    await reflections.applyDaily(place).catch((error: unknown) => deps.observer.failed('reflection', error));
    return done;
  };
  const timer = createSweepTimer({ ...deps, owns, settingsOf, consolidate: consolidateDaily }, config.sweepMinutes);
  return {
    name: 'consolidator',
    async consolidate({ tenant, space }) {
      const { waits: _waits, ...result } = await consolidateWhole({ tenant, space }, true);
      return result;
    },
    facts: (query) => listFacts(reading, query),
    profile: (query) => profileOf(reading, query),
    digest: (place) => digestOf(reading, place),
    units: createUnitList({ ...reading, observer: deps.observer }),
    ...createPersonsActs({ ...acting, settingsRestored: reflections.restored }),
    reflection: reflections.propose,
    reflect: reflections.apply,
    async ledger(query) {
      ownedOf(query.tenant);
      return viewLedger(deps, query);
    },
    owns,
    unitsOf: states.of,
    async take(partition) {
      await shares.take(partition);
      timer.again();
    },
    async release(partition) {
      shares.release(partition);
      // A sweep under way ends at its next append.
      await models?.interrupt();
      await turns.settled();
      await states.save().catch(() => undefined);
      states.release(partition);
    },
    async start() {
      for (let partition = 0; partition < deps.ledger.partitions; partition += 1) await this.take(partition);
      this.watch();
    },
    watch: () => timer.start(),
    async stop() {
      timer.stop();
      shares.stop();
      await models?.interrupt();
      await turns.settled();
      // States that another process has taken over meanwhile are saved there.
      await states.save().catch(() => undefined);
    },
  };
}

/** Sweeps a space once, and reports what it decided. */
async function sweep(
  {
    states,
    countUnits,
    ...deps
  }: ConsolidatorDeps & {
    readonly newId: (tenant: string) => string;
    readonly states: UnitStates;
    readonly countUnits: (state: SpaceUnits) => void;
  },
  owned: OwnedPartition,
  place: SpacePlace,
  config: ConsolidatorConfig,
): Promise<SweepResult> {
  const { clock, observer } = deps;
  const startedMs = clock.monotonicMs();
  const sweeping: SweepDeps = {
    ...deps,
    stateOf: states.of,
    erasures: () => states.erasures(place.tenant),
    decided: (decision) => observer.decided('sweep', decision.do),
  };
  // Who appended and asks for a sweep then wants his own events in it.
  await deps.sessions.refresh?.();
  const facts = await sweepSpace(sweeping, owned, place, config);
  const hasMore = await sweepEpisodes(sweeping, owned, place, config);
  const result = { ...facts, hasMore: facts.hasMore || hasMore };
  await states.save();
  if (result.events > 0) countUnits(await states.of(place));
  if (result.events > 0) observer.swept({ ...result, seconds: (clock.monotonicMs() - startedMs) / 1_000 });
  return result;
}
