/** A fact that a person wrote. */
export interface KnownFact {
  readonly id: string;
  readonly attribute: string;
  readonly value: string;
  /** The event that states it. */
  readonly eventId: string;
  /** Its place among all that were written. */
  readonly order: number;
  readonly status: FactStatus;
}

export type FactStatus = { readonly is: 'current' } | { readonly is: 'superseded'; readonly by: string } | { readonly is: 'tombstoned' };

/** An entry of the ledger about facts that persons wrote, with each fact that it changed as it was before; null where it added it. */
export interface LedgerEntry {
  readonly id: string;
  readonly before: ReadonlyMap<string, KnownFact | null>;
  undoneBy?: string;
  /** True for the undoing of another entry. */
  readonly isUndoing?: true;
}

/** Models the ledger by persons' decisions alone: sweeps are left out, as they must not touch what a person wrote. */
export interface FactsModel {
  readonly facts: Map<string, KnownFact>;
  /** Entries that the service knows for undoing; those that knew what was erased are gone. */
  entries: LedgerEntry[];
  /** Facts that were current by each entry, of all that there ever were. */
  readonly byEntry: Map<string, readonly KnownFact[]>;
}

export function emptyFacts(): FactsModel {
  return { facts: new Map(), entries: [], byEntry: new Map() };
}

export function currentFacts({ facts }: FactsModel): KnownFact[] {
  return [...facts.values()].filter(({ status }) => status.is === 'current');
}

/** Takes down an entry that makes facts what they are given as. */
export function decideFacts(model: FactsModel, id: string, now: readonly KnownFact[]): void {
  const before = new Map(now.map((fact) => [fact.id, model.facts.get(fact.id) ?? null]));
  for (const fact of now) model.facts.set(fact.id, fact);
  addEntry(model, { id, before });
}

function addEntry(model: FactsModel, entry: LedgerEntry): void {
  model.entries.push(entry);
  model.byEntry.set(entry.id, currentFacts(model));
}

/** Tells what the service must answer to an undoing: nothing where it may be, else the code of the refusal. */
export function undoRefusal({ entries, facts }: FactsModel, id: string): 'not_found' | 'undo_refused' | undefined {
  const at = entries.findIndex((entry) => entry.id === id);
  const target = entries[at];
  if (!target) return 'not_found';
  if (target.undoneBy !== undefined || target.isUndoing) return 'undo_refused';
  const standsForChanged = (fact: string): boolean => {
    const status = facts.get(fact)?.status;
    return status?.is === 'superseded' && target.before.has(status.by);
  };
  const dependsOn = ({ before }: LedgerEntry): boolean =>
    [...before.keys()].some((fact) => target.before.has(fact) || standsForChanged(fact));
  const standing = entries.slice(at + 1).filter(({ undoneBy, isUndoing }) => undoneBy === undefined && !isUndoing);
  return standing.some(dependsOn) ? 'undo_refused' : undefined;
}

/**
 * Undoes an entry. Returns facts that come back although a person has written another value since: the service puts that
 * one in their place, by an entry of its own.
 */
export function undoEntry(model: FactsModel, id: string, undoing: string): KnownFact[] {
  const target = model.entries.find((entry) => entry.id === id)!;
  const after = new Map([...target.before.keys()].map((fact) => [fact, model.facts.get(fact)!]));
  target.undoneBy = undoing;
  for (const [fact, before] of target.before)
    if (before) model.facts.set(fact, before);
    else model.facts.delete(fact);
  addEntry(model, { id: undoing, before: after, isUndoing: true });
  const isBack = ({ id: fact, status }: KnownFact): boolean => {
    const former = after.get(fact)?.status;
    return status.is === 'current' && (former?.is === 'tombstoned' || (former?.is === 'superseded' && after.has(former.by)));
  };
  const back = [...target.before.values()].filter((fact) => fact !== null).filter(isBack);
  return back.flatMap((fact) => {
    const isSince = (one: KnownFact): boolean => one.attribute === fact.attribute && !after.has(one.id) && one.order > fact.order;
    const since = currentFacts(model).find(isSince);
    return since ? [{ ...fact, status: { is: 'superseded' as const, by: since.id } }] : [];
  });
}

/** Takes out facts whose events are erased, and the entries that knew them. */
export function eraseFacts(model: FactsModel, isErased: (eventId: string) => boolean): void {
  const isLeft = ([id, fact]: readonly [string, KnownFact | null]): boolean => {
    const known = fact ?? model.facts.get(id);
    return !known || !isErased(known.eventId);
  };
  model.entries = model.entries.filter(({ before }) => [...before].every(isLeft));
  for (const [id, { eventId }] of model.facts) if (isErased(eventId)) model.facts.delete(id);
}
