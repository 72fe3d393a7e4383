import { TotalRecallError } from '@total-recall/runtime';

/** Makes the `not_implemented` error of a gateway without an eraser. */
export function cannotEraseError(): TotalRecallError {
  return new TotalRecallError(
    'not_implemented',
    'This service cannot erase: the gateway knows no consolidator (TOTAL_RECALL_CONSOLIDATOR_ADDRESS).',
  );
}
