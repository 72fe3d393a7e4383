import type { Server } from 'node:http';
import type { Scheduler } from '@total-recall/runtime';

/**
 * Closes a server: it takes no new connections, lets requests in flight finish and ends idle connections. Cuts the rest
 * at the deadline.
 */
export async function drainServer(server: Server, deadlineMs: number, scheduler: Scheduler): Promise<{ readonly cut: boolean }> {
  if (!server.listening) return { cut: false };
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle only after its request has ended, so idle ones are closed repeatedly.
  const sweep = scheduler.every(20, () => server.closeIdleConnections());
  server.closeIdleConnections();
  const stop = new AbortController();
  const late = scheduler.delay(deadlineMs, stop.signal).then(
    () => true,
    () => false,
  );
  const cut = await Promise.race([closed.then(() => false), late]);
  stop.abort();
  if (cut) server.closeAllConnections();
  await closed;
  sweep.cancel();
  return { cut };
}
