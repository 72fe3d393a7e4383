import type { EventBody } from '../event/event-body.ts';
import type { EventKind } from '../event/event-kind.ts';
import { neutralise } from '../fence/neutralise.ts';
import { findRecalled } from '../recall/find-recalled.ts';

/**
 * The text of an event as a window shows it. What recall or open returned stands as it was returned, as far as its fence reaches: its evidence was
 * made harmless then. Thinking stays as its vendor signed it.
 */
export function showText(kind: EventKind, { recall }: Pick<EventBody, 'recall'>, text: string): string {
  if (kind === 'thinking') return text;
  if (recall === undefined) return neutralise(text);
  // Where an event says something else too, ingest found the answers in it by ids of ours; else only the one that its receipt names is taken.
  const isWithin = (at: number): boolean => recall.within?.some(({ from }) => from === at) ?? false;
  const answers = findRecalled(text, (id) => recall.within !== undefined || id === recall.retrievalId).filter(
    ({ from, closed }) => closed && (recall.within === undefined || isWithin(from)),
  );
  let shown = '';
  let at = 0;
  for (const { from, to } of answers) {
    shown += neutralise(text.slice(at, from)) + text.slice(from, to);
    at = to;
  }
  return shown + neutralise(text.slice(at));
}
