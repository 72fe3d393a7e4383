import type { Consolidator } from '@total-recall/ports';

/** Calls the consolidator of another process: facts, and the decisions about them. Each call carries a token for its space only. */
export function remoteConsolidator(service: Consolidator): Consolidator {
  const { consolidate, facts, profile, remember, correct, forget, ledger, undo, reflection, reflect, digest, units } = service;
  return { consolidate, facts, profile, remember, correct, forget, ledger, undo, reflection, reflect, digest, units };
}
