import { emptySpaceUnits, evolveUnits, targetsOf, type LedgerEntry } from '@total-recall/domain';
import { createMemoryLedger } from '@total-recall/adapter-memory';
import { createPastUnits, createSystemClock, createSystemScheduler, createWorkGate } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { viewLedger } from './view-ledger.ts';

const PLACE = { tenant: 'acme', space: 'main' } as const;

/** A ledger of three spaces in turn: statements, an undoing of every tenth, and an erasure of each hundredth. */
async function ledgerOf(count: number) {
  const ledger = createMemoryLedger();
  const share = await ledger.own(0);
  const spaces = ['main', 'side', 'other'];
  for (let from = 0; from < count; from += 200) {
    const part = Array.from({ length: 200 }, (_, index) => from + index).map((at) => {
      const eventId = `event-${at}`;
      const evidence = { eventId, session: 's', from: 0, to: 9, at };
      const unit = { id: `${eventId}.0`, label: 'project', key: `k${at % 50}`, subject: 's', evidence } as const;
      const entry = { id: `entry-${at}`, tenant: at % 7 === 0 ? 'rival' : 'acme', space: spaces[at % 3]!, at, actor: 'a' };
      if (at % 10 === 9) return { ...entry, act: { type: 'EntryUndone', entryId: `entry-${at - 3}` } } as const;
      if (at % 100 !== 50) return { ...entry, act: { type: 'UnitsDecided', decisions: [{ do: 'add', unit }] } } as const;
      const { space: _, ...rest } = entry;
      const targets = { spaces: [], sessions: [], events: [{ space: 'main', session: 's', eventIds: [`event-${at - 20}`] }] };
      return {
        ...rest,
        act: { type: 'ErasureRequested', scope: { kind: 'events', space: 'main', events: 1 }, targets, counts: { events: 1 } },
      } as unknown as LedgerEntry;
    });
    await share.append(from, part);
  }
  return ledger;
}

it('units as of an entry are the fold to it without what was erased since, whatever was asked before', async () => {
  const ledger = await ledgerOf(6_000);
  const all: LedgerEntry[] = [];
  for await (const page of pagesOf(ledger)) all.push(...page);
  const about = all.filter(({ tenant, space }) => tenant === 'acme' && (space === undefined || space === 'main'));
  for (const heldUnits of [1, 3_000, 100_000]) {
    const past = createPastUnits({ ledger }, heldUnits);
    for (const at of [1_700, 3, 1_699, 1_100, 900, about.length - 1]) {
      const { id, sequence } = about[at]!;
      const then = evolveUnits(
        emptySpaceUnits('acme', 'main'),
        about.filter((one) => one.sequence <= sequence),
      );
      const erased = about.filter((one) => one.sequence > sequence && one.act.type === 'ErasureRequested');
      const found = await past.at(PLACE, id);
      expect(found).toEqual(evolveUnits(then, erased));
      const gone = new Set(erased.flatMap(({ act }) => (targetsOf(act)?.events ?? []).flatMap(({ eventIds }) => eventIds)));
      for (const { evidence } of found.units.values()) expect(evidence.some(({ eventId }) => gone.has(eventId))).toBe(false);
    }
  }
  const past = createPastUnits({ ledger }, 1);
  const foreign = all.find(({ tenant, space }) => tenant === 'acme' && space === 'side')!;
  await expect(past.at(PLACE, foreign.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(past.at({ ...PLACE, tenant: 'rival' }, about[0]!.id)).rejects.toMatchObject({ code: 'not_found' });
});

it('a tenant that folds long ledgers lets another in meanwhile, and one past its deadline is refused', async () => {
  const ledger = await ledgerOf(6_000);
  const [clock, scheduler] = [createSystemClock(), createSystemScheduler()];
  const gate = createWorkGate({ clock, scheduler }, { slots: 1, deadlineMs: 60_000, waitingPerTenant: 256, waiting: 256 });
  const done: string[] = [];
  const heavy = async (name: string): Promise<void> => {
    // Each has snapshots of its own, and so folds from the first entry on.
    const past = createPastUnits({ ledger }, 100_000);
    await gate.run({ tenant: 'acme', kind: 'known', cost: 1 }, (turn) => past.at(PLACE, 'entry-5997', turn));
    done.push(name);
  };
  const light = async (name: string): Promise<void> => {
    await gate.run({ tenant: 'rival', kind: 'known', cost: 1 }, async (turn) => turn.spend(0.1));
    done.push(name);
  };
  const first = heavy('heavy 1');
  const others = [heavy('heavy 2'), heavy('heavy 3')];
  await light('light 1');
  await light('light 2');
  await Promise.all([first, ...others]);
  expect(done).toEqual(['light 1', 'light 2', 'heavy 1', 'heavy 2', 'heavy 3']);

  let nowMs = 0;
  const late = createWorkGate(
    { clock: { now: () => nowMs, monotonicMs: () => nowMs }, scheduler },
    { slots: 1, deadlineMs: 60_000, waitingPerTenant: 256, waiting: 256 },
  );
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const folding = late.run({ tenant: 'acme', kind: 'known', cost: 1 }, async (turn) => {
    await begun.promise;
    return createPastUnits({ ledger }, 1).at(PLACE, 'entry-5997', turn);
  });
  const other = late.run({ tenant: 'rival', kind: 'known', cost: 1 }, () => over.promise);
  nowMs = 60_001;
  begun.resolve();
  await expect(folding).rejects.toMatchObject({ code: 'overloaded' });
  over.resolve();
  await other;
});

it('the ledger of a space comes in pages, each entry once, with what undid it', async () => {
  const ledger = await ledgerOf(2_000);
  const whole = await viewLedger({ ledger }, { ...PLACE, limit: 5_000 });
  expect(whole.before).toBeUndefined();
  expect(whole.entries.filter(({ view }) => view.undoneBy !== undefined).length).toBeGreaterThan(20);
  const paged: (typeof whole.entries)[number][] = [];
  for (let before: string | undefined; ;) {
    const page = await viewLedger({ ledger }, { ...PLACE, limit: 7, ...(before !== undefined && { before }) });
    paged.push(...page.entries);
    if (page.before === undefined) break;
    ({ before } = page);
  }
  expect(paged).toEqual(whole.entries);
});

async function* pagesOf(ledger: ReturnType<typeof createMemoryLedger>): AsyncGenerator<LedgerEntry[]> {
  for (let after = 0; ;) {
    const page = await ledger.read(0, after, 1_000);
    yield page;
    if (page.length < 1_000) return;
    after = page.at(-1)!.sequence;
  }
}
