import type { UnitDecision } from '@total-recall/domain';
import { isAtOneTime } from '../acts/at-one-time.ts';
import type { ReadSource } from '../facts/read-sources.ts';
import { isWithdrawn, type FoundFact, type KnownFact } from './decide-facts.ts';
import { mayReplace } from './may-replace.ts';

/**
 * Returns true for a fact that a person wrote in another space, from where its event was imported. Nobody knows here who
 * that was, and no key is taken for them; that a person wrote it still holds. A fact about a person is one only where its
 * event bears that person's label, as one written here does: a key that is bound to persons may append no other.
 */
export function isOfPerson({ isImported, isByAgent, source }: ReadSource, { stated: { label, subject } }: FoundFact): boolean {
  return isImported === true && isByAgent !== true && (label !== 'user' || subject === 'user' || subject === source.subject?.toLowerCase());
}

/**
 * Decides about such a fact as the act that writes one by hand: it is added, replaces what tells another value of its thing
 * at one time with it, also what a person wrote before, and is replaced by what a person wrote here since. `decided` is what
 * any statement would do. Returns undefined where that is all: where what it says was withdrawn here, or a person wrote it.
 */
export function decideImported(
  found: FoundFact,
  known: readonly KnownFact[],
  decided: readonly UnitDecision[],
): UnitDecision[] | undefined {
  const { unit } = found;
  const confirmed = decided.flatMap((one) => (one.do === 'confirm' ? [one.unit] : []));
  const own = known.filter((one) => confirmed.includes(one.unit.id));
  const isAdded = decided.some((one) => one.do === 'add' && one.unit.id === unit.id);
  if (!isAdded && (own.length === 0 || own.some((one) => one.unit.byPerson || isWithdrawn(one.unit.status)))) return undefined;
  const since = { ...unit, knownAt: unit.evidence.at };
  const ofThing = known.filter(
    (one) => one.unit.key === unit.key && one.unit.status.is === 'current' && mayReplace(one, found) && isAtOneTime(one.unit, since),
  );
  const isLater = (one: KnownFact): boolean => one.unit.knownAt > since.knownAt && !confirmed.includes(one.unit.id);
  const [next] = ofThing.filter((one) => isLater(one) && one.unit.byPerson).sort((a, b) => a.unit.knownAt - b.unit.knownAt);
  return [
    { do: 'add', unit },
    ...ofThing.filter((one) => !isLater(one)).map((one) => superseded(one.unit.id, unit.id)),
    ...(next ? [superseded(unit.id, next.unit.id)] : []),
  ];
}

const superseded = (unit: string, by: string): UnitDecision => ({ do: 'supersede', unit, by, reason: 'later_statement' });
