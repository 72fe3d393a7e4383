import { TotalRecallError } from '../errors.ts';
import { variableOf } from './config-problem.ts';
import type { Settings } from './config-variables.ts';

/** Sees that settings are there, and tells the type so. Errors: `invalid_request`, which names all that are missing. */
export function requireSettings<Some extends Partial<Settings>, const Key extends keyof Settings & keyof Some>(
  settings: Some,
  keys: readonly Key[],
): asserts settings is Some & { readonly [K in Key]: Exclude<Some[K], undefined> } {
  const missing = keys.filter((key) => settings[key] === undefined).map(variableOf);
  if (missing.length > 0) throw new TotalRecallError('invalid_request', `This service needs ${missing.join(', ')}.`);
}
