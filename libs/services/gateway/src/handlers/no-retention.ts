import { TotalRecallError } from '@total-recall/runtime';

/**
 * Makes the `not_implemented` error of a service without retention. A cluster has none: it appends in several
 * processes, and a session whose events are all past their age could not be closed to appends in all of them.
 */
export function noRetention(): TotalRecallError {
  return new TotalRecallError(
    'not_implemented',
    'Nothing is taken out by its age here: a service of one process does it, once its read model is filled; a cluster does not yet.',
  );
}
