import { createMemoryLedger } from '@total-recall/adapter-memory';
import { spaceKey, type NewLedgerEntry } from '@total-recall/domain';
import type { Ledger } from '@total-recall/ports';
import { createTokenCounter, TotalRecallError } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { PLACE, serveConsolidating } from '../../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

/** A ledger as a backup of its first entries would bring it back, with another entry in the place of the next. */
async function restored(ledger: Ledger, entries: number, goesOn = false): Promise<Ledger> {
  const copy = createMemoryLedger();
  const share = await copy.own(0);
  const kept = (await ledger.read(0, 0, 1_000)).slice(0, entries);
  if (kept.length > 0) await share.append(0, kept);
  const next = { id: 'another', tenant: PLACE.tenant, at: 0, actor: 'restore', act: { type: 'ErasureReopened', erasureId: 'x' } } as const;
  if (goesOn) await share.append(kept.length, [next]);
  return copy;
}

describe('units of a ledger that was put back from a backup', () => {
  it.each<[string, (all: number) => readonly [entries: number, goesOn: boolean]]>([
    ['is shorter', (all) => [all - 1, false]],
    ['is as long, by another entry', (all) => [all - 1, true]],
    ['is empty', () => [0, false]],
  ])('that %s are folded again from what is there', async (_title, of) => {
    const service = await serveConsolidating(tokens, { eventsPerSweep: 2 });
    await service.say('run-1', 'the port is 4100.', 'the region is north.');
    await service.consolidator().consolidate(PLACE);
    await service.say('run-2', 'the zone is west.');
    await service.consolidator().consolidate(PLACE);
    const before = await service.current();
    const all = (await service.stores.ledger.read(0, 0, 100)).length;
    service.stores.ledger = await restored(service.stores.ledger, ...of(all));
    await service.restart();
    expect(service.refolded).toEqual([0]);
    // The cursor of the lost sweep is gone with it, so the next one decides again.
    await service.consolidator().consolidate(PLACE);
    await service.consolidator().consolidate(PLACE);
    expect((await service.current()).toSorted()).toEqual(before.toSorted());
    await service.restart();
    expect(service.refolded).toEqual([0]);
    await service.stop();
  });

  it('are folded again where a save that did not end holds an entry that is gone', async () => {
    const service = await serveConsolidating(tokens);
    await service.say('run-1', 'the port is 4100.');
    await service.consolidator().consolidate(PLACE);
    const [first] = await service.stores.ledger.read(0, 0, 1);
    const { units } = service.stores;
    units.marks = async () => ({ saved: { sequence: 1, entryId: first!.id }, begun: { sequence: 9, entryId: 'gone' } });
    await service.restart();
    expect(service.refolded).toEqual([0]);
    expect(await service.current()).toEqual(['the port is 4100.']);
    await service.stop();
  });
});

it('a space whose state is too large to keep holds up no other of its partition, and begins anew once it is erased', async () => {
  const service = await serveConsolidating(tokens, { heldUnits: 1 });
  const { units } = service.stores;
  const load = units.load.bind(units);
  const [large, other] = [
    { ...PLACE, space: 'large' },
    { ...PLACE, space: 'other' },
  ];
  let isLeftOut = true;
  units.load = async (place) => {
    if (isLeftOut && spaceKey(place) === spaceKey(large)) throw new TotalRecallError('payload_too_large', 'It was left out.');
    return load(place);
  };
  await service.say('run-1', 'the port is 4100.');
  await service.consolidator().consolidate(PLACE);
  const swept = (id: string, place: typeof large) =>
    ({
      id,
      ...place,
      at: 1,
      actor: 'consolidator',
      act: { type: 'SweepCommitted', cursors: [{ session: id, through: 1 }], reader: 1, events: 1 },
    }) as const;
  const append = async (...entries: readonly NewLedgerEntry[]): Promise<void> => {
    const held = await service.stores.ledger.read(0, 0, 100);
    await (await service.stores.ledger.own(0)).append(held.length, entries);
    await service.restart();
  };
  await append(swept('first', large), swept('first-other', other));
  expect(service.failures.map(String)).toContain('TotalRecallError: It was left out.');
  expect((await service.consolidator().unitsOf(other)).cursors.get('first-other')).toBe(1);
  expect(await service.current()).toEqual(['the port is 4100.']);
  await expect(service.consolidator().facts({ ...large, limit: 1 })).rejects.toMatchObject({ code: 'payload_too_large' });

  const targets = { events: [], sessions: [], spaces: ['large'], artifacts: [] };
  const counts = { events: 0, quoting: 0, sessions: 0, spaces: 1, artifacts: 0 };
  const act = { type: 'ErasureRequested', scope: { kind: 'space', space: 'large' }, targets, counts } as const;
  await append(
    { id: 'erased', tenant: PLACE.tenant, at: 2, actor: 'key_e', act },
    { id: 'erased.done', tenant: PLACE.tenant, at: 3, actor: 'eraser', act: { type: 'ErasureCompleted', erasureId: 'erased' } },
    swept('second', large),
  );
  isLeftOut = false;
  expect([...(await service.consolidator().unitsOf(large)).cursors.keys()]).toEqual(['second']);
  await service.stop();
});
