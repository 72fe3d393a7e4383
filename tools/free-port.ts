import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to who asks for any port, which may take one while its server restarts. */
const [FIRST, LAST] = [10_000, 32_000];
const TRIES = 100;
/** Processes that begin at once have neighbouring ids; as many ports are between what they give. */
const APART = 251;

let given = process.pid * APART;

/**
 * Returns a loopback port on which nothing listens now, and which is given to nobody who does not name it. A process gives
 * none twice before all were given: who asked may not listen yet.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = FIRST + (given++ % (LAST - FIRST));
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`none of ${TRIES} ports from ${FIRST} to ${LAST} is free`);
}
