import { byFirstSaid, type KnownUnit } from '../unit/known-units.ts';

/** Most facts of one profile, and of these most that hold no more and tell one thing. */
export const PROFILE_LIMITS = { facts: 1_000, historyAKey: 50 } as const;

/** The facts of a profile, the first said first, with counts of those that found no room. */
export interface ProfileFacts {
  readonly shown: readonly KnownUnit[];
  /** Facts that hold or are to come. */
  readonly left: number;
  /** Facts that hold no more. */
  readonly historyLeft: number;
}

/**
 * Chooses the facts of a profile: those that stand, which hold or are to come, then those that hold no more, of each
 * attribute the latest. Of what stands comes first what a person wrote, then what is about persons and how they want
 * things done, as it is said once and long ago, then the latest. Pure.
 */
export function chooseProfileFacts(units: readonly KnownUnit[], stands: (unit: KnownUnit) => boolean): ProfileFacts {
  const { true: standing = [], false: over = [] } = Object.groupBy(units, (unit) => `${stands(unit)}` as const);
  const shown = standing.sort(byRank).slice(0, PROFILE_LIMITS.facts);
  const ofKey = new Map<string, number>();
  const room = PROFILE_LIMITS.facts - shown.length;
  const history: KnownUnit[] = [];
  for (const unit of over.sort(latestFirst)) {
    const before = ofKey.get(unit.key) ?? 0;
    if (history.length === room) break;
    if (before === PROFILE_LIMITS.historyAKey) continue;
    ofKey.set(unit.key, before + 1);
    history.push(unit);
  }
  return {
    shown: [...shown, ...history].sort(byFirstSaid),
    left: standing.length - shown.length,
    historyLeft: over.length - history.length,
  };
}

function byRank(a: KnownUnit, b: KnownUnit): number {
  return Number(b.byPerson) - Number(a.byPerson) || Number(isOfPersons(b)) - Number(isOfPersons(a)) || latestFirst(a, b);
}

function isOfPersons({ label }: KnownUnit): boolean {
  return label === 'user' || label === 'feedback';
}

function latestFirst(a: KnownUnit, b: KnownUnit): number {
  return byFirstSaid(b, a);
}
