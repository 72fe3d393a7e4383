import { createMemoryLedger } from '@total-recall/adapter-memory';
import { emptySpaceUnits, evolveUnits, targetsOf, type LedgerEntry, type SpaceUnits } from '@total-recall/domain';
import { arbitraryLedger, ledgerEntriesOf } from '@total-recall/domain/testing';
import { createPastUnits } from '@total-recall/runtime';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const PLACE = { tenant: 't', space: 'main' } as const;
const EMPTY = emptySpaceUnits(PLACE.tenant, PLACE.space);

/** Events and whole sessions that entries erase. */
function erasedBy(entries: readonly LedgerEntry[]): (place: { readonly eventId: string; readonly session: string }) => boolean {
  const targets = entries.flatMap(({ act }) => targetsOf(act) ?? []);
  const events = new Set(targets.flatMap((one) => one.events.flatMap(({ eventIds }) => eventIds)));
  const sessions = new Set(targets.flatMap((one) => one.sessions.map(({ session }) => session)));
  return ({ eventId, session }) => events.has(eventId) || sessions.has(session);
}

const placesIn = ({ units, groups }: SpaceUnits) => [
  ...units.values().flatMap(({ evidence }) => evidence),
  ...groups.values().flatMap(({ events }) => events),
];

it('units as of any entry of a random ledger are the fold to it, and hold nothing that was erased since', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      arbitraryLedger,
      fc.constantFrom(1, 40, 100_000),
      fc.array(fc.nat(99), { minLength: 3, maxLength: 9 }),
      async (acts, held, chosen) => {
        const ledger = createMemoryLedger();
        const share = await ledger.own(0);
        // Another space and another tenant decide between.
        const foreign = ledgerEntriesOf(acts).map((entry, at) => ({
          ...entry,
          id: `foreign-${at}`,
          ...(at % 2 === 0 || targetsOf(entry.act) ? { tenant: 'u' } : { space: 'side' }),
        }));
        const all = ledgerEntriesOf(acts).flatMap((entry, at) => [entry, foreign[at]!]);
        await share.append(
          0,
          all.map(({ sequence: _sequence, epoch: _epoch, ...entry }) => entry),
        );
        const own = (await ledger.readAbout(PLACE, { after: 0 }, 1_000)).filter(({ id }) => !id.startsWith('foreign'));
        const past = createPastUnits({ ledger }, held);
        for (const at of chosen) {
          const { id, sequence, act } = own[at % own.length]!;
          const found = await past.at(PLACE, id);
          const erasures = own.filter((one) => one.sequence > sequence && targetsOf(one.act) !== undefined);
          const then = evolveUnits(
            EMPTY,
            own.filter((one) => one.sequence <= sequence),
          );
          expect(found).toEqual(evolveUnits(then, erasures));
          if (erasures.length === 0) expect(found).toEqual(then);
          expect(placesIn(found).filter(erasedBy(erasures))).toEqual([]);
          for (const did of 'decisions' in act ? act.decisions.map((one) => one.do) : [act.type]) seen.set(did, (seen.get(did) ?? 0) + 1);
        }
      },
    ),
    { numRuns: 150 },
  );
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining(['add', 'supersede', 'confirm', 'tombstone', 'merge', 'split', 'EntryUndone', 'ErasureRequested']),
  );
});
