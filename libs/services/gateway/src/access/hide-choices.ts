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
  const compaction = body?.compaction;
  if (body === undefined || compaction === undefined || !('knowledge' in compaction) || compaction.knowledge === undefined) return view;
  const { facts: _named, audience: _whose, ...choice } = compaction.knowledge;
  return { ...view, body: { ...body, compaction: { ...compaction, knowledge: { ...choice, facts: [] } } } };
}
