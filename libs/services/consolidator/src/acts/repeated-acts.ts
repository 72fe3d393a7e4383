import type { LedgerAct, LedgerEntry, UnitDecision } from '@total-recall/domain';
import type { NewFact, PersonsAct, SpacePlace } from '@total-recall/ports';
import { deriveUlid, hashHex, originHash, TotalRecallError } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import type { ReadSource } from '../facts/read-sources.ts';

/**
 * Returns the id of the entry that a key names, the same for every repeat. It holds no time: the ledger is ordered by the
 * numbers of its entries, and a repeat cannot know when the first call was made.
 */
export function entryIdOf({ tenant, space }: SpacePlace, idempotencyKey: string): string {
  return deriveUlid(0, originHash([tenant, space, 'act', hashHex(idempotencyKey)]));
}

/** Returns the entry that an earlier call with the same key made; undefined where there is none, or no key. */
export async function madeBefore({ ledger }: Pick<ConsolidatorDeps, 'ledger'>, by: PersonsAct): Promise<LedgerEntry | undefined> {
  return by.idempotencyKey === undefined ? undefined : ledger.find(by.tenant, entryIdOf(by, by.idempotencyKey));
}

/** Refuses a key that was used for something else. */
export function requireSame(isSame: boolean): asserts isSame {
  if (!isSame)
    throw new TotalRecallError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another decision. Use a new key for a new one.',
    );
}

/** The error for a repeat whose fact is gone since. */
export function goneSince({ id }: LedgerEntry): TotalRecallError {
  return new TotalRecallError('erased', `Entry ${id} did this already, and what it was about was erased since.`, {
    details: { entryId: id },
  });
}

/** Returns what a decision of a person or an agent of this type did; undefined where the entry is another one. */
export function decisionsOf(act: LedgerAct): readonly UnitDecision[] | undefined {
  return act.type === 'UnitsDecided' && (act.byPerson || act.byAgent) ? act.decisions : undefined;
}

/** Returns true where an event is what this fact would be written as. */
export function saysSame({ source, facts: [stated] }: ReadSource, wanted: NewFact): boolean {
  const said = { ...stated, text: source.text };
  const asked: NewFact = { ...wanted, text: wanted.text.trim() };
  return (['label', 'subject', 'attribute', 'value', 'text', 'validFrom', 'validTo'] as const).every(
    (field) => said[field] === asked[field],
  );
}
