import { TotalRecallError } from '../errors.ts';

/** Returns the sequence that an append was refused for, as other content has it; undefined for any other error. */
export function conflictAt(error: unknown): number | undefined {
  if (!(error instanceof TotalRecallError) || error.code !== 'sequence_conflict') return undefined;
  const at = error.details?.['sequence'];
  return typeof at === 'number' ? at : undefined;
}
