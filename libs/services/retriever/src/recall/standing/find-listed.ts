import { listedFacts, relationOf, thingIn, type ListedFacts, type ThingRelation } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { fitOf } from './find-standing.ts';
import { isOfUser, readStatements, type LastReadings, type StatedEvent } from './read-statements.ts';

/** Most statements that come with an answer: a list may be long, and each is a sentence or a short message. */
const COME = 12;

/** The relations of facts. */
const relations: LastReadings<ThingRelation> = new WeakMap();

/**
 * Finds the evidence of facts that are pieces of a list which is asked for, whatever session told them: those that hold and
 * that the asking session may see, of the speaker who is asked about. First those that share a word or a topic with the
 * question, then those of which nothing tells what they are. Source: ADR 0281.
 */
export async function findListed(run: RecallRun, question: Question, found: FoundEvents): Promise<StatedEvent[]> {
  const { queries } = question.request;
  const asked = queries.flatMap((query, at) => {
    const listed = listedFacts(query, found.queries[at]!.kinds);
    return listed === undefined ? [] : [{ ...listed, query }];
  });
  if (asked.length === 0) return [];
  const read = await readStatements(run, question, found, {
    labels: asked.some(({ relation }) => relation === 'uses') ? ['project', 'user'] : ['user'],
    known: relations,
    tell: (_unit, sentence) => relationOf(sentence),
    isWanted: (told) => asked.some(({ relation }) => relation === told),
    isOfSpeaker: (event) => asked.some((one) => isOfSpeaker(event, one)),
  });
  const fitting = read.map((one) => {
    const fit = fitOf(run, question, found, { sentence: one.sentence, thing: thingIn(one.sentence), standing: 'preference' });
    return { ...one, fit };
  });
  const fits = ['near', 'open'] as const;
  return fits.flatMap((own) => fitting.filter(({ fit }) => fit === own)).slice(0, COME);
}

/** Somebody who asks about himself means the user without a name; of others a name has to be told. */
function isOfSpeaker(event: OpenedEvent, { isOwn, query }: ListedFacts & { readonly query: string }): boolean {
  const { agent } = event.body.meta;
  return agent === undefined || isOfUser(event) ? isOwn : query.toLowerCase().includes(agent.toLowerCase());
}
