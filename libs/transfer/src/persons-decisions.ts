import { TotalRecallApiError, type ReplyWire, type SpaceClient } from '@total-recall/client';
import { pagesOf } from '@total-recall/runtime';
import { IMPORT_SOURCE, type DecisionLine } from './export-lines.ts';
import type { EventNames } from './name-events.ts';

type Fact = ReplyWire<'listFacts'>['facts'][number];

/** Characters of the id of an event, with which the id of a fact begins. */
const EVENT_ID = 26;
const LEDGER_PAGE = 200;
const FACTS_PAGE = 200;
/** Actors of the ledger that are no caller. */
const OF_SERVICE = new Set(['consolidator', 'model', 'reflection']);

/**
 * Yields what persons and agents decided about facts as it stands now, the first decided first: facts that were forgotten, corrected
 * or written by hand. One whose events are erased, or outside the export, is left out; so are all where the service keeps
 * no facts.
 */
export async function* decisionsOf(space: SpaceClient, names: Pick<EventNames, 'find'>): AsyncGenerator<DecisionLine> {
  const findFact = createFactFinder(space);
  for (const factId of await decidedFacts(space)) {
    const name = await names.find(eventOf(factId));
    const fact = name === undefined ? undefined : await findFact(factId);
    if (name === undefined || !(fact?.byPerson || fact?.byAgent)) continue;
    const { status } = fact;
    const about = { fact: `${name}${factId.slice(EVENT_ID)}`, ...(!fact.byPerson && ofAgent(status)) };
    if (status.is === 'tombstoned') yield { decision: 'forget', ...about, ...(!status.withholds && { keepEvidence: true }) };
    else if (status.is === 'superseded' && status.reason === 'corrected') yield { decision: 'correct', ...about };
    else if (status.is === 'current' && isWritten(fact)) yield { decision: 'remember', ...about };
  }
}

/** Returns the facts that persons and agents decided about, also in entries that were undone since, in the order of the ledger. */
async function decidedFacts(space: SpaceClient): Promise<string[]> {
  const found = new Set<string>();
  try {
    for await (const { entries } of pagesOf((from) => space.ledger({ limit: LEDGER_PAGE, ...from })))
      for (const { type, actor, changes } of entries)
        if (type === 'decided' && !OF_SERVICE.has(actor)) for (const { fact } of changes.toReversed()) found.add(fact);
    return [...found].reverse();
  } catch (error) {
    if (codeOf(error) === 'not_implemented') return [];
    throw error;
  }
}

type FindFact = (factId: string) => Promise<Fact | undefined>;

/** Creates a search for facts by id. Those that are private to a data subject are listed by who names that subject. */
function createFactFinder(space: SpaceClient): FindFact {
  const listed = new Map<string | undefined, ReadonlyMap<string, Fact>>();
  const list = async (subject: string | undefined): Promise<ReadonlyMap<string, Fact>> => {
    const found = new Map<string, Fact>();
    const about = subject === undefined ? {} : { subject };
    try {
      for await (const { facts } of pagesOf((from) => space.facts({ history: 'true', limit: FACTS_PAGE, ...about, ...from })))
        for (const fact of facts) found.set(fact.id, fact);
    } catch (error) {
      // A key that is bound to subjects may not ask about others.
      if (codeOf(error) !== 'forbidden') throw error;
    }
    return found;
  };
  const of = async (subject: string | undefined): Promise<ReadonlyMap<string, Fact>> => {
    const facts = listed.get(subject) ?? (await list(subject));
    listed.set(subject, facts);
    return facts;
  };
  return async (factId) => {
    const fact = (await of(undefined)).get(factId);
    if (fact) return fact;
    const subject = await space.event(eventOf(factId)).then(
      ({ body }) => body?.meta.subject,
      () => undefined,
    );
    return subject === undefined ? undefined : (await of(subject)).get(factId);
  };
}

/** Makes the decisions of an export in another space, as the person who imports. */
export interface DecisionMaker {
  /** Resolves to true where the space is as decided now; false where the fact is not there. */
  make(line: DecisionLine): Promise<boolean>;
}

/**
 * Creates it over the ids of the events that were imported. The first decision has the space swept, as there are no facts
 * before. A repeat decides nothing twice, also where somebody has undone it since.
 */
export function createDecisionMaker(space: SpaceClient, ids: ReadonlyMap<string, string>): DecisionMaker {
  let findFact: FindFact | undefined;
  const idOf = (name: string): string | undefined => {
    const end = name.indexOf('.', name.lastIndexOf('/'));
    const eventId = ids.get(name.slice(0, end));
    return eventId === undefined ? undefined : `${eventId}${name.slice(end)}`;
  };
  return {
    async make({ decision, fact: name, keepEvidence, decidedBy, at }) {
      const factId = idOf(name);
      if (factId === undefined) return false;
      if (findFact === undefined) {
        // A sweep ends after a while, and a decision may be about the last event.
        while ((await space.consolidate()).hasMore);
        findFact = createFactFinder(space);
      }
      const fact = await findFact(factId);
      if (!fact) return false;
      // Its event is in the file, and the sweep has read it.
      if (decision === 'remember') return true;
      if (fact.status.is === 'tombstoned') return true;
      // A correction is there, as the event that it was written as. Only where both would hold is the earlier one withdrawn.
      if (decision === 'correct' && fact.status.is !== 'current') return true;
      if (at !== undefined && fact.evidence.some((said) => said.at > at)) return true;
      const keeps = decision === 'correct' || keepEvidence === true;
      const idempotencyKey = `${IMPORT_SOURCE}:${decision}:${keeps ? 'kept' : 'withheld'}:${factId}`;
      const how = { reason: `import of a decision: ${decision}`, ...(keeps && { keepEvidence: true }), ...(decidedBy && { decidedBy }) };
      try {
        await space.forget(factId, how, { idempotencyKey });
        return true;
      } catch (error) {
        if (codeOf(error) === 'fact_not_current' || codeOf(error) === 'decided_by_person') return true;
        if (codeOf(error) === 'not_found' || codeOf(error) === 'erased') return false;
        throw error;
      }
    },
  };
}

const eventOf = (factId: string): string => factId.slice(0, EVENT_ID);

/** Marks a decision of an agent, with its time where something was withdrawn. */
function ofAgent(status: Fact['status']): Pick<DecisionLine, 'decidedBy' | 'at'> {
  return { decidedBy: 'agent', ...('at' in status && { at: status.at }) };
}

/** Returns true for a fact that is the whole of the event that it was written by hand as. */
const isWritten = ({ evidence: [first] }: Fact): boolean => first !== undefined && /^remembered(?:-\d+)?$/.test(first.session);

function codeOf(error: unknown): string | undefined {
  return error instanceof TotalRecallApiError ? error.code : undefined;
}
