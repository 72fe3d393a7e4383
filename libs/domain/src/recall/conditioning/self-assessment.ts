import { OUTCOME_TAGS } from '../../event/event-kind.ts';
import type { AskingTask, ConditionedEvent } from './conditioning-input.ts';

const OUTCOME = 2;
const OUTCOMES: ReadonlySet<string> = new Set(OUTCOME_TAGS);

/** Returns 2 for mistakes, successes and lessons where the task requires self-assessment. Source: 002 A.3. */
export function selfAssessment(
  { tags }: Pick<ConditionedEvent, 'tags'>,
  { requiresSelfAssessment }: Pick<AskingTask, 'requiresSelfAssessment'>,
): number {
  return requiresSelfAssessment && tags.some((tag) => OUTCOMES.has(tag)) ? OUTCOME : 1;
}
