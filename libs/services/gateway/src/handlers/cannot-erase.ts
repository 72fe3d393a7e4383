import { TotalRecallError } from '@total-recall/runtime';

/** `not_implemented`, where nobody was given who erases. */
export function cannotErase(): TotalRecallError {
  return new TotalRecallError(
    'not_implemented',
    'This service cannot erase: the gateway knows no consolidator (TOTAL_RECALL_CONSOLIDATOR_ADDRESS).',
  );
}
