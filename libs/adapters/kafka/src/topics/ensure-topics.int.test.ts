import { connect, createServer, type AddressInfo } from 'node:net';
import { onRealServer } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { ensureTopics } from './ensure-topics.ts';
import { planTopics } from './topic-plan.ts';

/** A port at which nobody listens, until `open` passes it on to a broker. */
async function latePort(broker: string) {
  const [host, port] = broker.split(':') as [string, string];
  const server = createServer((socket) => {
    const upstream = connect({ host, port: Number(port) });
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { address: `127.0.0.1:${own}`, open: () => listen(own), close: () => server.close() };
}

await onRealServer('kafka', (server) => {
  it('topics are made once a broker is there that starts late', async () => {
    const topics = topicsOfTheirOwn(server);
    const late = await latePort(topics.kafka.brokers[0]!);
    let refused = 0;
    const logger = { debug: () => void (refused += 1) } as never;
    const making = ensureTopics({ brokers: [late.address], logger }, [planTopics(topics).log('events', 1)], 1);
    making.catch(() => undefined);
    // kafkajs itself gives up after three tries.
    await expect.poll(() => refused, { timeout: 30_000 }).toBeGreaterThan(6);
    await late.open();
    await making;
    late.close();
  });
});
