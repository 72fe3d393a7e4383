import { spaceKey } from '@total-recall/domain';
import type { SpacePlace, SweepResult } from '@total-recall/ports';
import { walkSpaces } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { jitterOf, sweepDueAt, type SpaceStand, type SweepSettings } from './sweep-due.ts';

interface TimerDeps extends Pick<ConsolidatorDeps, 'sessions' | 'clock' | 'scheduler' | 'random' | 'observer'> {
  readonly control: Pick<ConsolidatorDeps['control'], 'tenants'>;
  readonly owns: (tenant: string) => boolean;
  readonly settingsOf: (place: SpacePlace) => Promise<SweepSettings>;
  /** `waits`: something is left that a later round does. */
  readonly consolidate: (place: SpacePlace) => Promise<SweepResult & { readonly waits: boolean }>;
}

export interface SweepTimer {
  start(): void;
  stop(): void;
  /** Looks at every owned space soon, after the look under way. */
  again(): void;
}

const MINUTE_MS = 60_000;
/** Looks at all spaces within one interval, so that one with many new events is seen before its interval ends. */
const LOOKS = 5;
/** A sweep of a space that has more after this time goes on in the next look, so that others have their turn. */
const TURN_MS = MINUTE_MS;

/** The findings of one look over all owned spaces. */
interface Look {
  backlog: number;
  oldestAt: number;
  /** Since when the oldest digest that lacks news is as it is. */
  digestAt: number;
  overdueMs: number;
  /** True where the turn of a space ended before its sweep did. */
  hasMore: boolean;
}

type KnownSpace = Omit<SpaceStand, 'events'>;
const UNKNOWN: KnownSpace = {
  swept: undefined,
  sweptLastAt: 0,
  sweptAt: 0,
  waitingSince: undefined,
  waits: false,
  retryAt: undefined,
};

interface SpaceSeen {
  readonly place: SpacePlace;
  readonly events: number;
  /** Time of its newest event, epoch milliseconds. */
  readonly lastAt: number;
  /** State of the space at the look before. */
  readonly before: KnownSpace;
}

interface LookDeps extends Pick<TimerDeps, 'clock' | 'observer' | 'owns' | 'settingsOf' | 'consolidate'> {
  readonly isOver: () => boolean;
}

/**
 * Returns what is known of a space at a look. It has news once its events or the time of the newest were other than at its
 * last sweep, until the next: as many may have come as were erased.
 */
function standOf({ events, lastAt, before }: SpaceSeen, now: number): SpaceStand {
  const { swept, sweptLastAt, waitingSince } = before;
  if (swept === undefined) return { ...before, events, waitingSince: events > 0 ? (waitingSince ?? now) : undefined };
  const isChanged = events !== swept || lastAt !== sweptLastAt;
  return { ...before, events, swept: Math.min(swept, events), waitingSince: waitingSince ?? (isChanged ? now : undefined) };
}

/** Creates a look at one space, which sweeps it where it is due, and says what is known of it then. */
function createSpaceLook({
  clock,
  observer,
  owns,
  settingsOf,
  consolidate,
  isOver,
}: LookDeps): (of: SpaceSeen, look: Look) => Promise<KnownSpace> {
  const sweep = async (
    { place, events, lastAt }: SpaceSeen,
    stand: SpaceStand,
    settings: SweepSettings,
    look: Look,
  ): Promise<KnownSpace> => {
    const { tenant } = place;
    const untilMs = clock.monotonicMs() + TURN_MS;
    try {
      let hasMore = true;
      let waits = false;
      do {
        if (isOver() || !owns(tenant)) return stand;
        ({ hasMore, waits } = await consolidate(place));
      } while (hasMore && clock.monotonicMs() < untilMs);
      look.hasMore ||= hasMore;
      return hasMore ? stand : { ...UNKNOWN, swept: events, sweptLastAt: lastAt, sweptAt: clock.now(), waits };
    } catch (error) {
      if (!isOver() && owns(tenant)) observer.failed('sweep', error, place);
      return { ...stand, retryAt: clock.now() + settings.minutes * MINUTE_MS };
    }
  };
  return async (seen, look) => {
    const { place, events } = seen;
    const key = spaceKey(place);
    const stand = standOf(seen, clock.now());
    // With nothing to do its settings do not matter.
    if (stand.waitingSince === undefined && !stand.waits) return stand;
    const settings = await settingsOf(place);
    const dueAt = sweepDueAt(stand, settings, jitterOf(key)) ?? Infinity;
    const after = dueAt <= clock.now() ? await sweep(seen, stand, settings, look) : stand;
    if (after.waitingSince === undefined || settings.minutes === 0) return after;
    const meantAt = sweepDueAt({ ...after, events, retryAt: undefined }, settings, jitterOf(key)) ?? Infinity;
    const { waitingSince } = after;
    look.backlog += Math.max(0, events - (after.swept ?? 0));
    look.oldestAt = Math.min(look.oldestAt, waitingSince);
    // A space that this process has not swept yet is as old as its oldest known news.
    look.digestAt = Math.min(look.digestAt, after.swept === undefined ? waitingSince : after.sweptAt);
    look.overdueMs = Math.max(look.overdueMs, clock.now() - Math.max(meantAt, waitingSince));
    return after;
  };
}

/**
 * Looks at the spaces of all owned tenants, a fifth of the interval apart, and sweeps those that are due. The first look
 * comes after a delay of chance, so that processes do not look in step. A space without new events costs no read of its
 * own. A sweep begins where the ledger says that the last one ended, so what a stopped process missed is caught up.
 */
export function createSweepTimer(deps: TimerDeps, everyMinutes: number): SweepTimer {
  const { control, sessions, clock, scheduler, random, observer, owns } = deps;
  let known = new Map<string, KnownSpace>();
  let timer: { cancel(): void } | undefined;
  let isOver = false;
  let running: Promise<void> | undefined;
  let isAsked = false;
  const lookAt = createSpaceLook({ ...deps, isOver: () => isOver });

  const lookThrough = async (tenant: string, look: Look, seen: Map<string, KnownSpace>): Promise<void> => {
    for await (const { space, events, lastAt } of walkSpaces(sessions, tenant)) {
      if (isOver || !owns(tenant)) return;
      const place = { tenant, space };
      const before = known.get(spaceKey(place)) ?? UNKNOWN;
      const after = await lookAt({ place, events, lastAt, before }, look).catch((error: unknown): KnownSpace => {
        // It holds up no other space.
        if (!isOver) observer.failed('sweep', error, place);
        return before;
      });
      seen.set(spaceKey(place), after);
    }
  };
  const round = async (): Promise<void> => {
    const look: Look = { backlog: 0, oldestAt: Infinity, digestAt: Infinity, overdueMs: 0, hasMore: false };
    const seen = new Map<string, KnownSpace>();
    let at: { readonly tenant: string } | undefined;
    try {
      for (const { id } of await control.tenants()) await lookThrough((at = { tenant: id }).tenant, look, seen);
    } catch (error) {
      if (!isOver) observer.failed('sweep', error, at);
      return;
    }
    // Spaces that are not owned any more, or are gone, are forgotten.
    known = seen;
    isAsked ||= look.hasMore;
    const secondsSince = (time: number): number => (time === Infinity ? 0 : (clock.now() - time) / 1_000);
    observer.backlogObserved({
      backlog: look.backlog,
      ageSeconds: secondsSince(look.oldestAt),
      overdueSeconds: look.overdueMs / 1_000,
      digestAgeSeconds: secondsSince(look.digestAt),
    });
  };
  const lookUntilDone = async (): Promise<void> => {
    try {
      while (isAsked && !isOver) {
        isAsked = false;
        await round();
      }
    } finally {
      // Not in a later callback: who asks between the end of the loop and that would be forgotten.
      running = undefined;
    }
  };
  const again = (): void => {
    if (isOver || everyMinutes === 0) return;
    isAsked = true;
    running ??= lookUntilDone();
  };
  return {
    again,
    start() {
      if (everyMinutes === 0) return;
      const share = random.bytes(1)[0]! / 256;
      timer = scheduler.every(Math.max(1, everyMinutes / LOOKS) * MINUTE_MS * (0.9 + 0.2 * share), again);
    },
    stop() {
      isOver = true;
      timer?.cancel();
    },
  };
}
