import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT, text, type ErasingService, type Said } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** Writes task states of a session, each of which repeats a word. */
async function repeat(service: ErasingService, word: string, times: number, session = 'run-1'): Promise<void> {
  for (let at = 1; at <= times; at += 1)
    await service.memory.ingest.updateTaskState({
      tenant: TENANT,
      space: 'main',
      session,
      update: { fields: { goals: [`remember ${word}`, `and step ${at}`] } },
    });
  await service.memory.ingest.settle(30_000);
}

describe('a session that has not keys enough for what must be written anew', () => {
  it('loses nothing, and the request is refused before anything stands in the ledger', async () => {
    const service = await serveErasing(tokens, { mostDestroyed: 20 });
    const [secret, other] = (await service.say('main', 'run-1', [text('The password is zqvxk'), text('The crane turns')])) as [Said, Said];
    await repeat(service, 'zqvxk', 20);
    const erase = (eventIds: readonly string[], dryRun = false) =>
      service.eraser().erase({ tenant: TENANT, scope: { kind: 'events', space: 'main', eventIds: [...eventIds] }, actor: 'key_e', dryRun });
    for (const dryRun of [true, false])
      await expect(erase([secret.id], dryRun)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('run-1'),
      });
    expect(await service.eraser().erasures(TENANT, 10)).toEqual([]);
    expect((await service.readable()).has(secret.id)).toBe(true);
    // An event that no task state repeats still goes.
    expect(await erase([other.id])).toMatchObject({ status: 'done' });
    const session = { kind: 'session', space: 'main', session: 'run-1' } as const;
    expect(await service.eraser().erase({ tenant: TENANT, scope: session, actor: 'key_e' })).toMatchObject({ status: 'done' });
    expect(service.failures()).toEqual([]);
    await service.stop();
  });

  it('is told as undone where it became so behind the plan, while all else goes, and nothing is tried for ever', async () => {
    let isPlanned = false;
    const service: ErasingService = await serveErasing(tokens, {
      mostDestroyed: 20,
      beforePurge: async () => {
        if (isPlanned) return;
        isPlanned = true;
        await repeat(service, 'zqvxk', 20);
      },
    });
    const attachments = [{ mime: 'text/plain', data: Buffer.from('depth 4 m\n'.repeat(900)), title: 'chart.txt' }];
    const told = { ...text('The password is zqvxk', 'customer-1'), attachments };
    const [stays] = (await service.say('main', 'run-1', [told, text('The net dries')])) as [Said];
    const [{ id: artifactId }] = ((await service.bodyOf(stays.id)) as { artifacts: [{ id: string }] }).artifacts;
    const [goes] = (await service.say('main', 'run-2', [text('The gull eats', 'customer-1'), text('The crane turns')])) as [Said];
    const scope = { kind: 'subject', subject: 'customer-1' } as const;
    const over = await service.eraser().erase({ tenant: TENANT, scope, actor: 'key_e' });
    expect(over).toMatchObject({ status: 'incomplete', undone: [{ space: 'main', session: 'run-1' }] });
    expect(over.certificate).toBeUndefined();
    const readable = await service.readable();
    expect([readable.has(stays.id), readable.has(goes.id)]).toEqual([true, false]);
    expect(await service.stores.artifactStore.stat({ tenant: TENANT, space: 'main', artifactId })).toBeDefined();
    await service.restart();
    expect(await service.eraser().erasure(TENANT, over.id)).toEqual(over);
    const session = { kind: 'session', space: 'main', session: 'run-1' } as const;
    expect(await service.eraser().erase({ tenant: TENANT, scope: session, actor: 'key_e' })).toMatchObject({ status: 'done' });
    expect((await service.readable()).has(stays.id)).toBe(false);
    expect(service.failures()).toEqual([]);
    await service.stop();
  });

  it.each(['retention', 'reopened'] as const)('keeps no service from starting (%s)', async (how) => {
    const service = await serveErasing(tokens, { mostDestroyed: 20 });
    const [secret] = (await service.say('main', 'run-1', [text('The password is zqvxk'), text('The net dries')])) as [Said];
    await repeat(service, 'zqvxk', 20);
    await service.eraser().stop();
    const share = await service.stores.ledger.own(0);
    const counts = { events: 1, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 };
    const targets = { events: [{ space: 'main', session: 'run-1', eventIds: [secret.id] }], sessions: [], spaces: [], artifacts: [] };
    const scope = how === 'retention' ? ({ kind: how, space: 'main' } as const) : ({ kind: 'subject' } as const);
    const entry = { tenant: TENANT, space: 'main', at: 1, actor: 'key_e' };
    await share.append(0, [
      { ...entry, id: '01JZX0000000000000000000AA', act: { type: 'ErasureRequested', scope, targets, counts } },
      ...(how === 'reopened'
        ? [
            {
              ...entry,
              id: '01JZX0000000000000000000AB',
              act: { type: 'ErasureReopened', erasureId: '01JZX0000000000000000000AA' } as const,
            },
          ]
        : []),
    ]);
    await service.restart();
    const undone = [{ space: 'main', session: 'run-1' }];
    await expect.poll(() => service.eraser().erasures(TENANT, 10)).toMatchObject([{ status: 'incomplete', undone }]);
    expect(service.eraser().health()).toEqual({ ready: true });
    await service.restart();
    expect(service.eraser().health()).toEqual({ ready: true });
    expect(service.failures()).toEqual([]);
    await service.stop();
  });

  it('loses by retention as many events as there are keys for, and waits with the rest', async () => {
    const service = await serveErasing(tokens, { mostDestroyed: 40 });
    await service.keepFor([{ kinds: ['user_message'], maxAgeDays: 1 }]);
    const words = Array.from({ length: 30 }, (_, at) => text(at === 0 ? 'The password is zqvxk' : `Gull ${at} eats`));
    const said = await service.say('main', 'run-1', words);
    await repeat(service, 'zqvxk', 25);
    const [beside] = (await service.say('main', 'run-2', [text('The ferry leaves'), { kind: 'decision', text: 'It waits.' }])) as [Said];
    service.pass(2);
    expect(await service.eraser().retention!.expired(TENANT)).toMatchObject([{ counts: { events: 16 }, waiting: ['run-1'] }]);
    expect(await service.eraser().retention!.sweep()).toBe(16);
    const readable = await service.readable();
    expect(said.map(({ id }) => readable.has(id))).toEqual(said.map((_, at) => at >= 15));
    expect(readable.has(beside.id)).toBe(false);
    expect(await service.eraser().retention!.sweep()).toBe(0);
    expect(await service.eraser().erasures(TENANT, 10)).toMatchObject([{ status: 'done' }]);
    expect(service.failures()).toEqual([]);
    await service.stop();
  });
});
