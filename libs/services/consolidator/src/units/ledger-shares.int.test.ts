import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const person = { ...PLACE, actor: 'key_p', fact: { label: 'project', subject: 'project', text: 'Deploys wait for Ines.' } } as const;

describe('a share of the ledger', () => {
  it('whose states cannot be saved decides on, and saves them later', async () => {
    const service = await serveConsolidating(tokens);
    const { units } = service.stores;
    const save = units.save.bind(units);
    units.save = () => Promise.reject(new Error('the disk is full'));
    await service.say('run-1', 'the port is 4100.');
    await service
      .consolidator()
      .consolidate(PLACE)
      .catch(() => undefined);
    expect(await service.current()).toEqual(['the port is 4100.']);
    units.save = save;
    await service.consolidator().remember(person);
    expect((await units.marks(0))?.saved.sequence).toBe((await service.stores.ledger.read(0, 0, 100)).length);
    expect((await units.load(PLACE))!.units.size).toBe(2);
    await service.stop();
  });

  it('that is given up ends the sweep that is under way before its page, and the next reads that once', async () => {
    let giveUp: (() => void) | undefined;
    const interrupted = <Port extends object>(port: Port): Port => {
      if (!('sessionEvents' in port)) return port;
      const { sessionEvents } = port as { readonly sessionEvents: (...asked: unknown[]) => Promise<unknown> };
      return {
        ...port,
        sessionEvents: async (...asked: unknown[]) => {
          const found = await sessionEvents(...asked);
          giveUp?.();
          return found;
        },
      };
    };
    const service = await serveConsolidating(tokens, { eventsPerSweep: 40 }, undefined, interrupted);
    await service.say('run-1', 'the port is 4100.');
    let stopping: Promise<void> | undefined;
    giveUp = () => void (stopping ??= service.consolidator().stop());
    await expect(service.consolidator().consolidate(PLACE)).rejects.toMatchObject({ code: 'unavailable' });
    await stopping;
    giveUp = undefined;
    const commits = async () => (await service.stores.ledger.read(0, 0, 100)).filter(({ act }) => act.type === 'SweepCommitted');
    expect(await commits()).toHaveLength(0);
    await service.restart();
    await service.consolidator().consolidate(PLACE);
    expect(await commits()).toHaveLength(1);
    expect(await service.current()).toEqual(['the port is 4100.']);
    await service.stop();
  });

  it('that cannot be folded is folded anew, and lacks no entry', async () => {
    const service = await serveConsolidating(tokens, { heldUnits: 1 });
    const { units } = service.stores;
    await service.say('run-1', 'the port is 4100.', 'the region is north.');
    await service.consolidator().consolidate(PLACE);
    const other = { ...PLACE, space: 'other' };
    await service.consolidator().remember({ ...person, ...other });
    const load = units.load.bind(units);
    let left = 1;
    units.load = (place) => (left-- > 0 ? Promise.reject(new Error('the store is away')) : load(place));
    await service.eraser().erase({ tenant: PLACE.tenant, scope: { kind: 'session', space: 'main', session: 'run-1' }, actor: 'key_e' });
    await expect.poll(() => service.consolidator().owns(PLACE.tenant)).toBe(true);
    expect(await service.current()).toEqual([]);
    expect((await service.consolidator().facts({ ...other, limit: 9 })).facts).toHaveLength(1);
    expect(service.failures.map(String)).toContain('Error: the store is away');
    await service.stop();
  });
});
