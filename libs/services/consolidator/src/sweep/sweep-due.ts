/** When a space is swept: at so many new events or after so many minutes, whichever comes first; 0 minutes for never. */
export interface SweepSettings {
  readonly events: number;
  readonly minutes: number;
}

/** A timer's knowledge of a space. */
export interface SpaceStand {
  readonly events: number;
  /**
   * Fewest events that were seen in the space since its last sweep, those at the sweep included: what is above them came
   * since, as what was erased is no news that went away. Undefined where the last sweep is not known.
   */
  readonly swept: number | undefined;
  /** Time of its newest event at its last sweep, epoch milliseconds. */
  readonly sweptLastAt: number;
  /** Epoch milliseconds: the end of the last sweep, and when a change was seen first since then; undefined for none. */
  readonly sweptAt: number;
  readonly waitingSince: number | undefined;
  /** True where the last sweep left something to a later one, though nothing new came. */
  readonly waits: boolean;
  /** A sweep that failed is tried again then. */
  readonly retryAt: number | undefined;
}

const MINUTE_MS = 60_000;

/**
 * Returns when a space is to be swept, in epoch milliseconds; undefined where nothing waits. A space that nobody knows the
 * last sweep of is due at once, so that what a stopped process missed is caught up. `jitter` from 0 to 1 spreads spaces
 * over a fifth of their interval. Source: 003 C.6.
 */
export function sweepDueAt(
  { events, swept, sweptAt, waitingSince, waits, retryAt }: Omit<SpaceStand, 'sweptLastAt'>,
  settings: SweepSettings,
  jitter: number,
): number | undefined {
  if (settings.minutes === 0 || (waitingSince === undefined && !waits)) return undefined;
  if (retryAt !== undefined) return retryAt;
  if (swept === undefined) return 0;
  if (events - swept >= settings.events) return waitingSince ?? sweptAt;
  return sweptAt + settings.minutes * MINUTE_MS * (0.9 + 0.2 * jitter);
}

/** Returns the share of chance of a space: the same at every look, and another for each. */
export function jitterOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return ((hash >>> 0) % 1_000) / 1_000;
}
