import { listedFacts, relationOf, thingIn, type FactLabel, type ListedFacts, type ThingRelation, type Unit } from '@total-recall/domain';
import type { Question } from '../ask/read-question.ts';
import type { OpenedEvent } from '../open/open-events.ts';
import type { RecallRun } from '../recall-run.ts';
import type { FoundEvents } from '../retry/found-events.ts';
import { namesSpeaker } from './names-speaker.ts';
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
  const asked = question.request.queries.flatMap((query, at): AskedList[] => {
    const own = found.queries[at]!;
    const listed = listedFacts(query, own.kinds);
    return listed === undefined ? [] : [{ ...listed, query, found: own }];
  });
  if (asked.length === 0) return [];
  const read = await readStatements(run, question, found, {
    labels: [...new Set(asked.flatMap(({ relation }) => labelsOf(relation)))],
    known: relations,
    tell: (_unit, sentence) => relationOf(sentence),
    isWanted: (told, unit) => asked.some((one) => asksFor(one, told, unit)),
    isOfSpeaker: (event, told, unit) => asked.some((one) => asksFor(one, told, unit) && isOfSpeaker(event, one)),
  });
  const fitting = read.map((one) => {
    const by = asked.filter((own) => asksFor(own, one.told, one.unit) && isOfSpeaker(one.opened, own));
    const request = { queries: by.map(({ query }) => query) };
    const statement = { sentence: one.sentence, thing: thingIn(one.sentence), standing: 'preference' } as const;
    return { ...one, fit: fitOf(run, { request }, { queries: by.map((own) => own.found) }, statement) };
  });
  const fits = ['near', 'open'] as const;
  return fits.flatMap((own) => fitting.filter(({ fit }) => fit === own)).slice(0, COME);
}

/** A query that asks for a list, and what it found. */
interface AskedList extends ListedFacts {
  readonly query: string;
  readonly found: FoundEvents['queries'][number];
}

function labelsOf(relation: ThingRelation): readonly FactLabel[] {
  return relation === 'uses' ? ['project', 'user'] : ['user'];
}

function asksFor({ relation }: AskedList, told: ThingRelation, { label }: Pick<Unit, 'label'>): boolean {
  return relation === told && labelsOf(relation).some((one) => one === label);
}

/** Somebody who asks about himself means the user without a name; of others a name has to be told. */
function isOfSpeaker(event: OpenedEvent, { isOwn, query }: AskedList): boolean {
  const { agent } = event.body.meta;
  if (agent === undefined || isOfUser(event)) return isOwn;
  return !isOwn && namesSpeaker(query, agent);
}
