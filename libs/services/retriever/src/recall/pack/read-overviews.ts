import {
  chooseSentences,
  evidenceText,
  labelWords,
  overviewText,
  rulesOf,
  type Granularity,
  type RecallOverview,
} from '@total-recall/domain';
import { bytesCost } from '../../work-costs.ts';
import type { Question } from '../ask/read-question.ts';
import { openEvents, type OpenedEvent } from '../open/open-events.ts';
import { unranked } from '../rank/merge-queries.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import type { RecallRun } from '../recall-run.ts';
import { chooseOverviews, type ChosenGroup, type Place } from './choose-overviews.ts';

/** Events of a unit that are read: the first and the last ones. */
const READ = 8;
const SENTENCES = { episode: 2, topic: 1, insight: 1 } as const;
const WORDS = 5;
/** Stretches of events that a line names. */
const STRETCHES = 4;

/** A unit that an answer may show, with its events as they were opened. */
export interface ReadOverview extends RecallOverview {
  readonly opened: readonly OpenedEvent[];
}

/**
 * Reads units for a question that asks for an overview: what they say is chosen from their events word for word. Events that
 * the request may not see are not read, and a unit none of whose events may be seen is left out. Source: R7, 002 §8.
 */
export async function readOverviews(
  run: Pick<RecallRun, 'deps' | 'eventsRead' | 'turn'>,
  question: Question,
  queries: readonly RankedQuery[],
  granularity: Granularity,
): Promise<ReadOverview[]> {
  if (granularity !== 'thematic' && granularity !== 'strategic') return [];
  const chosen = await chooseOverviews(run.deps, question, queries, granularity);
  const read: ReadOverview[] = [];
  for (const one of chosen) {
    const overview = await readOverview(run, question, one);
    if (overview !== undefined) read.push(overview);
  }
  return read;
}

async function readOverview(
  run: Pick<RecallRun, 'deps' | 'eventsRead' | 'turn'>,
  question: Question,
  { group, places }: ChosenGroup,
): Promise<ReadOverview | undefined> {
  const { request } = question;
  const ranked = endsOf(places).map(({ eventId }) => unranked(eventId));
  const opened = (await openEvents(run, question, ranked, ranked.length)).filter(({ redacted }) => !redacted);
  const told = opened.filter(({ envelope: { kind } }) => !kind.startsWith('tool_'));
  const texts = await Promise.all(
    told.map(async ({ envelope, body, content }) => evidenceText(envelope.kind, content ?? (await run.deps.content.read(request, body)))),
  );
  await run.turn.spend(bytesCost(texts.reduce((sum, text) => sum + text.length, 0)));
  const words = labelWords(
    texts.map((text, at) => ({ text, isRequest: rulesOf(told[at]!.envelope.kind).isRequest })),
    WORDS,
  );
  const sentences = chooseSentences(texts, SENTENCES[group.kind]).map(({ at, text }) => {
    const { kind } = told[at]!.envelope;
    return { text, kind, ...placeOf(told[at]!) };
  });
  const inOrder = opened.toSorted((a, b) => a.envelope.occurredAt - b.envelope.occurredAt);
  if (inOrder.length === 0 || (words.length === 0 && sentences.length === 0)) return undefined;
  const { id, kind } = group;
  const text = overviewText({ kind, words, sentences, stretches: stretchesOf(group.kind === 'episode', inOrder) }, request.session);
  return { id, kind, text, events: inOrder.map((event) => ({ eventId: event.envelope.id, ...placeOf(event) })), opened: inOrder };
}

const placeOf = ({ envelope, event }: OpenedEvent) => ({ session: envelope.session, ordinal: event.accepted.ordinal });

/** Names an episode by its first and its last event, and other units by each event, or by those of a session. */
function stretchesOf(isWhole: boolean, inOrder: readonly OpenedEvent[]) {
  const bySession = [...Map.groupBy(inOrder, ({ envelope }) => envelope.session).entries()];
  return bySession.slice(0, STRETCHES).flatMap(([session, own]) => {
    const ordinals = own.map(({ event }) => event.accepted.ordinal);
    const at = own[0]!.envelope.occurredAt;
    if (isWhole) return [{ session, from: Math.min(...ordinals), to: Math.max(...ordinals), at }];
    return own.slice(0, STRETCHES).map(({ envelope, event }) => {
      const { ordinal } = event.accepted;
      return { session, from: ordinal, to: ordinal, at: envelope.occurredAt };
    });
  });
}

function endsOf(places: readonly Place[]): readonly Place[] {
  return places.length <= READ ? places : [...places.slice(0, READ / 2), ...places.slice(-READ / 2)];
}

/** Distance between consecutive events behind the hits, in standard deviations of the scores. */
const STEP = 0.05;

/**
 * Returns raw events of units, for an answer that is not sure: behind all hits, the first and the last of each unit in turn,
 * as many as half of the budget holds. A larger budget takes the same and more (I-20). Source: R7, 002 A.6.
 */
export function eventsBehind(overviews: readonly ReadOverview[], hits: readonly OpenedEvent[], budgetTokens: number): OpenedEvent[] {
  const known = new Set(hits.map(({ envelope }) => envelope.id));
  const events = overviews.flatMap(({ opened }) => opened).filter(({ envelope: { id } }) => !known.has(id) && known.add(id));
  const least = Math.min(0, ...hits.map(({ ranked }) => ranked.score));
  let left = budgetTokens / 2;
  const past = events.findIndex(({ envelope }) => (left -= envelope.tokens.whole) < 0);
  return events.slice(0, past === -1 ? events.length : past).map((event, at) => ({
    ...event,
    ranked: { ...event.ranked, score: least - (at + 1) * STEP, sources: ['neighbour'] },
  }));
}
