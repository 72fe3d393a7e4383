import { isUntimed, type StatedSentence } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import { unranked } from '../rank/merge-queries.ts';
import { openEvents, type OpenRun } from '../open/open-events.ts';
import type { LoadedEvent } from './load-passages.ts';
import { passageAt } from './replaced-passages.ts';
import { byteRangeOf } from '../open/byte-range.ts';

/** Most events read to learn whether the answer may tell that something ended. */
const MOST_ENDS = 64;

/**
 * Marks events that state a fact of what is asked with when it is true: of several facts the one whose sentence holds most
 * of the query. An end that another event says is left out where the request may not see that event.
 */
export async function markValidity(
  run: OpenRun,
  question: Question,
  events: readonly LoadedEvent[],
  shareOf: (text: string) => number,
): Promise<LoadedEvent[]> {
  const stated = events.map((event) => statedIn(event, question.decisions.stated, shareOf));
  const readable = await readableOf(run, question, events, stated);
  return events.map((event, at) => {
    const sentence = stated[at];
    if (sentence === undefined) return event;
    const { fullText = '', opened } = event;
    const { from, to, since, isDated, until, endedBy } = sentence;
    // Nobody knows since when something is so that was said at an unknown time.
    const isSince = isDated || !isUntimed(opened.body.meta);
    const isUntil = until !== undefined && (endedBy === undefined || readable.has(endedBy));
    if (!isSince && !isUntil) return event;
    const place = byteRangeOf(fullText, from, to);
    return { ...event, validity: { ...(isSince && { since }), ...(isUntil && { until }), place } };
  });
}

function statedIn(
  event: LoadedEvent,
  stated: Question['decisions']['stated'],
  shareOf: (text: string) => number,
): StatedSentence | undefined {
  const { fullText = '', opened } = event;
  if (opened.redacted) return undefined;
  let best: { readonly share: number; readonly sentence: StatedSentence } | undefined;
  for (const sentence of stated.get(opened.envelope.id) ?? []) {
    const share = passageAt(event, sentence.from) < 0 ? 0 : shareOf(fullText.slice(sentence.from, sentence.to));
    if (share > (best?.share ?? 0)) best = { share, sentence };
  }
  return best?.sentence;
}

/** Returns those of the events that say an end which the request may see, or whose reader has them already. */
async function readableOf(
  run: OpenRun,
  question: Question,
  events: readonly LoadedEvent[],
  stated: readonly (StatedSentence | undefined)[],
): Promise<ReadonlySet<string>> {
  const shown = events.flatMap(({ opened }) => (opened.redacted ? [] : [opened.envelope.id]));
  const readable = new Set([...shown, ...(question.request.without ?? [])]);
  const missing = new Set(stated.flatMap((sentence) => sentence?.endedBy ?? []).filter((eventId) => !readable.has(eventId)));
  const ranked = [...missing].slice(0, MOST_ENDS).map(unranked);
  const opened = ranked.length === 0 ? [] : await openEvents(run, question, ranked, ranked.length);
  for (const { envelope, redacted } of opened) if (!redacted) readable.add(envelope.id);
  return readable;
}
