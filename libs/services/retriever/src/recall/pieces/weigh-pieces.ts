import type { QuestionKind } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import { raiseStanding } from './raise-standing.ts';
import { spreadPieces } from './spread-pieces.ts';

/**
 * Weighs opened events by what the kinds of the caller's queries ask for: pieces from all along for an order or a
 * summary, and standing instructions and preferences where something shall be made or advised. Other queries leave them
 * as they are.
 */
export function weighPieces(opened: readonly OpenedEvent[], kinds: readonly ReadonlySet<QuestionKind>[]): OpenedEvent[] {
  const every = (...some: QuestionKind[]): boolean => kinds.every((own) => some.some((kind) => own.has(kind)));
  const any = (kind: QuestionKind): boolean => kinds.some((own) => own.has(kind));
  if (every('order', 'summary')) return spreadPieces(opened, { withReplies: every('summary') });
  if (any('ask')) return raiseStanding(opened, 'ask');
  return any('when') ? raiseStanding(opened, 'when') : [...opened];
}
