import { TotalRecallError } from '@total-recall/runtime';

/** A cluster has no retention: its appends go through several processes, and a session of which all is past could not be closed to them. */
export function noRetention(): TotalRecallError {
  return new TotalRecallError(
    'not_implemented',
    'Nothing is taken out by its age here: a service of one process does it, once its read model is filled; a cluster does not yet.',
  );
}
