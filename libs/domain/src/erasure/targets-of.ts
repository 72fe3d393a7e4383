import type { LedgerAct } from '../ledger/ledger-entry.ts';
import type { ErasureTargets } from './erasure-scope.ts';

/** Returns what an act of the ledger takes from the memory; undefined where that is nothing. */
export function targetsOf(act: LedgerAct): ErasureTargets | undefined {
  return act.type === 'ErasureRequested' || act.type === 'ErasureExtended' ? act.targets : undefined;
}
