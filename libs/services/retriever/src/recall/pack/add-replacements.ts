import type { MergedEvent } from '../rank/merge-queries.ts';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';
import { openEvents, type OpenedEvent, type OpenRun } from '../open/open-events.ts';
import { shareIn } from './apply-updates.ts';
import type { LoadedEvent } from './load-passages.ts';
import { replacedIn } from './replaced-passages.ts';

/** Most events that are added. */
const MOST = 8;
/** Share of the query's weight that a replaced sentence must hold for the event that replaced it to be added. */
const LEAST_SHARE = 0.5;

/**
 * Opens the events that say now what an event of the answer said before, where the query asks for it and they were not
 * found themselves. Each stands where the older event stands; the updates then put it before that one.
 */
export async function addReplacements(
  run: OpenRun & { readonly deps: Pick<RetrieverDeps, 'analyser'> },
  question: Question,
  loaded: readonly LoadedEvent[],
  weights: ReadonlyMap<string, number>,
): Promise<OpenedEvent[]> {
  const { replaced } = question.decisions;
  if (replaced.size === 0) return [];
  const share = shareIn(run.deps.analyser, weights);
  const known = new Set(loaded.map(({ opened }) => opened.envelope.id));
  const missing = new Map<string, MergedEvent>();
  for (const event of loaded) {
    for (const { passage, text, by } of replacedIn(event, replaced)) {
      if (known.has(by.eventId) || missing.has(by.eventId) || !(share(text) >= LEAST_SHARE)) continue;
      const { score } = event.passages[passage]!;
      missing.set(by.eventId, { eventId: by.eventId, score, sources: [], passages: [], factors: {} });
    }
  }
  const ranked = [...missing.values()].slice(0, MOST);
  return ranked.length === 0 ? [] : openEvents(run, question, ranked, ranked.length);
}
