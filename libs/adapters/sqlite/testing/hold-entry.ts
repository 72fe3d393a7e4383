import type { NewLedgerEntry } from '@total-recall/domain';

/** Returns the entry of a hold on a session of its own. */
export function holdEntry(number: number): NewLedgerEntry {
  return {
    id: `hold-${number}`,
    tenant: 'acme',
    space: 'main',
    at: number,
    actor: 'api:key_1',
    act: { type: 'HoldPlaced', name: 'case 1', scope: { kind: 'session', space: 'main', session: `w${number}` } },
  };
}
