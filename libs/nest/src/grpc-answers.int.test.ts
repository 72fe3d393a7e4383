import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { LIMITS } from '@total-recall/contracts';
import { createSystemScheduler } from '@total-recall/runtime';
import { afterEach, expect, it } from 'vitest';
import { CallRefused, grpcTestClient, type GrpcTestClient } from '../testing/grpc-client.ts';
import { publicServiceDefinition } from '../testing/public-service-definition.ts';
import { ARTIFACT_ID, PAGES } from '../testing/recording-services.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createAnswerRoom } from './answer-room.ts';
import { createGrpcServer } from './grpc-server.ts';

const LARGE = new Uint8Array(LIMITS.attachmentBytes).fill(0x61);
/** Larger than what takes no room, and than what a stream sends ahead of its reader. */
const LARGE_PAGE_BYTES = 128 * 1024;
const PLACE = { space: 'demo', artifactId: ARTIFACT_ID };
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(limits: { readonly answerIdleMs: number; readonly tenantRequests?: number }) {
  let refused = 0;
  const room = { bytes: 30 * 1024 * 1024, deadlineMs: 100, onRefused: () => (refused += 1) };
  const answers = createAnswerRoom(createSystemScheduler(), room);
  const test = await startTestServer({ artifact: LARGE, eventText: 'x'.repeat(LARGE_PAGE_BYTES) });
  ends.push(() => test.stop());
  const server = await createGrpcServer({ gateway: test.gateway, logger: SILENT, host: '127.0.0.1', port: 0, answers, limits });
  ends.push(() => server.close(1_000));
  const { address } = await server.listen();
  const { apiKey } = await test.key(['read']);
  const client = grpcTestClient(address, apiKey);
  ends.push(() => client.close());
  return { test, answers, address, apiKey, client, room, refused: () => refused };
}

/** Asks for the artifact and takes nothing but what fits the window of its stream. */
async function askAndWait(address: string, apiKey: string, client: GrpcTestClient) {
  const session: ClientHttp2Session = connect(`http://${address}`);
  ends.push(() => session.destroy());
  const { path } = publicServiceDefinition()['GetArtifact']!;
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: `Bearer ${apiKey}`,
  });
  const message = client.bytesOf('GetArtifact', PLACE);
  const frame = Buffer.alloc(5);
  frame.writeUInt32BE(message.length, 1);
  stream.on('error', () => undefined).end(Buffer.concat([frame, message]));
  await once(stream, 'response');
  return stream;
}

it('counts an answer over gRPC until its reader has it, or has gone, and refuses a large one beside it', async () => {
  const { answers, address, apiKey, client, room, refused } = await serve({ answerIdleMs: 60_000 });
  const slow = await askAndWait(address, apiKey, client);
  await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(room.bytes / 2);
  const beside = await client.call('GetArtifact', PLACE).catch((error: unknown) => error);
  expect(beside).toBeInstanceOf(CallRefused);
  expect([(beside as CallRefused).problem?.code, refused()]).toEqual(['overloaded', 1]);
  expect(await client.call('ListSessions', { space: 'demo' })).toMatchObject({ sessions: [{ session: 's1' }] });
  slow.close();
  await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(0);
  expect((await client.call('GetArtifact', PLACE))['sizeBytes']).toBe(LARGE.length);
  await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(0);
});

it('resets the call of a reader who takes nothing', async () => {
  const { answers, address, apiKey, client } = await serve({ answerIdleMs: 100 });
  const slow = await askAndWait(address, apiKey, client);
  await once(slow, 'close');
  expect(slow.rstCode).toBe(8);
  await expect.poll(() => answers.held, { timeout: 30_000 }).toBe(0);
});

it('counts a page of a stream while its reader pauses, and no longer than it is read', async () => {
  const { test, answers, client } = await serve({ answerIdleMs: 60_000 });
  let read = 0;
  for await (const _ of client.stream('StreamEvents', { space: 'demo', session: 's1' })) {
    if (++read > 1) continue;
    const pages = () => test.services.calls.filter(({ name }) => name === 'events').length;
    await expect.poll(async () => [answers.held > LARGE_PAGE_BYTES, await unchanged(pages)], { timeout: 30_000 }).toEqual([true, true]);
    expect(answers.held).toBeLessThan(2 * LARGE_PAGE_BYTES);
    expect(pages()).toBeLessThan(PAGES);
  }
  expect(read).toBe(PAGES);
  await expect.poll(() => answers.held).toBe(0);
});

/** Tells whether a number is the same a moment later. */
async function unchanged(number: () => number): Promise<boolean> {
  const before = number();
  await createSystemScheduler().delay(200);
  return number() === before;
}

it('counts a call to those of its tenant until its answer has been taken', async () => {
  const { address, apiKey, client } = await serve({ answerIdleMs: 60_000, tenantRequests: 1 });
  const list = () => client.call('ListSessions', { space: 'demo' });
  for (let at = 0; at < 3; at += 1) await list();
  const slow = await askAndWait(address, apiKey, client);
  await expect(list()).rejects.toMatchObject({ problem: { code: 'rate_limited' } });
  slow.close();
  await expect.poll(list, { timeout: 30_000 }).toMatchObject({ sessions: [{ session: 's1' }] });
});
