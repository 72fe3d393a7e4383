/**
 * A number that one thread writes and the main thread reads without a message. It is shared memory, passed to the
 * thread with its start data.
 */
export type ThreadTally = SharedArrayBuffer;

export function newTally(): ThreadTally {
  return new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
}

export function readTally(tally: ThreadTally): number {
  return new Float64Array(tally)[0]!;
}

/** Creates a function that adds to a tally; a negative number subtracts. Only one thread may write to a tally. */
export function addTo(tally: ThreadTally): (more: number) => void {
  const numbers = new Float64Array(tally);
  return (more) => void (numbers[0]! += more);
}
