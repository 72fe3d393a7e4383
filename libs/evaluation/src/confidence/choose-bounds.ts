import { probabilityOf, STORE_KINDS, storeKindOf, type LogisticModel, type OutcomeBounds, type StoreKind } from '@total-recall/domain';
import { mean } from '../ranking-measures.ts';
import type { AnswerExample } from './collect-examples.ts';

/**
 * Largest share of unanswerable questions that may be answered, as the mean over kinds of stores. Generated ones reuse
 * the words of answerable questions and so are the hardest; of questions that people write, a third as many are
 * answered.
 */
const ANSWERED_WRONGLY = 0.18;
/** Smallest share of the answered answerable questions for which the answer is there. */
const RIGHT_OF_ANSWERED = 0.9;
/** Largest share of answerable questions that may get the outcome `nothing_found`. */
const WITHHELD = 0.03;
/** Highest bound for `nothing_found`. Above it a wrong one costs too much, however rare. */
const MOST_NOTHING = 0.12;
/**
 * Lowest bound for `nothing_found`. Below it the answer shows only the nearest hits, in a few words, which is all of a
 * short message.
 */
const LEAST_NOTHING = 0.1;
const STEPS = 100;
/** Kind of store whose questions without an answer share no word with it: hardly one is ever answered, which says nothing of others. */
const EASILY_UNKNOWN = 'roundabout';
/** Number of questions that a kind of store needs to count. */
const FEWEST = 20;

interface Judged {
  readonly chance: number;
  readonly group: string;
  readonly answerable: boolean;
  readonly right: boolean;
}

/**
 * Chooses the bounds between outcomes, for talk and for work. `answeredFrom` is the lowest that answers few
 * unanswerable questions and has the answer in most it answers; `nothingBelow` is the highest below which hardly any
 * answerable question lies. Questions about another store are too easy and do not count.
 */
export function chooseBounds(examples: readonly AnswerExample[], model: LogisticModel): Record<StoreKind, OutcomeBounds> {
  const own = examples.filter(({ kind }) => !kind.endsWith('of another store'));
  return Object.fromEntries(
    STORE_KINDS.map((storeKind) => {
      const judged = own
        .filter(({ features }) => storeKindOf(features) === storeKind)
        .map(({ features, kind, answerable, right }): Judged => ({
          chance: probabilityOf(model, features),
          group: kind.split(':')[0]!,
          answerable,
          right,
        }));
      return [storeKind, { answeredFrom: answeredFrom(judged), nothingBelow: nothingBelow(judged) }];
    }),
  ) as Record<StoreKind, OutcomeBounds>;
}

function answeredFrom(judged: readonly Judged[]): number {
  const byGroup = Map.groupBy(
    judged.filter(({ answerable, group }) => !answerable && group !== EASILY_UNKNOWN),
    ({ group }) => group,
  );
  const unknown = [...byGroup.values()].filter((group) => group.length >= FEWEST);
  for (let step = STEPS / 2; step < STEPS; step += 1) {
    const bound = step / STEPS;
    const wrongly = mean(unknown.map((group) => shareFrom(group, bound))) ?? 0;
    const answered = judged.filter(({ answerable, chance }) => answerable && chance >= bound);
    if (wrongly <= ANSWERED_WRONGLY && answered.filter(({ right }) => right).length >= RIGHT_OF_ANSWERED * answered.length) return bound;
  }
  return 1;
}

/** Considers only questions whose answer was found: withholding anything else costs nothing. */
function nothingBelow(judged: readonly Judged[]): number {
  const known = judged.filter(({ right }) => right);
  for (let step = MOST_NOTHING * STEPS; step > LEAST_NOTHING * STEPS; step -= 1)
    if (1 - shareFrom(known, step / STEPS) <= WITHHELD) return step / STEPS;
  return LEAST_NOTHING;
}

function shareFrom(judged: readonly Judged[], bound: number): number {
  return judged.filter(({ chance }) => chance >= bound).length / Math.max(1, judged.length);
}
