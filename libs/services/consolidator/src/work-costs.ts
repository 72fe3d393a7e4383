import type { Turn } from '@total-recall/runtime';

/** Spends the turn of a read: it lets others in between its steps. Absent where a call has no turn. */
export type Spending = Pick<Turn, 'spend'>;

/** The unit of cost is a recall of a few words: some 3 ms of the main thread and of the index thread. */
const COMPARED = 10_000;
const VIEWED = 20;
const OPENED = 40;
const OPENED_CHARS = 64 * 1024;
const RULED_CHARS = 1_000;

/** Costs of whole reads, estimated. */
export const READ_COSTS = { page: 1, search: 4, profile: 2, digest: 1, units: 1, ledger: 1, saidLedger: 2 } as const;

/** Returns the cost of going through units by what the ledger says of them. */
export function comparedCost(units: number): number {
  return units / COMPARED;
}

/** Returns the cost of reading what a sentence states, by number of facts. */
export function viewedCost(facts: number): number {
  return facts / VIEWED;
}

/** Returns the cost of opening events and showing parts of their texts. */
export function openedCost(events: number, chars: number): number {
  return events / OPENED + chars / OPENED_CHARS;
}

/** Returns the cost of trying all rules on texts. */
export function ruledCost(chars: number): number {
  return chars / RULED_CHARS;
}
