import { sessionKey, type SpaceUnits } from '@total-recall/domain';
import type { Consolidator, SpacePlace } from '@total-recall/ports';
import {
  createLruMap,
  createPastUnits,
  createUlidFactory,
  TotalRecallError,
  untilSearchable,
  type Component,
  type PastUnits,
} from '@total-recall/runtime';
import { appendAct } from './acts/append-act.ts';
import { createPersonsActs } from './acts/persons-acts.ts';
import { CONSOLIDATOR_DEFAULTS, type ConsolidatorConfig, type ConsolidatorDeps } from './consolidator-deps.ts';
import { createReads } from './create-reads.ts';
import type { ListDeps } from './facts/list-facts.ts';
import { createUnitOrder } from './facts/unit-order.ts';
import { createReflections } from './reflection/reflections.ts';
import { createSurfaceTotals } from './surface/surface-counts.ts';
import { createSpaceTurns } from './sweep/space-turns.ts';
import type { SweepSettings } from './sweep/sweep-due.ts';
import { createSweepTimer } from './sweep/sweep-timer.ts';
import { createSweeps, type WholeSweep } from './sweep/sweeps.ts';
import { createLedgerShares } from './units/ledger-shares.ts';
import { createUnitStates } from './units/unit-states.ts';

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
  /** The same as an entry of the ledger left them, as `PastUnits` does. */
  unitsAt(...of: Parameters<PastUnits['at']>): Promise<SpaceUnits>;
}

/** Time that a read waits for evidence that the index does not have yet; it holds its place in the queue meanwhile. */
const READ_WAIT_MS = 1_000;
/** Spaces of which it is known where the facts by hand stand. */
const WRITTEN_IN = 1_000;

/**
 * Creates the consolidator. It reads what was appended to each space, decides by rules which facts are new and which
 * replace others, and writes that to the ledger; the units of a space are the fold of its ledger. Source: 000 §8, §9.5.
 */
export function createConsolidator(deps: ConsolidatorDeps, given: Partial<ConsolidatorConfig> = {}): ConsolidatorService {
  const config = { ...CONSOLIDATOR_DEFAULTS, ...given };
  const newId = createUlidFactory(deps);
  const totals = createSurfaceTotals(deps.observer);
  const states = createUnitStates(deps, config.heldUnits, (state) => totals.erased(state));
  const shares = createLedgerShares(deps, states);
  const { owns, ownedOf } = shares;
  const reading = readingOf(deps, config, { states, ownedOf });
  const reads = createReads(reading, ownedOf);
  const deciding = createSpaceTurns();
  const sweeping = createSweeps(deps, config, { newId, states, owns, ownedOf, deciding, totals });
  const acting = {
    ...reading,
    newId,
    ownedOf,
    deciding,
    unitsPerSpace: config.unitsPerSpace,
    heldUnits: states.held,
    erasures: states.erasures,
    saved: states.save,
    writtenIn: createLruMap<number>(WRITTEN_IN),
  };
  const reflections = createReflections({ ...reading, append: (by, act, allows) => appendAct(acting, by, act, allows) });
  /** A sweep under way ends at its next append. States that another process has taken over meanwhile are saved there. */
  const settle = async (): Promise<void> => {
    await sweeping.interrupt();
    await states.save().catch(() => undefined);
  };
  const settingsOf = (place: SpacePlace) => dueSettings(deps, config, place);
  const consolidate = (place: SpacePlace) => sweepAndReflect(deps, { sweeping, reflections }, place);
  const timer = createSweepTimer({ ...deps, owns, settingsOf, consolidate }, config.sweepMinutes);
  return {
    name: 'consolidator',
    async consolidate({ tenant, space }) {
      ownedOf(tenant);
      const isWhole = await untilSearchable(deps, config.catchUpMs);
      const { waits: _waits, inEpisodes, ...result } = await sweeping.sweep({ tenant, space }, { waitsForModel: true });
      if (isWhole) return result;
      if (result.hasMore || result.events + inEpisodes > 0) return { ...result, hasMore: true };
      throw new TotalRecallError('not_caught_up', 'Not everything in the log can be read yet. Try again.', { retryAfterMs: 1_000 });
    },
    ...reads,
    ...createPersonsActs({ ...acting, settingsRestored: reflections.restored }),
    reflection: reflections.propose,
    reflect: reflections.apply,
    owns,
    unitsOf: states.of,
    unitsAt: reading.unitsAt,
    async take(partition) {
      await shares.take(partition);
      timer.again();
    },
    async release(partition) {
      shares.release(partition);
      await settle();
      states.release(partition);
      sweeping.release(partition);
    },
    async start() {
      for (let partition = 0; partition < deps.ledger.partitions; partition += 1) await this.take(partition);
      this.watch();
    },
    watch: () => timer.start(),
    async stop() {
      timer.stop();
      shares.stop();
      await settle();
    },
  };
}

/** Sweeps a space, and sets once a day what a reflection on recall proposes. */
async function sweepAndReflect(
  { observer }: Pick<ConsolidatorDeps, 'observer'>,
  {
    sweeping,
    reflections,
  }: { readonly sweeping: ReturnType<typeof createSweeps>; readonly reflections: ReturnType<typeof createReflections> },
  place: SpacePlace,
): Promise<WholeSweep> {
  const done = await sweeping.sweep(place, { waitsForModel: false });
  // A reflection that fails holds up no sweep.
  await reflections.applyDaily(place).catch((error: unknown) => observer.failed('reflection', error, place));
  return done;
}

/** Wires what every read of facts and units needs. */
function readingOf(
  deps: ConsolidatorDeps,
  config: ConsolidatorConfig,
  { states, ownedOf }: { readonly states: ReturnType<typeof createUnitStates>; readonly ownedOf: (tenant: string) => unknown },
): ConsolidatorDeps & ListDeps {
  const past = createPastUnits(deps, config.heldUnits);
  return {
    ...deps,
    unitsAt: (place, entryId, turn) => {
      ownedOf(place.tenant);
      return entryId === undefined ? states.of(place) : past.at(place, entryId, turn);
    },
    inOrder: createUnitOrder(),
    untilSearchable: (sessions) =>
      untilSearchable(
        deps,
        Math.min(config.catchUpMs, READ_WAIT_MS),
        new Set([...sessions].map((session) => deps.log.partitionOf(sessionKey(session)))),
      ),
  };
}

/** Returns when a space is due for a sweep: as its policy says, else as the process is configured. */
async function dueSettings(
  { policies }: ConsolidatorDeps,
  { sweepEvents, sweepMinutes }: ConsolidatorConfig,
  { tenant, space }: SpacePlace,
): Promise<SweepSettings> {
  const { settings } = await policies.resolve({ tenant, space, session: '' });
  return { events: settings.consolidateEvents ?? sweepEvents, minutes: settings.consolidateMinutes ?? sweepMinutes };
}
