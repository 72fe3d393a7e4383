import { TotalRecallError } from '@total-recall/runtime';

/** Makes the `not_implemented` error of a service without retention: rules that nothing applies are not taken in. */
export function noRetention(): TotalRecallError {
  return new TotalRecallError(
    'not_implemented',
    'Nothing is taken out by its age here: a service of one process does it once its read model is filled, a cluster where its gateway knows a consolidator.',
  );
}
