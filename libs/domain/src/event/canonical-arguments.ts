import { canonicalJson } from '../erasure/erasure-certificate.ts';

/**
 * Writes the arguments of a call in one way, whichever way a model or an SDK that parsed them has written them: with their
 * names in order, and none as an object. A text that is no JSON stays as it is.
 */
export function canonicalArguments(args: string): string {
  try {
    return canonicalJson(JSON.parse(args.trim() === '' ? '{}' : args));
  } catch {
    return args;
  }
}
