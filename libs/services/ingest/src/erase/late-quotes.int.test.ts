import type { ErasureScope, NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveErasing, TENANT, type ErasingService } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const resultOf = (eventId: string, text = 'Recalled: the gull nests at Skomer.'): NewEvent => ({
  kind: 'tool_result',
  text,
  recall: { retrievalId: 'rtr_1', evidence: [{ eventId }], renderingHash: 'a'.repeat(64) },
});

let service: ErasingService;
afterEach(() => service.stop());

/** Serves a session with two events; once an erasure is planned, results of recall that quote them are appended elsewhere. */
async function quotedLate(long = '', unfolded?: () => number) {
  let appendLate: (() => Promise<void>) | undefined;
  service = await serveErasing(tokens, {
    ...(unfolded && { unfolded }),
    beforePurge: async () => {
      const append = appendLate;
      appendLate = undefined;
      await append?.();
    },
  });
  const [secret, other] = await service.say('main', 'run-1', [
    { kind: 'user_message', text: 'The gull nests at Skomer.', meta: { subject: 'gull-1' } },
    { kind: 'user_message', text: 'The crane turns at noon.' },
  ]);
  await service.say('main', 'run-3', [{ kind: 'user_message', text: 'Hello.' }]);
  const late: string[] = [];
  appendLate = async () => {
    const text = `Recalled: the gull nests at Skomer.${long}`;
    for (const { id } of await service.say('main', 'run-2', [resultOf(secret!.id, text), resultOf(other!.id, 'The crane turns.')]))
      late.push(id);
  };
  return { secret: secret!.id, other: other!.id, late };
}

const erase = (scope: ErasureScope) => service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' });

describe('a result of recall that is appended while the erasure of what it quotes is planned', () => {
  it.each([
    ['an event', (id: string): ErasureScope => ({ kind: 'events', space: 'main', eventIds: [id] })],
    ['a data subject', (): ErasureScope => ({ kind: 'subject', subject: 'gull-1' })],
  ])('goes with it, and is named in the certificate: %s', async (_, scopeOf) => {
    const { secret, other, late } = await quotedLate();
    const done = await erase(scopeOf(secret));
    expect(done).toMatchObject({ status: 'done', counts: { events: 2, quoting: 1 }, eventIds: [secret, late[0]] });
    expect(done.certificate!.statement).toMatchObject({
      destroyed: { events: [{ session: 'run-1' }, { session: 'run-2', eventIds: [late[0]] }] },
      counts: { events: 2 },
      remains: { envelopes: 2 },
    });
    const readable = await service.readable();
    expect([secret, late[0]!, other, late[1]!].map((id) => readable.has(id))).toEqual([false, false, true, true]);
    await service.restart();
    expect(await service.eraser().erasure(TENANT, done.id)).toEqual(done);
  });

  it('goes with a session that is erased as a whole, with its artifact', async () => {
    const { late } = await quotedLate(' Many words follow.'.repeat(400));
    const done = await erase({ kind: 'session', space: 'main', session: 'run-1' });
    expect(done).toMatchObject({ status: 'done', counts: { events: 4, quoting: 2, artifacts: 1 }, eventIds: late });
    const readable = await service.readable();
    expect(late.filter((id) => readable.has(id))).toEqual([]);
    const [artifact] = done.certificate!.statement.destroyed.artifacts;
    expect(await service.stores.artifactStore.stat({ tenant: TENANT, ...artifact! })).toBeUndefined();
  });

  it('goes with such a session also where the log lags behind its keys, and the erasure is done again', async () => {
    let ahead = 0;
    const { late } = await quotedLate('', () => (late.length > 0 ? ahead : 0));
    ahead = 1;
    const { id, status } = await erase({ kind: 'session', space: 'main', session: 'run-1' });
    expect(status).toBe('running');
    ahead = 0;
    await expect.poll(async () => (await service.eraser().erasure(TENANT, id))?.status).toBe('done');
    const readable = await service.readable();
    expect(late.filter((one) => readable.has(one))).toEqual([]);
  });

  it('stays under a hold', async () => {
    const { secret, late } = await quotedLate();
    await service
      .eraser()
      .placeHold({ tenant: TENANT, scope: { kind: 'session', space: 'main', session: 'run-2' }, name: 'case 1', actor: 'key_h' });
    expect(await erase({ kind: 'events', space: 'main', eventIds: [secret] })).toMatchObject({ status: 'done', counts: { events: 1 } });
    expect((await service.readable()).has(late[0]!)).toBe(true);
  });
});
