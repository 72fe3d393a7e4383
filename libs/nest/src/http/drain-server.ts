import type { Server } from 'node:http';
import type { Scheduler } from '@total-recall/runtime';

/** Closes a server: no new connections, requests in flight finish, idle connections end. What is left after the deadline is cut. */
export async function drainServer(server: Server, deadlineMs: number, scheduler: Scheduler): Promise<{ readonly cut: boolean }> {
  if (!server.listening) return { cut: false };
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection whose request was in flight is idle only later.
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
