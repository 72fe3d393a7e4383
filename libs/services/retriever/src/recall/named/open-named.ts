import type { RankedPassage } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { Question } from '../ask/read-question.ts';
import { openEvents, type OpenedEvent } from '../open/open-events.ts';
import { alignToCharacters } from '../open/read-passages.ts';
import type { MergedEvent } from '../rank/merge-queries.ts';
import type { RecallRun } from '../recall-run.ts';
import type { NamedEvent } from './read-named.ts';

/** Distance between the scores of two events, in standard deviations: enough for an order, and no reason to leave any out. */
const STEP = 0.001;

/**
 * Opens the events that a recall of nothing but references names, in the order in which they are named. Undefined where it
 * names none, holds other words, too, or may read none of them.
 */
export async function openNamed(
  run: Pick<RecallRun, 'deps' | 'eventsRead'>,
  question: Question,
): Promise<readonly OpenedEvent[] | undefined> {
  const { named, wanted } = question;
  if (named?.isAll !== true) return undefined;
  const ranking = named.events.map(({ eventId }, at): MergedEvent => {
    return { eventId, score: -STEP * at, sources: ['exact'], passages: [], factors: {} };
  });
  const opened = await openEvents(run, question, ranking, wanted);
  if (opened.length === 0) return undefined;
  const parts = new Map(named.events.map((event) => [event.eventId, event.bytes]));
  return Promise.all(opened.map((event) => withPart(run.deps, question, event, parts.get(event.ranked.eventId))));
}

/** Gives an event the part of it that is named as its only passage. */
async function withPart(
  deps: Pick<RetrieverDeps, 'content'>,
  { request }: Question,
  opened: OpenedEvent,
  bytes: NamedEvent['bytes'],
): Promise<OpenedEvent> {
  if (bytes === undefined || opened.redacted) return opened;
  const passage = await alignToCharacters(deps, opened, request, { fromByte: bytes.from, toByte: bytes.to });
  if (passage.fromByte >= passage.toByte) return opened;
  const { ranked } = opened;
  const part: RankedPassage = { part: 1, passage, score: ranked.score };
  return { ...opened, ranked: { ...ranked, passages: [part] } };
}
