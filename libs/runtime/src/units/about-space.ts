import { concernsUnits, targetsOf, type LedgerEntry } from '@total-recall/domain';
import { LEDGER_LIMITS, type Ledger, type LedgerRange, type SpacePlace } from '@total-recall/ports';
import { yieldToEventLoop } from '../parallel/in-slices.ts';

/** The part of a ledger that tells about one space. */
export type ReadsLedger = { readonly ledger: Pick<Ledger, 'readAbout' | 'find'> };

/** Reads the entries that may change the units of a space, in order from a number on, or the latest first. */
export async function* aboutSpace({ ledger }: ReadsLedger, place: SpacePlace, range: LedgerRange): AsyncGenerator<LedgerEntry> {
  for (let from = range; ;) {
    const page = await ledger.readAbout(place, from, LEDGER_LIMITS.page);
    for (const entry of page) if (isAbout(entry, place)) yield entry;
    if (page.length < LEDGER_LIMITS.page) return;
    const last = page.at(-1)!.sequence;
    from = 'after' in from ? { after: last } : { before: last };
    await yieldToEventLoop();
  }
}

/** Returns true for an entry that may change the units of the space. */
export function isAbout(entry: LedgerEntry, { tenant, space }: SpacePlace): boolean {
  return entry.tenant === tenant && concernsUnits(entry) && (entry.space === space || erases(entry, space));
}

function erases({ act }: LedgerEntry, space: string): boolean {
  const targets = targetsOf(act);
  if (!targets) return false;
  const { spaces, sessions, events } = targets;
  return spaces.includes(space) || sessions.some((of) => of.space === space) || events.some((of) => of.space === space);
}
