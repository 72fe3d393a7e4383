import { FIRST_HITS, isInOtherLanguages } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';

/** Returns true where all that was found first is in other languages than the question. */
export function isOfOtherLanguage({ request }: Pick<Question, 'request'>, opened: readonly OpenedEvent[]): boolean {
  const texts = opened.slice(0, FIRST_HITS).map(({ body }) => body.text);
  return request.queries.every((query) => isInOtherLanguages(query, texts));
}
