import type { ServerResponse } from 'node:http';
import type { Scheduler } from '@total-recall/runtime';

/** Bytes of an answer that are handed to the connection at once. */
const PIECE_BYTES = 256 * 1024;

export interface Pace {
  readonly scheduler: Pick<Scheduler, 'delay'>;
  /** Longest time that the reader may leave a piece of 256 KiB, or the rest, untaken. */
  readonly idleMs: number;
}

/**
 * Writes the body of an answer and ends it. Resolves when the connection has taken all of it, or has closed. Cuts the
 * connection of a reader who takes nothing.
 */
export async function writeAnswer(response: ServerResponse, body: string | Uint8Array, pace: Pace): Promise<void> {
  const bytes = typeof body === 'string' && body.length > PIECE_BYTES ? Buffer.from(body) : body;
  let at = 0;
  if (typeof bytes !== 'string') {
    for (; bytes.length - at > PIECE_BYTES; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES);
      if (!(await isTaken(response, pace, (done) => response.write(piece, done)))) return void response.destroy();
    }
  }
  const rest = typeof bytes === 'string' ? bytes : bytes.subarray(at);
  if (!(await isTaken(response, pace, (done) => response.end(rest, () => done())))) response.destroy();
}

/** Returns true once the connection has taken what `write` wrote, false when it closed or the time is over. */
function isTaken(
  response: ServerResponse,
  { scheduler, idleMs }: Pace,
  write: (done: (error?: Error | null) => void) => void,
): Promise<boolean> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const settle = (taken: boolean): void => {
      over.abort();
      response.off('close', closed);
      resolve(taken);
    };
    const closed = (): void => settle(response.writableFinished);
    response.once('close', closed);
    scheduler.delay(idleMs, over.signal).then(
      () => settle(false),
      () => undefined,
    );
    if (response.destroyed) settle(false);
    else write((error) => settle(!error));
  });
}
