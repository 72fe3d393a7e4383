import fc from 'fast-check';
import { eventsOf } from '../../integrations/open-memory.ts';
import { openAiProblems } from '@total-recall/domain/testing';
import { checkFacts, checkRecall } from '../check-answers.ts';
import { expectSame, fail } from '../expect-same.ts';
import { pick, unerasedEvents } from '../memory-model.ts';
import { refusable } from '../refusals.ts';
import { liveSession, spokenSession, type Stage } from '../stage.ts';
import { place, stepKind } from '../step-kind.ts';
import { keepWritten, remember, type WrittenFact } from './facts.ts';
import { manySaid, say } from './talk.ts';

/** Steps that may run beside others, as they do not change what those must answer. */
const beside = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('say' as const), session: place, said: manySaid }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('window', 'compact', 'repeat', 'recall'), at: place, session: place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('consolidate'), at: place, session: place }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('remember'), at: fc.nat(2), session: place }) },
);
type Beside = typeof beside extends fc.Arbitrary<infer B> ? B : never;

/** Several callers at once: what they leave behind is what some order of them leaves. */
export const AT_ONCE = {
  'at once': stepKind(3, fc.array(beside, { minLength: 2, maxLength: 5 }), async (stage, all) => {
    const { model } = stage;
    const isWriting = all.some(({ does }) => does === 'remember');
    const written = (await Promise.all(all.map((one) => act(stage, one, isWriting)))).filter((one) => one !== undefined);
    for (const name of new Set(all.map(({ session }) => liveSession(model, session)))) await putInOrder(stage, name);
    for (const fact of await inOrderOfLedger(stage, written)) keepWritten(model, fact);
    await checkFacts(stage);
  }),
};

/** Acts; returns a fact that was written. */
async function act(stage: Stage, one: Beside, isBesideWriters: boolean): Promise<WrittenFact | undefined> {
  if (one.does === 'remember') return remember(stage, `attribute-${one.at}`);
  await actWithin(stage, one, isBesideWriters);
  return undefined;
}

async function actWithin(stage: Stage, one: Beside, isBesideWriters: boolean): Promise<unknown> {
  const { model, sessionOf, space } = stage;
  if (one.does === 'say') return say(stage, liveSession(model, one.session), one.said);
  const name = spokenSession(model, one.session);
  switch (one.does) {
    case 'window': {
      if (name === undefined) return undefined;
      const ask = () => sessionOf(name).window({ format: 'openai' });
      const window = await refusable(['window_over_budget', 'guarded_over_budget'], ask);
      const problems = window ? openAiProblems({ messages: window.openai.messages, tools: window.openai.tools }, 'open') : [];
      if (problems.length > 0) fail(`a window of ${name} beside others would be refused: ${JSON.stringify(problems)}`);
      return window;
    }
    case 'compact':
      return name === undefined ? undefined : sessionOf(name).compact();
    case 'repeat': {
      const append = pick(model.appends, one.at);
      if (!append || model.erasedSessions.has(append.session)) return undefined;
      const { session, source, events, ids } = append;
      const answer = await sessionOf(session).append(events, { source });
      expectSame(
        'the ids of an append that is repeated beside others',
        answer.events.map(({ id }) => id),
        ids,
      );
      return answer;
    }
    case 'recall': {
      const event = pick(unerasedEvents(model), one.at);
      return event?.mark ? checkRecall(stage, event, { isBesideWriters }) : undefined;
    }
    case 'consolidate':
      return space.consolidate();
    default:
      return undefined;
  }
}

/** Events of one session that were said at once are known in the order of their acknowledgement; the session has the order that counts. */
async function putInOrder({ model, sessionOf }: Stage, name: string): Promise<void> {
  const known = model.sessions.get(name);
  if (!known || model.erasedSessions.has(name)) return;
  const place = new Map((await eventsOf(sessionOf(name))).map(({ id }, at) => [id, at]));
  const lost = known.find(({ id }) => !place.has(id));
  if (lost) fail(`${lost.id} of ${name} was acknowledged and is not there`);
  model.sessions.set(
    name,
    known.toSorted((a, b) => place.get(a.id)! - place.get(b.id)!),
  );
}

/** Values that were written at once replace each other in the order of the ledger. */
async function inOrderOfLedger({ space }: Stage, written: readonly WrittenFact[]): Promise<readonly WrittenFact[]> {
  if (written.length < 2) return written;
  const { entries } = await space.ledger({ limit: 50 });
  const place = new Map(entries.map(({ id }, at) => [id, -at]));
  return written.toSorted((a, b) => place.get(a.entryId)! - place.get(b.entryId)!);
}
