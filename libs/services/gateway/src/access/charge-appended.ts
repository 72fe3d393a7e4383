import type { AppendRequest, AppendResult, Ingest } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { Caller } from '../gateway.ts';
import { refuseForeignEvents } from './named-subjects.ts';
import type { DailyQuota } from './daily-quota.ts';

/** Charges the daily quota before the act, then gives back what the act did not use. */
export async function charged<T>(
  quota: DailyQuota,
  caller: Pick<Caller, 'tenant' | 'quotas'>,
  events: number,
  act: () => Promise<{ result: T; kept: number }>,
): Promise<T> {
  const giveBack = await quota.charge(caller.tenant, events, caller.quotas.eventsPerDay);
  let used = 0;
  try {
    const { result, kept } = await act();
    used = kept;
    return result;
  } finally {
    giveBack(events - used);
  }
}

/**
 * Appends events of a caller, and charges those that were stored anew. A repeat of what is stored is answered as before,
 * also where the quota has no room for it: whoever lost the first answer has nothing else to learn that from. Events of
 * data subjects to which the caller's key is not bound, and words of theirs, are refused (`forbidden`).
 */
export async function appendCharged(
  { ingest, quota }: { readonly ingest: Pick<Ingest, 'append'>; readonly quota: DailyQuota },
  caller: Pick<Caller, 'tenant' | 'quotas' | 'subjects'>,
  request: AppendRequest,
): Promise<AppendResult> {
  refuseForeignEvents(caller, request.events);
  return charged(quota, caller, request.events.length, async () => {
    const result = await ingest.append(request);
    return { result, kept: result.events.filter((event) => event.outcome === 'ADD' && !event.duplicate).length };
  }).catch((error: unknown) => {
    const mayRepeat = request.source !== undefined || request.idempotencyKey !== undefined;
    if (!mayRepeat || !isOverQuota(error)) throw error;
    return ingest.append({ ...request, isRepeat: true }).catch((refusal: unknown) => {
      throw isOverQuota(refusal) ? error : refusal;
    });
  });
}

function isOverQuota(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'quota_exceeded' || error.code === 'batch_too_large');
}
