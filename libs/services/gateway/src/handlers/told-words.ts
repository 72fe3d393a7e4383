import type { Caller } from '../gateway.ts';

/**
 * Returns true where a caller reads the free words of an act: its reason, or the name of a hold. They may tell of whomever
 * they are about, so a key that is bound to subjects reads those of its own acts alone. Source: ADR 0314.
 */
export function readsWordsOf({ subjects, keyId }: Pick<Caller, 'subjects' | 'keyId'>, { actor }: { readonly actor: string }): boolean {
  return subjects === undefined || actor === keyId;
}
