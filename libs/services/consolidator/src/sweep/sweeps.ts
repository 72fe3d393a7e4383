import type { SpacePlace, SweepResult } from '@total-recall/ports';
import type { OwnedPartition } from '@total-recall/runtime';
import type { ConsolidatorConfig, ConsolidatorDeps } from '../consolidator-deps.ts';
import { sweepEpisodes, type EpisodeSweepDeps } from '../episodes/sweep-episodes.ts';
import { createModelSweeps } from '../model/model-sweep.ts';
import type { SurfaceTotals } from '../surface/surface-counts.ts';
import type { UnitStates } from '../units/unit-states.ts';
import { createModelTurns } from './model-turns.ts';
import { createSpaceTurns, type SpaceTurns } from './space-turns.ts';
import { countDecisions, sweepSpace } from './sweep-space.ts';

/** A sweep by rules, and by the model where there is one. */
export type WholeSweep = RulesSweep & {
  /** True where the model has more to do. */
  readonly waits: boolean;
};

type RulesSweep = SweepResult & {
  /** Events that were put into episodes, which have cursors of their own. */
  readonly inEpisodes: number;
};

/** Sweeps of spaces, one at a time in each. */
export interface Sweeps {
  /**
   * The rules' sweep, then the model's once nothing is left for them. A caller who asks waits for the model, for as long as
   * `askedMs`, and the next sweep of the timer asks for the rest; the timer does not wait, as other spaces would with it.
   */
  sweep(place: SpacePlace, options: { readonly waitsForModel: boolean }): Promise<WholeSweep>;
  /** Ends questions to the model, and waits for the sweeps that are under way. */
  interrupt(): Promise<void>;
  /** Forgets what is known of the spaces of a partition, which another process sweeps from now on. */
  release(partition: number): void;
}

export interface SweepParts {
  readonly newId: (tenant: string) => string;
  readonly states: UnitStates;
  readonly owns: (tenant: string) => boolean;
  readonly ownedOf: (tenant: string) => OwnedPartition;
  /** One who reads the units of a space and decides on them, after the other: persons, and sweeps page by page. */
  readonly deciding: SpaceTurns;
  readonly totals: SurfaceTotals;
}

/** Time for questions to a model about a sweep that a caller asks for; one that is under way by then may end within `askedMs`. */
const QUESTIONS_MS = 20_000;

export function createSweeps(deps: ConsolidatorDeps, config: ConsolidatorConfig, parts: SweepParts): Sweeps {
  const { newId, states, owns, ownedOf, deciding, totals } = parts;
  const turns = createSpaceTurns();
  const sharing = new Set<string>();
  const unlinked = new Set<string>();
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
      inTurn: deciding.run,
      decided: (decision) => deps.observer.decided('model', decision),
    });
  const modelTurns = createModelTurns(async (place) => {
    // Another process may sweep the space by now.
    if (!models || !owns(place.tenant)) return 'waits';
    const end = await models.run(place, ownedOf(place.tenant));
    // The next sweep saves what is left, and says so where it fails again.
    await states.save().catch(() => undefined);
    return end;
  });
  return {
    async sweep(place, { waitsForModel }) {
      const endMs = deps.clock.monotonicMs() + config.askedMs;
      const result = await turns.run(place, () =>
        sweep({ ...deps, newId, states, ownedOf, deciding, totals, sharing, unlinked }, ownedOf(place.tenant), place, config),
      );
      if (waitsForModel || result.events > 0) modelTurns.changed(place);
      if (!models || result.hasMore) return { ...result, waits: false };
      if (!waitsForModel) return { ...result, waits: modelTurns.follow(place) };
      const counts = countDecisions();
      let modelFailure: string | undefined;
      const end = await models.run(place, ownedOf(place.tenant), {
        untilMs: Math.min(deps.clock.monotonicMs() + QUESTIONS_MS, endMs),
        endMs,
        decided: counts.add,
        failed: (reason) => void (modelFailure = reason),
      });
      await states.save();
      const { added, confirmed, superseded } = counts.of;
      return {
        ...result,
        added: result.added + added,
        confirmed: result.confirmed + confirmed,
        superseded: result.superseded + superseded,
        ...(modelFailure !== undefined && { modelFailure }),
        waits: end !== 'done',
      };
    },
    async interrupt() {
      await models?.interrupt();
      await turns.settled();
    },
    release(partition) {
      const isGiven = (tenant: string): boolean => deps.ledger.partitionOf(tenant) === partition;
      modelTurns.forget(({ tenant }) => isGiven(tenant));
      models?.forget(isGiven);
      totals.release(isGiven);
    },
  };
}

/** Sweeps a space once, and reports what it decided. */
async function sweep(
  {
    states,
    ownedOf,
    deciding,
    totals,
    ...deps
  }: ConsolidatorDeps & Omit<SweepParts, 'owns'> & Pick<EpisodeSweepDeps, 'sharing' | 'unlinked'>,
  owned: OwnedPartition,
  place: SpacePlace,
  config: ConsolidatorConfig,
): Promise<RulesSweep> {
  const { clock, observer } = deps;
  const startedMs = clock.monotonicMs();
  const sweeping: EpisodeSweepDeps = {
    ...deps,
    ...(deps.pace && { slices: deps.pace }),
    stateOf: states.of,
    erasures: () => states.erasures(place.tenant),
    inTurn: async (work) => {
      // A share that is given up folds nothing any more, so the sweep would decide about one page again and again.
      ownedOf(place.tenant);
      return deciding.run(place, work);
    },
    decided: (decision) => observer.decided('sweep', decision),
  };
  // A caller who appended and asks for a sweep then wants his own events in it.
  await deps.sessions.refresh?.();
  const facts = await sweepSpace(sweeping, owned, place, config);
  const episodes = await sweepEpisodes(sweeping, owned, place, config);
  const result = {
    ...facts,
    ...(episodes.left > 0 && { groupsLeft: episodes.left }),
    hasMore: facts.hasMore || episodes.hasMore,
    inEpisodes: episodes.events,
  };
  await states.save();
  totals.swept(await states.of(place));
  if (result.events > 0) observer.swept({ ...result, seconds: (clock.monotonicMs() - startedMs) / 1_000 });
  const { left = 0, groupsLeft = 0 } = result;
  if (left + groupsLeft > 0) observer.capacityReached(place, { facts: left, groups: groupsLeft });
  return result;
}
