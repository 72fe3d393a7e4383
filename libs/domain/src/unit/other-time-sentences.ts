import { knownUnits, type KnownUnit, type UnitMoment } from './known-units.ts';
import type { ReplacedSentence } from './replaced-sentences.ts';
import type { SpaceUnits } from './space-units.ts';
import type { UnitEvidence } from './unit.ts';

/** Most supersessions that are followed from a fact to what was true at the time. */
const MOST_STEPS = 64;

/**
 * Returns the sentences of facts that were not true at a time, by the id of their event, each with the sentence of what was
 * true then instead: what came before or after it in a chain of replacements, or else tells the same thing. A fact without
 * one is left out, and so is every fact that is private to a person, or that a person forgot. Source: R17.
 */
export function otherTimeSentences(
  state: Pick<SpaceUnits, 'units'>,
  { validAt, asOf }: Pick<UnitMoment, 'asOf'> & { readonly validAt: number },
): Map<string, ReplacedSentence[]> {
  const all = knownUnits(state, asOf === undefined ? {} : { asOf }).filter(isCompared);
  const known = new Map(all.map((unit) => [unit.id, unit]));
  const isHeld = (unit: KnownUnit): boolean =>
    !isCorrected(unit) && unit.since <= validAt && (unit.until === undefined || validAt < unit.until);
  const held = new Set(all.filter(isHeld));
  // The one that began last counts where several of a key were true.
  const byKey = new Map([...held].sort((a, b) => a.since - b.since).map((unit) => [unit.key, unit]));
  const before = new Map<KnownUnit, KnownUnit>();
  for (const unit of held) for (const later of chainOf(known, unit)) if (!held.has(later)) before.set(later, unit);
  const found = new Map<string, ReplacedSentence[]>();
  for (const unit of all) {
    if (held.has(unit)) continue;
    const instead = chainOf(known, unit).find((later) => held.has(later)) ?? before.get(unit) ?? byKey.get(unit.key);
    const by = instead && firstSaid(instead);
    if (by === undefined) continue;
    for (const { eventId, from, to } of unit.evidence) {
      if (eventId === by.eventId && from === by.from) continue;
      const own = found.get(eventId);
      if (own === undefined) found.set(eventId, [{ from, to, by }]);
      else own.push({ from, to, by });
    }
  }
  return found;
}

/** Units that others stand for say nothing that these do not. */
function isCompared({ status, audience }: KnownUnit): boolean {
  return audience === undefined && (status.is === 'current' || status.is === 'superseded');
}

function isCorrected({ status }: KnownUnit): boolean {
  return status.is === 'superseded' && status.reason === 'corrected';
}

/** Returns what replaced a unit, and what replaced that, in this order. */
function chainOf(known: ReadonlyMap<string, KnownUnit>, { id, status }: KnownUnit): KnownUnit[] {
  const chain: KnownUnit[] = [];
  let last = status;
  while (chain.length < MOST_STEPS && last.is === 'superseded') {
    const next = known.get(last.by);
    if (next === undefined || next.id === id) break;
    chain.push(next);
    last = next.status;
  }
  return chain;
}

function firstSaid({ evidence }: KnownUnit): UnitEvidence | undefined {
  return evidence.reduce<UnitEvidence | undefined>((first, one) => (first === undefined || one.at < first.at ? one : first), undefined);
}
