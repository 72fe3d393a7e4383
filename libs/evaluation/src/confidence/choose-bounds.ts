import { probabilityOf, STORE_KINDS, storeKindOf, type LogisticModel, type OutcomeBounds, type StoreKind } from '@total-recall/domain';
import { mean } from '../ranking-measures.ts';
import type { AnswerExample } from './collect-examples.ts';

/**
 * At most this share of the questions without an answer may be answered, as the mean over kinds of stores. Generated ones are asked in the words of
 * others that have an answer, so they are the hardest there are: of questions that people write, a third as many are answered.
 */
const ANSWERED_WRONGLY = 0.2;
/** At least this share of the answerable ones that are answered holds the answer. */
const RIGHT_OF_ANSWERED = 0.9;
/** At most this share of what could be answered may be withheld as nothing found. */
const WITHHELD = 0.03;
/** Nothing is withheld above this chance, however rare that is: it costs too much where one was wrong. */
const MOST_NOTHING = 0.12;
/** Below this it is said that nothing was found in any case: the nearest is shown in a few words, which are all of a short message. */
const LEAST_NOTHING = 0.1;
const STEPS = 100;
/** Questions that a kind of store must have to count. */
const FEWEST = 20;

interface Judged {
  readonly chance: number;
  readonly group: string;
  readonly answerable: boolean;
  readonly right: boolean;
}

/**
 * The chances that part the outcomes, for talk and for work: the lowest from which on few questions without an answer are answered and what is
 * answered is there, and the highest below which hardly anything answerable lies. Questions of another store are too easy to count.
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
    judged.filter(({ answerable }) => !answerable),
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

/** Of those whose answer was there to be given: what is withheld although nothing of it was found costs nobody anything. */
function nothingBelow(judged: readonly Judged[]): number {
  const known = judged.filter(({ right }) => right);
  for (let step = MOST_NOTHING * STEPS; step > LEAST_NOTHING * STEPS; step -= 1)
    if (1 - shareFrom(known, step / STEPS) <= WITHHELD) return step / STEPS;
  return LEAST_NOTHING;
}

function shareFrom(judged: readonly Judged[], bound: number): number {
  return judged.filter(({ chance }) => chance >= bound).length / Math.max(1, judged.length);
}
