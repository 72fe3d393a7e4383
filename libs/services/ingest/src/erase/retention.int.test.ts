import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { isRetentionPaused } from './retention-paused.ts';
import { serveErasing, TENANT, type Said } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const text = (words: string, kind: 'user_message' | 'agent_message' | 'decision' = 'user_message'): NewEvent => ({ kind, text: words });

describe('retention', () => {
  it('takes what is past its age by kind and space, pinned or not, with a certificate, and nothing else', async () => {
    const service = await serveErasing(tokens);
    await service.keepFor([{ maxAgeDays: 30 }, { kinds: ['decision'], maxAgeDays: 365 }]);
    await service.keepFor([{ kinds: ['agent_message'], maxAgeDays: 7 }], 'away');
    const main = await service.say('main', 'run-1', [
      { ...text('The gull eats'), meta: { pinned: true } },
      text('The net is mended', 'decision'),
    ]);
    const away = await service.say('away', 'run-1', [text('The crane turns'), text('It does', 'agent_message')]);
    const gone = async () => {
      const readable = await service.readable();
      return [...main, ...away].map(({ id }) => !readable.has(id));
    };
    expect(await service.eraser().retention!.sweep()).toBe(0);
    service.pass(8);
    expect(await service.eraser().retention!.expired(TENANT)).toMatchObject([
      { space: 'away', counts: { events: 1 }, kinds: { agent_message: 1 }, eventIds: [away[1]!.id], sessions: [], hasMore: false },
      { space: 'main', counts: { events: 0 } },
    ]);
    expect(await gone()).toEqual([false, false, false, false]);
    expect(await service.eraser().retention!.sweep()).toBe(1);
    expect(await gone()).toEqual([false, false, false, true]);
    service.pass(23);
    const [late] = (await service.say('main', 'run-1', [text('The tide waits')])) as [Said];
    expect(await service.eraser().retention!.sweep()).toBe(2);
    expect(await gone()).toEqual([true, false, true, true]);
    expect((await service.readable()).has(late.id)).toBe(true);
    expect(await service.eraser().retention!.sweep()).toBe(0);
    const erasures = await service.eraser().erasures(TENANT, 10);
    expect(erasures.map(({ actor, scope, reason }) => [actor, scope.kind, reason])).toEqual([
      ['retention policy', 'retention', 'tenant: all 30 days; tenant: decision 365 days; space: agent_message 7 days'],
      ['retention policy', 'retention', 'tenant: all 30 days; tenant: decision 365 days'],
      ['retention policy', 'retention', 'tenant: all 30 days; tenant: decision 365 days; space: agent_message 7 days'],
    ]);
    const { certificate } = (await service.eraser().erasure(TENANT, erasures[0]!.id))!;
    expect(certificate!.statement).toMatchObject({ what: 'retention', requestedBy: 'retention policy' });
    // A session whose events are all expired is erased by its key, so its name cannot be used again.
    await expect(service.say('away', 'run-1', [text('Hello?')])).rejects.toMatchObject({ code: 'erased' });
    await service.stop();
  });

  it('takes what is past its age of one tenant though it fails for another, and says that it failed', async () => {
    const service = await serveErasing(tokens);
    await service.keepFor([{ maxAgeDays: 1 }]);
    // The first tenant in the list, whose spaces cannot be listed.
    await service.stores.control.putTenant({ id: 'aaa', name: 'Away', createdAt: 0 });
    const { spaces } = service.stores.sessions;
    service.stores.sessions.spaces = async (page) => {
      if (page.tenant === 'aaa') throw new Error('The store is away.');
      return spaces(page);
    };
    const [old] = (await service.say('main', 'run-1', [text('The gull eats')])) as [Said];
    service.pass(2);
    await expect(service.eraser().retention!.sweep()).rejects.toThrow('The store is away.');
    expect((await service.readable()).has(old.id)).toBe(false);
    await service.stop();
  });

  it('takes nothing while it is paused, says so once for all tenants, and goes on when it is resumed', async () => {
    const service = await serveErasing(tokens);
    const { control } = service.stores;
    await control.putTenant({ id: 'other', name: 'Other', createdAt: 0 });
    await service.keepFor([{ maxAgeDays: 1 }]);
    const [old] = (await service.say('main', 'run-1', [text('The gull eats')])) as [Said];
    service.pass(2);
    await control.putRetentionPause({ since: Date.UTC(2026, 4, 1) });
    const { retention } = service.eraser();
    const refused = await retention!.sweep().catch((error: unknown) => error);
    expect([isRetentionPaused(refused), refused]).toEqual([
      true,
      expect.objectContaining({
        code: 'unavailable',
        message: expect.stringMatching(/2026-05-01T.*holds.*total-recall retention resume/),
      }),
    ]);
    expect((await service.readable()).has(old.id)).toBe(true);
    expect(await retention!.expired(TENANT)).toMatchObject([{ counts: { events: 1 } }]);
    await control.putRetentionPause(undefined);
    expect(await retention!.sweep()).toBe(1);
    expect((await service.readable()).has(old.id)).toBe(false);
    await service.stop();
  });

  it('takes what may stay for 30 days when 30 days are over, not an hour before and not a day after', async () => {
    const service = await serveErasing(tokens);
    await service.keepFor([{ maxAgeDays: 30 }]);
    await service.say('main', 'run-1', [text('The gull eats')]);
    service.pass(30 - 1 / 24);
    expect(await service.eraser().retention!.sweep()).toBe(0);
    service.pass(1 / 24);
    expect(await service.eraser().retention!.sweep()).toBe(1);
    await service.stop();
  });

  it('leaves what a hold keeps, says so, and takes it once the hold is released', async () => {
    const service = await serveErasing(tokens);
    await service.keepFor([{ maxAgeDays: 1 }]);
    const said = await service.say('main', 'run-1', [text('The gull eats'), text('The crane turns')]);
    const scope = { kind: 'events', space: 'main', eventIds: [said[0]!.id] } as const;
    const hold = await service.eraser().placeHold({ tenant: TENANT, scope, name: 'case 4711', actor: 'key_h' });
    service.pass(2);
    const held = { events: 1, holds: [{ id: hold.id, name: 'case 4711', events: 1 }] };
    expect(await service.eraser().retention!.expired(TENANT)).toMatchObject([
      { counts: { events: 1 }, held: { ...held, eventIds: [said[0]!.id] } },
    ]);
    expect(await service.eraser().retention!.sweep()).toBe(1);
    expect(await service.eraser().retention!.sweep()).toBe(0);
    const [done] = await service.eraser().erasures(TENANT, 10);
    expect(done).toMatchObject({ counts: { events: 1, sessions: 0 }, held });
    expect([...(await service.readable())]).toEqual([said[0]!.id]);
    await service.eraser().releaseHold({ tenant: TENANT, id: hold.id, actor: 'key_h' });
    expect(await service.eraser().retention!.sweep()).toBe(1);
    expect([...(await service.readable())]).toEqual([]);
    await service.stop();
  });

  it('loses nothing that is appended while a session goes', async () => {
    const service = await serveErasing(tokens);
    await service.keepFor([{ maxAgeDays: 1 }]);
    for (const session of ['run-1', 'run-2', 'run-3']) await service.say('main', session, [text('The gull eats')]);
    service.pass(2);
    const tries = ['run-1', 'run-2', 'run-3'].flatMap((session) =>
      Array.from({ length: 5 }, async () => service.say('main', session, [text('The ferry leaves')]).catch(() => [])),
    );
    const sweeping = service.eraser().retention!.sweep();
    const late = (await Promise.all(tries)).flat().map(({ id }) => id);
    await sweeping;
    const readable = await service.readable();
    expect(late.filter((id) => !readable.has(id))).toEqual([]);
    await service.stop();
  });

  it('lets nobody into a session that it could not take out yet, and takes it out by itself, after a restart as well', async () => {
    let isFull = true;
    const service = await serveErasing(tokens, {
      beforePurge: async () => {
        if (isFull) throw new Error('the disk is full');
      },
    });
    await service.keepFor([{ maxAgeDays: 1 }]);
    const sayIn = (session: string) => service.say('main', session, [text('The gull eats')]);
    const codeIn = (session: string) =>
      sayIn(session).then(
        () => 'said',
        (error: unknown) => (error as { code?: string }).code,
      );
    await sayIn('run-1');
    service.pass(2);
    await expect(service.eraser().retention!.sweep()).rejects.toThrow('the disk is full');
    expect(await codeIn('run-1')).toBe('unavailable');
    expect(service.eraser().health()).toEqual({ ready: true });
    isFull = false;
    await expect.poll(() => codeIn('run-1'), { timeout: 30_000 }).toBe('erased');
    await sayIn('run-2');
    service.pass(2);
    isFull = true;
    await expect(service.eraser().retention!.sweep()).rejects.toThrow('the disk is full');
    await service.restart();
    expect(service.eraser().health()).toMatchObject({ ready: false });
    isFull = false;
    await expect.poll(() => service.eraser().health(), { timeout: 30_000 }).toEqual({ ready: true });
    expect((await service.eraser().erasures(TENANT, 10)).map(({ status }) => status)).toEqual(['done', 'done']);
    expect([...(await service.readable())]).toEqual([]);
    await service.stop();
  });
});
