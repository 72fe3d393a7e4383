import { knowledgeIn } from '@total-recall/domain';
import type { EventView } from '@total-recall/ports';
import type { Caller } from '../gateway.ts';

/**
 * Returns events as a caller may see them. A compaction that chose known facts names each by its place, those that are
 * private to one person too, so a key that is bound to subjects gets it without the choice.
 */
export function withoutChoices<View extends Pick<EventView, 'body'>>(
  { subjects }: Pick<Caller, 'subjects'>,
  views: readonly View[],
): View[] {
  return subjects === undefined ? [...views] : views.map(withoutChoice);
}

function withoutChoice<View extends Pick<EventView, 'body'>>(view: View): View {
  const { body } = view;
  const chosen = knowledgeIn(body?.compaction);
  if (chosen === undefined) return view;
  const { facts: _named, audience: _whose, ...choice } = chosen;
  return { ...view, body: { ...body, compaction: { ...body!.compaction, knowledge: { ...choice, facts: [] } } } };
}
