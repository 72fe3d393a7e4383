import type { InProcess } from '@total-recall/cli';
import type { Group } from '@total-recall/domain';
import { bootstrapInterval, fractionAt, mean, ndcgAt } from '@total-recall/evaluation';
import type { SpaceQuestion } from './space-questions.ts';
import { shareText } from '../measure/figures.ts';

/** Shares of the best score that an episode's nearness may add to its messages. */
const WEIGHTS = [0.1, 0.2, 0.4];
/** Hits that are ranked anew. */
const HITS = 50;

interface Hit {
  readonly eventId: string;
  readonly unit: string;
  readonly score: number;
}

const MEASURES = {
  'fraction@5': (ranked: readonly string[], gold: ReadonlySet<string>) => fractionAt({ ranked, gold }, 5),
  'fraction@10': (ranked: readonly string[], gold: ReadonlySet<string>) => fractionAt({ ranked, gold }, 10),
  'NDCG@5': (ranked: readonly string[], gold: ReadonlySet<string>) => ndcgAt({ ranked, gold }, 5),
} as const;
const NAMES = Object.keys(MEASURES) as (keyof typeof MEASURES)[];

/**
 * Recall with messages alone, and with each message lent the nearness of its episode to the question, times a weight. The
 * gain is paired by question; its interval is a bootstrap of 1,000.
 */
export async function lendFromEpisodes(
  { target }: InProcess,
  name: string,
  questions: readonly SpaceQuestion[],
  unitOf: ReadonlyMap<string, { readonly key: string }>,
): Promise<string[][]> {
  const asked: { readonly question: SpaceQuestion; readonly hits: readonly Hit[]; readonly nearness: (hit: Hit) => number }[] = [];
  for (const question of questions) {
    const { hits } = await target.retriever.recall({
      tenant: target.tenant,
      space: question.at.space,
      queries: [question.text],
      limit: HITS,
    });
    const { state, index, marksOf } = question.at;
    const marks = marksOf(question.text);
    const episodes = new Map<string, Group>();
    for (const group of state.groups.values())
      if (group.kind === 'episode') for (const { eventId } of group.events) episodes.set(eventId, group);
    const nearness = ({ eventId }: Hit): number => {
      const episode = episodes.get(eventId);
      return episode ? index.nearness(episode, marks) : 0;
    };
    asked.push({
      question,
      nearness,
      hits: hits.map(({ eventId, score }) => ({ eventId, score, unit: unitOf.get(eventId)?.key ?? eventId })),
    });
  }
  const scored = (weight: number): number[][] =>
    asked.map(({ question, hits, nearness }) => {
      const spread = (hits[0]?.score ?? 0) - (hits.at(-1)?.score ?? 0);
      const worth = new Map(hits.map((hit) => [hit, hit.score + weight * spread * nearness(hit)]));
      const ranked = hits.toSorted((a, b) => worth.get(b)! - worth.get(a)!).map(({ unit }) => unit);
      return NAMES.map((measure) => MEASURES[measure](ranked, question.gold));
    });
  const alone = scored(0);
  const row = (weight: number): string[] => {
    const own = scored(weight);
    const cells = NAMES.flatMap((_, at) => {
      const gains = own.map((values, place) => values[at]! - alone[place]![at]!);
      const { low, high } = bootstrapInterval(gains)!;
      return [shareText(mean(own.map((values) => values[at]!))!), weight === 0 ? '' : `${shareText(low)} to ${shareText(high)}`];
    });
    return [`${name}, ${weight === 0 ? 'messages alone' : `weight ${weight}`}`, String(asked.length), ...cells];
  };
  return [0, ...WEIGHTS].map(row);
}

lendFromEpisodes.columns = ['', 'n', ...NAMES.flatMap((measure) => [measure, 'gain (95 %)'])] as readonly string[];
