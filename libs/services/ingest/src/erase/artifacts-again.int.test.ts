import type { NewEvent } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { serveErasing, TENANT } from '../../testing/serve-erasing.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const FILE: NewEvent = {
  kind: 'user_message',
  text: 'See the chart.',
  attachments: [{ mime: 'text/plain', data: Buffer.from('depth 4 m\n'.repeat(900)), title: 'chart.txt' }],
};
const SCOPE = { kind: 'session', space: 'main', session: 'run-1' } as const;

type Service = Awaited<ReturnType<typeof serveErasing>>;

async function artifactOf(service: Service, eventId: string): Promise<string> {
  return ((await service.bodyOf(eventId)) as { artifacts: { id: string }[] }).artifacts[0]!.id;
}

const isStored = async ({ stores }: Service, artifactId: string): Promise<boolean> =>
  (await stores.artifactStore.stat({ tenant: TENANT, space: 'main', artifactId })) !== undefined;

describe('an artifact of an erased session', () => {
  it('stays where another session sent the same after the erasure was planned', async () => {
    let sendAgain: (() => Promise<unknown>) | undefined;
    const service = await serveErasing(tokens, {
      beforePurge: async () => {
        const send = sendAgain;
        sendAgain = undefined;
        await send?.();
      },
    });
    const [first] = await service.say('main', 'run-1', [FILE]);
    const artifactId = await artifactOf(service, first!.id);
    sendAgain = () => service.say('main', 'run-2', [FILE]);
    expect(await service.eraser().erase({ tenant: TENANT, scope: SCOPE, actor: 'key_e' })).toMatchObject({ counts: { artifacts: 1 } });
    expect(await isStored(service, artifactId)).toBe(true);
    await service.stop();
  });

  it('stays where another session sends the same while it is deleted, whichever comes first', async () => {
    for (const meanwhile of ['before its event is in the log', 'when its event is in the log'] as const) {
      const service = await serveErasing(tokens);
      const [first] = await service.say('main', 'run-1', [FILE]);
      const artifactId = await artifactOf(service, first!.id);
      const { log, artifactStore } = service.stores;
      const erase = () => service.eraser().erase({ tenant: TENANT, scope: SCOPE, actor: 'key_e' });
      if (meanwhile === 'before its event is in the log') {
        const { append } = log;
        log.append = async (records) => {
          log.append = append;
          expect(await erase()).toMatchObject({ status: 'done', counts: { artifacts: 1 } });
          expect(await isStored(service, artifactId)).toBe(false);
          return append(records);
        };
        await service.say('main', 'run-2', [FILE]);
      } else {
        const { delete: remove } = artifactStore;
        artifactStore.delete = async (place) => {
          artifactStore.delete = remove;
          await service.say('main', 'run-2', [FILE]);
          await remove(place);
        };
        expect(await erase()).toMatchObject({ status: 'done', counts: { artifacts: 1 } });
      }
      expect(await isStored(service, artifactId)).toBe(true);
      await service.stop();
    }
  });

  it('does not come back by the append of an event that an erasure took before the append had ended', async () => {
    const events = (eventId: string) => ({ kind: 'events', space: 'main', eventIds: [eventId] }) as const;
    for (const scopeOf of [() => SCOPE, events]) {
      const service = await serveErasing(tokens);
      const { append } = service.stores.log;
      let artifactId = '';
      service.stores.log.append = async (records) => {
        service.stores.log.append = append;
        const positions = await append(records);
        const { id } = records[0]!.envelope;
        artifactId = await artifactOf(service, id);
        expect(await isStored(service, artifactId)).toBe(true);
        await service.eraser().erase({ tenant: TENANT, scope: scopeOf(id), actor: 'key_e' });
        expect(await isStored(service, artifactId)).toBe(false);
        return positions;
      };
      await service.memory.ingest.append({ tenant: TENANT, space: 'main', session: 'run-1', events: [FILE] });
      expect(await isStored(service, artifactId)).toBe(false);
      await service.stop();
    }
  });

  it('is not stored where an append to the session is refused, as that was erased', async () => {
    const service = await serveErasing(tokens);
    await service.say('main', 'run-1', [FILE]);
    await service.eraser().erase({ tenant: TENANT, scope: SCOPE, actor: 'key_e' });
    await expect(service.say('main', 'run-1', [FILE])).rejects.toMatchObject({ code: 'erased' });
    const left: string[] = [];
    for await (const { artifactId } of service.stores.artifactStore.list(TENANT, 'main')) left.push(artifactId);
    expect(left).toEqual([]);
    await service.stop();
  });

  it('goes once it is known that nothing else refers to it: the erasure runs until then, and nobody is told to ask again', async () => {
    let unfolded = 0;
    let fallsBehind = true;
    const service = await serveErasing(tokens, {
      unfolded: () => unfolded,
      beforePurge: async () => {
        if (fallsBehind) unfolded = 1;
        fallsBehind = false;
      },
    });
    const [first] = await service.say('main', 'run-1', [FILE]);
    const artifactId = await artifactOf(service, first!.id);
    const { id, status } = await service.eraser().erase({ tenant: TENANT, scope: SCOPE, actor: 'key_e' });
    expect(status).toBe('running');
    expect(await isStored(service, artifactId)).toBe(true);
    // It waits for the log, and nobody waits behind it.
    const ask = () => service.eraser().erase({ tenant: TENANT, scope: SCOPE, actor: 'key_e' });
    for (let at = 0; at < 3; at += 1) await expect(ask()).rejects.toMatchObject({ code: 'not_caught_up' });
    unfolded = 0;
    await expect.poll(async () => (await service.eraser().erasure(TENANT, id))?.status).toBe('done');
    expect(await isStored(service, artifactId)).toBe(false);
    expect(await service.eraser().erasures(TENANT, 9)).toHaveLength(1);
    unfolded = 1;
    await expect(ask()).rejects.toMatchObject({ code: 'not_caught_up' });
    expect(await service.eraser().erasures(TENANT, 9)).toHaveLength(1);
    await service.stop();
  });

  it('that was sent again since stays where the erasure is done again, and goes where it was not', async () => {
    const service = await serveErasing(tokens);
    const [first] = await service.say('main', 'run-1', [FILE]);
    const artifactId = await artifactOf(service, first!.id);
    await service.eraser().erase({ tenant: TENANT, scope: SCOPE, actor: 'key_e' });
    expect(await isStored(service, artifactId)).toBe(false);
    const again = async (): Promise<boolean> => {
      // The keys have not seen the erasure.
      await service.stores.keys.erasureMark!.write(0, '');
      await service.restart();
      expect(service.eraser().owes()).toBe(true);
      await expect.poll(() => service.eraser().owes()).toBe(false);
      return isStored(service, artifactId);
    };
    await service.stores.artifactStore.put({ tenant: TENANT, space: 'main', artifactId }, Uint8Array.of(1));
    expect(await again()).toBe(false);
    await service.say('main', 'run-2', [FILE]);
    expect(await again()).toBe(true);
    await service.stop();
  });
});
