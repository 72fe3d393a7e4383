import { TotalRecallError } from '@total-recall/runtime';

export const stopped = (): TotalRecallError => new TotalRecallError('closed', 'The service was stopped before this was done.');

/**
 * Ends an erasure between two of its steps once its process stops. What is in the ledger is done by the next process,
 * which repeats no harm. Errors: `closed`.
 */
export function refuseStopped(stopping: AbortSignal): void {
  if (stopping.aborted) throw stopped();
}
