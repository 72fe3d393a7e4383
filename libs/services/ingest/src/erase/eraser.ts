import type { ArtifactPlace, Erasure, Eraser, Holds, Retention, SpacePlace } from '@total-recall/ports';
import {
  createSerialQueue,
  createUlidFactory,
  openSubjectMarks,
  ownLedgerPartition,
  untilAborted,
  untilSearchable,
  type Component,
} from '@total-recall/runtime';
import { answerInTime } from './answer-in-time.ts';
import { openAbandoned } from './close-in-ledger.ts';
import { createPlans } from './create-plans.ts';
import { completeErasure, type BegunErasures } from './complete-erasure.ts';
import { createRetention } from './create-retention.ts';
import type { EraseDeps } from './erase-deps.ts';
import { certifiedView, viewOf } from './erasure-view.ts';
import { createHoldDesk } from './hold-desk.ts';
import { createHoldLookup, type HoldLookup } from './hold-lookup.ts';
import { isInSpaces } from './is-in-spaces.ts';
import { followErasures, takenBy, type KnownErasure, type KnownErasures } from './known-erasures.ts';
import { createShares, type LedgerShares } from './ledger-shares.ts';
import { namedBy } from './named-events.ts';
import { refuseStopped, stopped } from './refuse-stopped.ts';
import { endedUnread, reopenRead } from './reopen-read.ts';
import { reopenUnmarked } from './reopen-unmarked.ts';
import { requestErasure } from './request-erasure.ts';
import { untilFolded } from './until-folded.ts';

/** An eraser and its share of the ledger: all partitions after `start`, or those it is given. */
export interface OwningEraser extends Eraser, Holds, Required<Pick<Component, 'name' | 'start' | 'stop' | 'health'>> {
  /** Takes over a partition of the ledger and finishes its open erasures. */
  take(partition: number): Promise<void>;
  /** Returns true when this process owns the part of the ledger with this tenant's erasures. */
  owns(tenant: string): boolean;
  /**
   * Returns true when an erasure of a tenant owned here named this artifact. Artifacts of a space erased
   * as a whole are not named.
   */
  wasErased(place: ArtifactPlace): boolean;
  /** Returns a test for the events of a space that erasures take which are not done; none of a tenant not owned here. */
  takenIn(place: SpacePlace): (event: { readonly session: string; readonly eventId: string }) => boolean;
  /** Set if the eraser was created with retention. */
  readonly retention?: Retention;
  /** Gives up a partition. Work there ends at its next write to the ledger. */
  release(partition: number): Promise<void>;
}

/**
 * Creates an eraser, which runs one request after another; dry runs run beside them. It first finds what to erase and writes that to the
 * ledger. Then it destroys keys and purges stores, twice, and records the completion. Every step can be
 * repeated: the next process finishes interrupted work, and failures are retried. Data under a hold that
 * existed before the request is left out.
 */
export function createEraser(deps: EraseDeps): OwningEraser {
  const worker = createLedgerWorker(deps);
  const { newId, inTurn, untilIdle, plans, shares, markOf, knownOf, heldIn, completeNew } = worker;
  const restart = createRestartWatch(shares);
  const retention = deps.retention && {
    ...deps,
    ...worker,
    retention: deps.retention,
    complete: completeNew,
    untilFolded: () => untilFolded(deps),
  };
  return {
    name: 'eraser',
    async erase(asked) {
      const isHere = (): boolean => shares.holds(deps.ledger.partitionOf(asked.tenant));
      const running = (requested: Erasure): Erasure => (isHere() ? viewOf(knownOf(asked.tenant).get(requested.id)!) : requested);
      const { answerWithinMs: most } = deps;
      const answerWithinMs = most === undefined ? most : Math.min(most, asked.answerWithinMs ?? most);
      const request = { ...deps, knownOf, newId, heldIn, complete: completeNew, stopping: shares.stopping };
      if (asked.dryRun) return plans.run(asked.tenant, (sealer) => requestErasure({ ...request, sealer }, asked));
      return answerInTime({ ...deps, answerWithinMs }, inTurn, {
        request: (progress) => requestErasure(request, asked, progress),
        running,
      });
    },
    async erasure(tenant, id) {
      const found = knownOf(tenant).get(id);
      return found?.requested.tenant === tenant ? certifiedView(deps, found) : undefined;
    },
    erasures: async (tenant, limit, spaces) => {
      const own = knownOf(tenant).all();
      return own
        .filter(({ requested }) => requested.tenant === tenant && isInSpaces(spaces, requested.act.scope))
        .slice(-limit)
        .toReversed()
        .map(viewOf);
    },
    wasErased: (place) => knownOf(place.tenant).names(place),
    takenIn({ tenant, space }) {
      if (!shares.holds(deps.ledger.partitionOf(tenant))) return () => false;
      const open = knownOf(tenant)
        .all()
        .filter(({ state, requested }) => state !== 'done' && requested.tenant === tenant)
        .map((one) => namedBy(takenBy(one).targets));
      return ({ session, eventId }) => open.some((isNamed) => isNamed({ space, session, id: eventId }));
    },
    ...createHoldDesk({ ...deps, knownOf, newId, markOf }),
    ...(retention && { retention: createRetention(retention) }),
    owes: restart.owes,
    health: () =>
      restart.owes()
        ? { ready: false, detail: 'erasures that were left half done, or came after the restored backup or keys, are done first' }
        : { ready: true },
    certificateKey: () => deps.signer.publicKey(),
    async take(partition) {
      // Creates the key before the first backup, so that a restored folder can verify later certificates.
      await deps.signer.publicKey();
      // Likewise the key of the marks, so that it recognises data subjects under hold.
      await markOf();
      restart.note(await shares.take(partition));
    },
    owns: (tenant) => shares.holds(deps.ledger.partitionOf(tenant)),
    release: (partition) => shares.release(partition),
    async start() {
      for (let partition = 0; partition < deps.ledger.partitions; partition += 1) await this.take(partition);
    },
    stop: () => {
      shares.stop();
      return untilIdle();
    },
  };
}

/** Creates what works off the erasures in the ledger, one after the other, once the ledger is known to be whole. */
function createLedgerWorker(deps: EraseDeps) {
  const newId = createUlidFactory(deps);
  const queue = createSerialQueue();
  const inTurn: typeof queue = (run) =>
    queue(async () => {
      // A stop does not wait for the check of a long ledger.
      if (deps.ledger.checked) await untilAborted(deps.ledger.checked(), shares.stopping, stopped);
      // Nor for other processes, and servers that may take half a minute to let go of what was removed. In one process the
      // stores close next, so there the step under way is waited for.
      if (deps.mode === 'one_process') return run();
      refuseStopped(shares.stopping);
      return untilAborted(run(), shares.stopping, stopped);
    });
  const markOf = () => openSubjectMarks(deps);
  const begun: BegunErasures = new WeakMap();
  const complete = (known: KnownErasures, one: KnownErasure): Promise<void> =>
    completeErasure({ ...deps, newId, begun, stopping: shares.stopping }, known, one);
  /** Resolves to false where the share is given up first. Takes no turn, as requests would wait behind it while the log lags. */
  const isFolded = async (known: KnownErasures): Promise<boolean> => {
    while (!(await untilSearchable(deps, deps.foldTimeoutMs))) if (!shares.has(known)) return false;
    return true;
  };
  const finish = async (known: KnownErasures, one: KnownErasure): Promise<void> => {
    // An event that is not folded is not found, and would come back: at a start the log is folded at the same time.
    if (!(await isFolded(known))) return;
    // A service that has stopped meanwhile closes its stores.
    await inTurn(async () => {
      if (shares.has(known)) await complete(known, one);
    });
  };
  const shares = createShares(deps, {
    own: async (partition) => {
      const known = await followErasures(await (deps.owner?.own(partition) ?? ownLedgerPartition(deps.ledger, partition)));
      await reopenUnmarked({ ...deps, newId }, known);
      return known;
    },
    // In turn, so that nobody is at work behind one that it opens. Without one it waits for no turn, nor for the ledger.
    openAbandoned: async (known) => {
      if (known.closings().size > 0) await inTurn(() => openAbandoned({ ...deps, newId }, known));
    },
    reopenRead: async (known) => {
      if (known.all().some(endedUnread) && (await isFolded(known))) await reopenRead({ ...deps, newId }, known);
    },
    finish,
  });
  const plans = createPlans({ ...deps, stopping: shares.stopping });
  const knownOf = (tenant: string): KnownErasures => shares.of(deps.ledger.partitionOf(tenant));
  return {
    newId,
    inTurn,
    untilIdle: async () => void (await Promise.all([queue(async () => undefined), plans.untilIdle()])),
    plans,
    markOf,
    shares,
    knownOf,
    heldIn: async (tenant: string): Promise<HoldLookup> => createHoldLookup(knownOf(tenant).holds(tenant), await markOf()),
    /** A failed erasure is in the ledger and is retried until it is done. */
    async completeNew(known: KnownErasures, id: string): Promise<void> {
      try {
        await complete(known, known.get(id)!);
      } catch (error) {
        shares.finishInBackground(known);
        throw error;
      }
    },
  };
}

/** Tells whether erasures must be done before anything is served: those left half done, and those to do again. */
function createRestartWatch(shares: Pick<LedgerShares, 'all'>) {
  const left = new Set<string>();
  // A session erased by retention was closed for it, and opened again when the process ended before it was done.
  const wasClosed = ({ state, requested }: KnownErasure): boolean => state === 'open' && requested.act.scope.kind === 'retention';
  return {
    /** Called with a share that was just taken. */
    note(known: KnownErasures): void {
      for (const one of known.all()) if (wasClosed(one)) left.add(one.requested.id);
    },
    owes: (): boolean => shares.all().some((one) => one.state === 'reopened' || (left.has(one.requested.id) && wasClosed(one))),
  };
}
