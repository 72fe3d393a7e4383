import type { Server, Socket } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import type { Scheduler } from '@total-recall/ports';
import { inTime } from '../parallel/in-time.ts';

/** Pause between two looks for connections that wait for nothing. */
const LOOK_MS = 20;

/**
 * Watches the connections of an HTTP or HTTPS server that does not listen yet, and returns what closes it: it takes no new
 * connections, lets requests in flight finish, and ends connections that are between two requests or have never said a
 * word, such as those that browsers and pools open ahead. What is left at the deadline is cut. Never rejects.
 */
export function createDrain(
  server: HttpServer,
  scheduler: Pick<Scheduler, 'delay' | 'every'>,
): (deadlineMs: number) => Promise<{ readonly cut: boolean }> {
  const open = watchConnections(server);
  let silent: ReadonlySet<Socket> = new Set();
  const endIdle = (): void => {
    // A connection without a byte counts as busy for Node, which ends it only when its headers are late. The first look
    // leaves it, as its request may be here and not read.
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
    silent = new Set([...open].filter(({ bytesRead }) => bytesRead === 0));
    server.closeIdleConnections();
  };
  return async (deadlineMs) => {
    if (!server.listening) return { cut: false };
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A connection becomes idle only after its request has ended, so idle ones are closed repeatedly.
    const sweep = scheduler.every(LOOK_MS, endIdle);
    const cut = (await inTime(closed, { scheduler, ms: deadlineMs })).kind === 'late';
    // Node's closeAllConnections leaves those that are still shaking hands.
    if (cut) for (const socket of open) socket.destroy();
    await closed;
    sweep.cancel();
    return { cut };
  };
}

/** Returns the sockets of a server that are open, those inside of TLS beside those around it. */
function watchConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  const watch = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  server.on('connection', watch);
  server.on('secureConnection', watch);
  return open;
}
