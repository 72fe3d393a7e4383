import type { Fact, SpacePlace } from '@total-recall/ports';
import { unitsFor, type ListDeps } from './list-facts.ts';
import { viewFacts } from './view-facts.ts';

/** Latest facts about a subject that a new one is compared with, and the most that are named beside it. */
const COMPARED = 200;
const NAMED = 3;
/** Least part of the words of the shorter of two sentences that the other holds, too, where they seem to tell of one thing. */
const ALIKE = 0.5;

/**
 * Returns facts that hold about the same subject and seem to tell the same thing, but were not replaced: another speaker
 * said them, or they name no attribute. Who writes a fact should see that they stand beside it.
 */
export async function factsBeside(deps: ListDeps, { tenant, space }: SpacePlace, fact: Fact): Promise<Fact[]> {
  const { id, label, subject, attribute } = fact;
  const units = await unitsFor(deps, { tenant, space, label, subject });
  const known = await viewFacts(deps, { tenant, space }, units.filter((unit) => unit.id !== id).slice(-COMPARED));
  const words = wordsOf(fact.text);
  return known
    .map((other) => ({ other, share: attribute !== undefined && attribute === other.attribute ? 1 : shareOf(words, wordsOf(other.text)) }))
    .filter(({ other, share }) => share > ALIKE && !saysOtherThing(attribute, other.attribute))
    .toSorted((a, b) => b.share - a.share || b.other.knownAt - a.other.knownAt)
    .slice(0, NAMED)
    .map(({ other }) => other);
}

/** Two attributes are two things, however alike their sentences are. */
function saysOtherThing(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function shareOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size);
  return least === 0 ? 0 : [...one].filter((word) => other.has(word)).length / least;
}
