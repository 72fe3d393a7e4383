import { TotalRecallError } from '@total-recall/runtime';

export function notCaughtUp(): TotalRecallError {
  return new TotalRecallError('not_caught_up', 'The session is not folded up to its log end yet. Try again shortly.', {
    retryAfterMs: 500,
  });
}
