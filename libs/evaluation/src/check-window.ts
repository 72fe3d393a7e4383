import { checkPairs, type AssembledWindow } from '@total-recall/domain';

/** A broken invariant of a window; the id is the invariant's. */
export interface WindowViolation {
  readonly id: string;
  readonly what: string;
  readonly windowId?: string;
}

/** Checks I-03 to I-06 of an assembled window. `tail` are the events of the latest turn, which must all be in it. */
export function checkWindow(window: AssembledWindow, tail: readonly string[]): WindowViolation[] {
  const found: WindowViolation[] = [];
  const report = (id: string, what: string) => found.push({ id, what, windowId: window.windowId });
  const { budgets, tokens, blocks } = window;
  if (tokens.total + budgets.headroom > budgets.window)
    report('I-04', `${tokens.total} tokens and ${budgets.headroom} of headroom in ${budgets.window}`);
  const counted = blocks.reduce((sum, block) => sum + block.tokens, 0);
  if (counted > tokens.total) report('I-04', `blocks of ${counted} tokens counted as ${tokens.total}`);
  for (const violation of checkPairs(blocks)) report(violation.id, violation.what);
  const shown = new Set(blocks.map((block) => block.eventId));
  for (const id of tail) if (!shown.has(id)) report('I-03', `${id} of the last turn is not in the window`);
  const markers = blocks.filter((block) => block.kind === 'marker');
  if (markers.length > budgets.markerCap) report('I-06', `${markers.length} markers`);
  for (const marker of markers) if (marker.tokens > 60) report('I-06', `marker ${marker.markerId ?? ''} takes ${marker.tokens} tokens`);
  return found;
}
