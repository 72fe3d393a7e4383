import { speakerName } from '../fact/label-of.ts';
import { singular, wordsOf } from '../fact/normal-words.ts';
import type { FactSource, StatedFact } from '../fact/stated-fact.ts';
import { KNOWN_ATTRIBUTES } from '../unit/fact-pointers.ts';
import { countsFrom, lastSaid } from '../unit/last-said.ts';
import type { Unit } from '../unit/unit.ts';
import type { ProposalCode } from './proposal-code.ts';
import { topicWords } from './topic-words.ts';

/** A unit with what it states and where. */
export interface StatedUnit {
  readonly unit: Pick<
    Unit,
    'id' | 'label' | 'key' | 'subject' | 'audience' | 'evidence' | 'knownAt' | 'lastAt' | 'byPerson' | 'status' | 'validFrom'
  >;
  readonly stated: StatedFact;
  readonly source: FactSource;
}

/**
 * Returns why a later statement may not replace an earlier one, by the same gates as the rules have; undefined if it
 * may. Two facts are of one thing if they tell the same attribute, one of them maybe in fewer words ("rent", "monthly
 * rent"), or share a word beside their values where one names none.
 */
export function replacementProblem(earlier: StatedUnit, later: StatedUnit): ProposalCode | undefined {
  const [old, now] = [earlier.unit, later.unit];
  if (old.id === now.id) return 'ARITY_FAIL';
  if (old.audience !== now.audience) return 'VISIBILITY_FAIL';
  if (old.label !== now.label || old.subject !== now.subject || speakerOf(earlier.source) !== speakerOf(later.source)) return 'NORM_FILTER';
  if (!isOfOneThing(earlier.stated, earlier.source, later.stated, later.source)) return 'NORM_FILTER';
  if (old.byPerson || old.status.is !== 'current' || now.status.is !== 'current') return 'APPLICABLE_FAIL';
  return isBefore(earlier, later) ? undefined : 'APPLICABLE_FAIL';
}

/** True where all that is known to state the earlier fact was said before the later one, and none announces it for later. */
function isBefore({ unit: old, source: inOld, stated: a }: StatedUnit, { unit: now, source: inNow, stated: b }: StatedUnit): boolean {
  if (countsFrom(old) > countsFrom(now)) return false;
  const last = lastSaid(old);
  if (last !== now.knownAt) return last < now.knownAt;
  if (inOld.session !== inNow.session) return old.id < now.id;
  return inOld.ordinal < inNow.ordinal || (inOld.ordinal === inNow.ordinal && a.from < b.from);
}

/** Returns the speaker, as another's words never replace a person's own. */
function speakerOf(source: FactSource): string {
  const { kind, agent = '' } = source;
  return kind === 'agent_message' || kind === 'decision' ? `agent ${agent}` : speakerName(source);
}

function isOfOneThing(a: StatedFact, inA: FactSource, b: StatedFact, inB: FactSource): boolean {
  if (a.attribute !== undefined && a.attribute === b.attribute) return true;
  if (a.attribute !== undefined && b.attribute !== undefined && isKnown(a.attribute) === isKnown(b.attribute))
    return !isKnown(a.attribute) && isNamedWithin(a.attribute, b.attribute);
  const words = topicWords(a, inA);
  return [...topicWords(b, inB)].some((word) => words.has(word));
}

/** Returns true where one name has all words of the other. */
function isNamedWithin(a: string, b: string): boolean {
  const [short, long] = [a, b].map((name) => wordsOf(name).map(singular)).toSorted((one, other) => one.length - other.length);
  return short!.length > 0 && short!.every((word) => long!.includes(word));
}

function isKnown(attribute: string | undefined): boolean {
  return (KNOWN_ATTRIBUTES as readonly (string | undefined)[]).includes(attribute);
}
