import type { ErasureScope, NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveErasing, TENANT, type ErasingService } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const resultOf = (eventId: string, words = 'Recalled: the gull nests at Skomer.'): NewEvent => ({
  kind: 'tool_result',
  text: words,
  recall: { retrievalId: 'rtr_1', evidence: [{ eventId }], renderingHash: 'a'.repeat(64) },
});

const LONG = ' Many words follow.'.repeat(400);

let service: ErasingService;
afterEach(() => service.stop());

interface Late extends Pick<Parameters<typeof serveErasing>[1] & object, 'afterPurge' | 'mostDestroyed' | 'unfolded'> {
  /** Follows the quoted words, long enough for an artifact where it is long. */
  readonly more?: string;
  readonly session?: string;
}

/** Serves a session with two events; once an erasure is planned, results of recall that quote them are appended. */
async function quotedLate({ more = '', session = 'run-2', ...options }: Late = {}) {
  let appendLate: (() => Promise<void>) | undefined;
  service = await serveErasing(tokens, {
    ...options,
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
    const words = `Recalled: the gull nests at Skomer.${more}`;
    for (const { id } of await service.say('main', session, [resultOf(secret!.id, words), resultOf(other!.id, 'The crane turns.')]))
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
    const { late } = await quotedLate({ more: LONG });
    const done = await erase({ kind: 'session', space: 'main', session: 'run-1' });
    expect(done).toMatchObject({ status: 'done', counts: { events: 4, quoting: 2, artifacts: 1 }, eventIds: late });
    const readable = await service.readable();
    expect(late.filter((id) => readable.has(id))).toEqual([]);
    const [artifact] = done.certificate!.statement.destroyed.artifacts;
    expect(await service.stores.artifactStore.stat({ tenant: TENANT, ...artifact! })).toBeUndefined();
  });

  it('goes with such a session also where the log lags behind its keys, and the erasure is done again', async () => {
    let ahead = 0;
    const { late } = await quotedLate({ unfolded: () => (late.length > 0 ? ahead : 0) });
    ahead = 1;
    const { id, status } = await erase({ kind: 'session', space: 'main', session: 'run-1' });
    expect(status).toBe('running');
    ahead = 0;
    await expect.poll(async () => (await service.eraser().erasure(TENANT, id))?.status).toBe('done');
    const readable = await service.readable();
    expect(late.filter((one) => readable.has(one))).toEqual([]);
  });

  it.each([
    ['in the same process', false],
    ['after it ended', true],
  ])('is named in the certificate where the erasure was cut short behind its purge, and was done again %s', async (_, ends) => {
    let cutShort = true;
    const { secret, late } = await quotedLate({
      more: LONG,
      afterPurge: () => (cutShort ? Promise.reject(new Error('cut short')) : Promise.resolve()),
    });
    await expect(erase({ kind: 'events', space: 'main', eventIds: [secret] })).rejects.toThrow('cut short');
    if (ends) await service.eraser().stop();
    cutShort = false;
    if (ends) await service.restart();
    const status = async () => (await service.eraser().erasures(TENANT, 1))[0]?.status;
    await expect.poll(status).toBe('done');
    const id = (await service.eraser().erasures(TENANT, 1))[0]!.id;
    const done = await service.eraser().erasure(TENANT, id);
    expect(done).toMatchObject({ counts: { events: 2, quoting: 1, artifacts: 1 }, eventIds: [secret, late[0]] });
    const { events, artifacts } = done!.certificate!.statement.destroyed;
    expect([events[1]!.eventIds, artifacts.length]).toEqual([[late[0]], 1]);
    expect(service.eraser().wasErased({ tenant: TENANT, ...artifacts[0]! })).toBe(true);
    const again = await erase({ kind: 'events', space: 'main', eventIds: [late[0]!] });
    expect(again.id).toBe(id);
  });

  it('goes with a session that is erased as a whole also where the process ended behind its key', async () => {
    let ahead = 1;
    const { late } = await quotedLate({ unfolded: () => (late.length > 0 ? ahead : 0) });
    const { id, status } = await erase({ kind: 'session', space: 'main', session: 'run-1' });
    expect(status).toBe('running');
    await service.eraser().stop();
    ahead = 0;
    await service.restart();
    await expect.poll(async () => (await service.eraser().erasure(TENANT, id))?.status).toBe('done');
    expect(await service.eraser().erasure(TENANT, id)).toMatchObject({ counts: { events: 4, quoting: 2 }, eventIds: late });
    const readable = await service.readable();
    expect(late.filter((one) => readable.has(one))).toEqual([]);
  });

  it('is counted once where it stands in a session that loses others, and so is what stays there', async () => {
    const { secret, late } = await quotedLate({ session: 'run-1' });
    const { statement } = (await erase({ kind: 'events', space: 'main', eventIds: [secret] })).certificate!;
    expect(statement).toMatchObject({
      destroyed: { events: [{ session: 'run-1', eventIds: [secret, late[0]] }] },
      counts: { events: 2 },
      remains: { envelopes: 2, staying: 2 },
    });
  });

  it('takes an artifact with it once, and none to which an event refers that stays', async () => {
    const { secret, late } = await quotedLate({ more: LONG });
    const { recall: _receipt, ...copied } = resultOf('', `Recalled: the gull nests at Skomer.${LONG}`);
    const twice = (await service.say('main', 'run-3', [copied]))[0]!.id;
    const done = await erase({ kind: 'events', space: 'main', eventIds: [secret] });
    expect(done).toMatchObject({ counts: { events: 2, artifacts: 0 } });
    expect(done.certificate!.statement.destroyed.artifacts).toEqual([]);
    expect(await erase({ kind: 'events', space: 'main', eventIds: [twice] })).toMatchObject({ counts: { events: 1, artifacts: 1 } });
    expect((await service.readable()).has(late[0]!)).toBe(false);
  });

  it('is named where the erasure ends without a session that has lost too many', async () => {
    const { late } = await quotedLate({ mostDestroyed: 0 });
    const over = await erase({ kind: 'session', space: 'main', session: 'run-1' });
    expect(over).toMatchObject({ status: 'incomplete', counts: { events: 4, quoting: 2 }, eventIds: late });
    await service.restart();
    expect(await service.eraser().erasure(TENANT, over.id)).toEqual(over);
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
