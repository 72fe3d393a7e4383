/** One number that a thread writes and the main one reads, without a message. Plain data: it is handed to the thread with its other data. */
export type ThreadTally = SharedArrayBuffer;

export function newTally(): ThreadTally {
  return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
}

export function readTally(tally: ThreadTally): number {
  return new Float64Array(tally)[0]!;
}

/** Adds to it, and takes from it what is below 0. One thread alone may write to a tally. */
export function addTo(tally: ThreadTally): (more: number) => void {
  const numbers = new Float64Array(tally);
  return (more) => void (numbers[0]! += more);
}
