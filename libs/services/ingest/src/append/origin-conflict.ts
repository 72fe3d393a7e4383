import type { EventOrigin } from '@total-recall/domain';
import { TotalRecallError } from '@total-recall/runtime';

/** Makes the error for other content under a used origin. `firstId` names the event that has it. */
export function originConflict({ idempotencyKey, source, sequence }: EventOrigin, firstId?: string): TotalRecallError {
  if (idempotencyKey !== undefined) {
    return new TotalRecallError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for other events of this session. Use a new key for new events.',
    );
  }
  return new TotalRecallError(
    'sequence_conflict',
    `Sequence ${sequence} of the source ${source} was used for another event. Nothing was stored. Go on with the numbers that follow, or name another source.`,
    { details: { sequence, ...(firstId === undefined ? {} : { eventId: firstId }) } },
  );
}
