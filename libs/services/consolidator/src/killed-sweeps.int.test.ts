import { createMemoryLedger, createMemoryUnitStore } from '@total-recall/adapter-memory';
import type { LedgerEntry, SpaceUnits } from '@total-recall/domain';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createFailingCalls, type Failing } from '../testing/failing-calls.ts';
import { PLACE, serveConsolidating } from '../testing/serve-consolidating.ts';

const tokens = createTokenCounter();
afterAll(() => tokens.close());

const SESSIONS = 4;
/** More than a sweep fails in a row before it must have come to its end. */
const MOST_TRIES = 10;

/** A space whose statements confirm and replace each other across sessions, to be consolidated again and again. */
async function world() {
  const calls = createFailingCalls();
  const service = await serveConsolidating(tokens, { eventsPerSweep: 8 }, undefined, calls.wrap);
  for (let session = 0; session < SESSIONS; session += 1)
    await service.say(
      `run-${session}`,
      `the port is ${4000 + (session % 3)}. the region is north.`,
      'What now?',
      `the host of run ${String.fromCharCode(97 + session)} is set.`,
      `the path is ${session % 2 === 0 ? 'even' : 'odd'}.`,
    );
  return {
    calls,
    service,
    async sweepAll(): Promise<void> {
      while ((await service.consolidator().consolidate(PLACE)).hasMore);
    },
    /** An empty ledger, and no units. */
    async begin(): Promise<void> {
      calls.heal();
      service.stores.ledger = createMemoryLedger();
      service.stores.units = createMemoryUnitStore();
      await service.restart();
      calls.heal();
    },
    entries: () => service.stores.ledger.read(0, 0, 1_000),
    units: () => service.consolidator().unitsOf(PLACE),
  };
}

/** Returns what must be equal after every run: all but the numbers and ids of entries. */
function comparable({ units, cursors, groups, episodeCursors }: SpaceUnits) {
  const all = [...units.values(), ...groups.values()];
  return { cursors: [[...cursors].sort(), [...episodeCursors].sort()], units: all.map((unit) => ({ ...unit, addedBy: 0 })) };
}

/** The decisions and cursors of a ledger, each as a name that may stand there once. */
function decided(entries: readonly LedgerEntry[]): string[] {
  return entries.flatMap(({ act }) => {
    if (act.type === 'SweepCommitted') return act.cursors.map(({ session, through }) => `read ${session} ${through}`);
    if (act.type !== 'UnitsDecided') return [];
    return act.decisions.map((one) => {
      if (one.do === 'add') return `add ${one.unit.id}`;
      if (one.do === 'merge') return `merge ${one.units.join(' ')}`;
      return one.do === 'confirm' ? `confirm ${one.unit} ${one.evidence.eventId} ${one.evidence.from}` : `${one.do} ${one.unit}`;
    });
  });
}

describe('a sweep that is stopped at any call', () => {
  it.each<readonly [Failing, forGood: boolean]>([
    ['undone', true],
    ['unanswered', true],
    ['undone', false],
    ['unanswered', false],
  ])('%s, for good: %s, decides nothing twice and loses nothing', async (how, forGood) => {
    const { calls, service, begin, sweepAll, units, entries } = await world();
    await begin();
    await sweepAll();
    const points = calls.calls();
    const undisturbed = comparable(await units());
    const wanted = decided(await entries()).sort();
    expect(points).toBeGreaterThan(50);
    for (let at = 1; at <= points; at += 1) {
      await begin();
      calls.failAt(at, how, forGood);
      await sweepAll().catch(() => undefined);
      if (forGood) {
        calls.heal();
        await service.restart();
      }
      let isDone = false;
      for (let tries = 0; !isDone && tries < MOST_TRIES; tries += 1)
        isDone = await sweepAll().then(
          () => true,
          () => false,
        );
      expect(isDone, `call ${at}`).toBe(true);
      const after = await units();
      expect(comparable(after), `call ${at}`).toEqual(undisturbed);
      expect(decided(await entries()).sort(), `call ${at}`).toEqual(wanted);
      await service.restart({ losesUnits: true });
      expect(await units(), `call ${at}`).toEqual(after);
    }
    await service.stop();
  });
});

it('what a person decided while units could not be saved holds from then on', async () => {
  const { calls, service, begin, sweepAll } = await world();
  await begin();
  await sweepAll();
  const person = { ...PLACE, actor: 'key_p' } as const;
  const { facts } = await service.consolidator().facts({ ...PLACE, limit: 50 });
  const region = facts.find(({ value }) => value === 'north')!;
  const { save } = service.stores.units;
  let isFull = true;
  service.stores.units.save = async (...given) => {
    if (isFull) throw new Error('the disk is full');
    return save(...given);
  };
  await expect(service.consolidator().forget({ ...person, factId: region.id })).rejects.toThrow('the disk is full');
  isFull = false;
  await service.consolidator().remember({ ...person, fact: { label: 'project', subject: 'project', text: 'It rains.' } });
  const after = await service.consolidator().facts({ ...PLACE, history: true, limit: 50 });
  expect(after.facts.find(({ id }) => id === region.id)?.status).toMatchObject({ is: 'tombstoned' });
  await service.stop();
  expect(calls.calls()).toBeGreaterThan(0);
});
