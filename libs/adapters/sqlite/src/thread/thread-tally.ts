/**
 * Bytes in the caches of a thread, which it writes and the main thread reads, and the share of their room that they may
 * use, which the main thread writes. Shared memory, passed to the thread with its start data.
 */
export type ThreadTally = SharedArrayBuffer;

const HELD = 0;
const SHARE = 1;

export function newTally(): ThreadTally {
  const tally = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  setShare(tally, 1);
  return tally;
}

export function readTally(tally: ThreadTally): number {
  return new Float64Array(tally)[HELD]!;
}

/** Sets the share of their room, from 0 to 1, that the caches of this tally may use from now on. */
export function setShare(tally: ThreadTally, share: number): void {
  new Float64Array(tally)[SHARE] = share;
}

/** Creates what a cache needs of its tally. Only one thread may use it. */
export function tallied(tally: ThreadTally): { readonly onGrown: (more: number) => void; readonly share: () => number } {
  const numbers = new Float64Array(tally);
  return { onGrown: (more) => void (numbers[HELD]! += more), share: () => numbers[SHARE]! };
}
