import type { TextAnalyser } from '@total-recall/domain';
import type { MemoryIndex, TextFilter } from '@total-recall/ports';
import type { Turn } from '@total-recall/runtime';
import { candidatesCost } from '../../work-costs.ts';
import { holdsAll } from './add-by-cues.ts';
import { headerCues, TIMED_CANDIDATES } from './add-timed-candidates.ts';
import type { SearchInput } from './query-candidates.ts';
import type { RecordedTimes } from './recorded-times.ts';

/** Events that answer a question for the first or the last: the last may be the question itself, in other words. */
export const AT_END = 3;
/** Most searches; each leaves about a hundredth of them. */
const MOST_STEPS = 8;

interface NarrowDeps {
  readonly index: Pick<MemoryIndex, 'searchText'>;
  readonly analyser: TextAnalyser;
  readonly turn: Pick<Turn, 'spend'>;
  readonly recordedTimes: RecordedTimes;
}

/**
 * Narrows the filter of a search in time until it holds the first or last events of its kinds, and no more than are looked at. The
 * index does not search by time alone: each step takes what it found for a sample, and goes on beyond its third from the
 * end. The filter goes by stamps, so the first events of more than are looked at are without those stamped ahead of now.
 */
export async function narrowToEnd(
  { index, analyser, turn, recordedTimes }: NarrowDeps,
  { tenant, space, filter, speaker }: SearchInput,
  order: 'first' | 'last',
): Promise<TextFilter> {
  const terms = speaker ?? headerCues(analyser, filter.kinds);
  let own = filter;
  for (let step = 0; step < MOST_STEPS; step++) {
    const found = await index.searchText({ tenant, space, terms, limit: TIMED_CANDIDATES, filter: own });
    await turn.spend(candidatesCost(found.length));
    if (found.length < TIMED_CANDIDATES) return own;
    const meant = speaker === undefined ? found : found.filter(holdsAll);
    if (meant.length < AT_END) return own;
    const recorded = await recordedTimes(meant);
    const ofEvents = new Map(meant.map(({ eventId, occurredAt }) => [eventId, recorded.get(eventId) ?? occurredAt]));
    const times = [...ofEvents.values()].sort((a, b) => a - b);
    const next =
      order === 'last' ? { ...own, fromTime: times.at(-AT_END) ?? times[0]! } : { ...own, toTime: times[AT_END - 1] ?? times.at(-1)! };
    if (next.fromTime === own.fromTime && next.toTime === own.toTime) return own;
    own = next;
  }
  return own;
}
