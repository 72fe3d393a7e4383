import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { clock, scheduler, serve, signerOf } from '../../testing/serve-memory.ts';
import { connectService } from './connect-service.ts';

const PLACE = { tenant: 'acme', space: 'main', session: 's1' };
/** Bytes after which the network takes no more of a connection: the headers of some calls, and no large message. */
const CARRIED_BYTES = 32 * 1024;
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const act of undo.splice(0).toReversed()) await act();
});

/** Opens a network to an address that stops to carry what a caller sends once a connection has sent so much. */
async function openStalling(address: string): Promise<string> {
  const sockets = new Set<Socket>();
  const [host, port] = address.split(':');
  const network = createServer((caller) => {
    const service = connect(Number(port), host!);
    for (const socket of [caller, service]) sockets.add(socket.on('error', () => undefined));
    let carried = 0;
    caller.on('data', (bytes) => {
      carried += bytes.length;
      if (carried > CARRIED_BYTES) caller.pause();
      else service.write(bytes);
    });
    service.pipe(caller);
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  undo.push(async () => {
    network.close();
    for (const socket of sockets) socket.destroy();
  });
  return `127.0.0.1:${(network.address() as AddressInfo).port}`;
}

describe('the lanes of a connection to a service', () => {
  it('answer small calls while large messages wait for the network', async () => {
    const { address, server } = await serve({ ingest: { policy: async () => ({ family: 'o200k' }), append: async () => ({}) } as never });
    undo.push(() => server.close(100));
    const client = await connectService('ingest', { address: await openStalling(address), tokens: signerOf(), clock, scheduler });
    undo.push(() => client.close(100));
    await client.policy(PLACE);
    const large = { ...PLACE, events: [{ kind: 'user_message', text: 'x'.repeat(1_000_000) }] };
    let answered = 0;
    const settled = (): void => void (answered += 1);
    for (let call = 0; call < 2; call += 1) void client.append(large as never).then(settled, settled);
    for (let call = 0; call < 20; call += 1) expect(await client.policy(PLACE)).toEqual({ family: 'o200k' });
    expect(answered).toBe(0);
  });

  it('take a large message to a process that answers, where another one of the service is down', async () => {
    const { address, server } = await serve({ ingest: { policy: async () => ({ family: 'o200k' }), append: async () => ({}) } as never });
    undo.push(() => server.close(100));
    const large = { ...PLACE, events: [{ kind: 'user_message', text: 'x'.repeat(100_000) }] };
    // Whichever of them is first in turn.
    for (const addresses of [`127.0.0.1:1,${address}`, `${address},127.0.0.1:1`]) {
      const client = await connectService('ingest', { address: addresses, tokens: signerOf(), clock, scheduler });
      undo.push(() => client.close(100));
      await client.ready(10_000);
      expect(await client.append(large as never)).toEqual({});
    }
  });
});
