import { byLatestFirstSaid, topicWords, type SpaceUnits, type StatedUnit, type Unit } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { ModelSweepDeps } from '../model-deps.ts';
import { readStatedUnits } from '../stated-units.ts';
import { EDIT_LIMITS } from './edit-question.ts';

/** A fact with those near it, the fact itself first. */
export type EditContext = readonly StatedUnit[];

/** Facts of one subject that are read to find those near a fact, the latest. */
const MOST_READ = 128;

/**
 * Returns the neighbourhoods of facts: those of its label, subject and audience that share a word with it, most words first. A fact
 * that is alone is looked at for a split where its sentence is long enough to state two things.
 */
export async function findContexts(
  deps: ModelSweepDeps,
  place: SpacePlace,
  state: SpaceUnits,
  added: readonly Unit[],
): Promise<readonly EditContext[]> {
  const contexts: EditContext[] = [];
  for (const unit of added) {
    if (unit.status.is !== 'current' || unit.byPerson) continue;
    const others = [...state.units.values()]
      .filter((one) => one.id !== unit.id && one.status.is === 'current' && !one.byPerson)
      .filter((one) => one.label === unit.label && one.subject === unit.subject && one.audience === unit.audience)
      .toSorted(byLatestFirstSaid)
      .slice(0, MOST_READ);
    const [target, ...read] = await readStatedUnits(deps, place, [unit, ...others]);
    if (target?.unit.id !== unit.id) continue;
    const near = nearest(target, read);
    if (near.length > 0 || isLong(target)) contexts.push([target, ...near]);
  }
  return contexts;
}

function nearest(target: StatedUnit, others: readonly StatedUnit[]): StatedUnit[] {
  const words = topicWords(target.stated, target.source);
  return others
    .map((one) => ({ one, shared: [...topicWords(one.stated, one.source)].filter((word) => words.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared || (a.one.unit.id < b.one.unit.id ? -1 : 1))
    .slice(0, EDIT_LIMITS.near)
    .map(({ one }) => one);
}

/** Characters and a comma, semicolon or joining word, below which a sentence states one thing. */
const LONG_CHARS = 60;
const JOINED = /[,;:]|\b(?:and|but|und|aber|et|mais|y|pero|e|ma)\b/iu;

function isLong({ stated: { from, to }, source }: StatedUnit): boolean {
  return to - from >= LONG_CHARS && JOINED.test(source.text.slice(from, to));
}
