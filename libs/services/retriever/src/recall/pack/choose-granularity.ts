import { chooseGranularity as choose, type Granularity } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { RankedQuery } from '../rank/rank-query.ts';

/** Chooses the scope of the answer, where the request does not name one. */
export function chooseGranularity({ request, asking }: Question, queries: readonly RankedQuery[]): Granularity {
  if (request.granularity !== undefined) return request.granularity;
  const phase = asking.task?.phase;
  return choose({
    queries: request.queries,
    hasIdentifier: queries.some((query) => query.asked.exact.includes(true)),
    ...(phase === undefined ? {} : { phase }),
  });
}
