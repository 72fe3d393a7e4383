import fc from 'fast-check';
import { checkOpen, checkRecall } from '../check-answers.ts';
import { expectSame } from '../expect-same.ts';
import { mayOpen } from '../grants.ts';
import { allEvents, pick } from '../memory-model.ts';
import { codeOf } from '../refusals.ts';
import { spokenSession, unerased } from '../stage.ts';
import { place, stepKind } from '../step-kind.ts';

/** Steps that ask the memory: recalls, now and as of a time, and reads of single events. */
export const QUESTIONS = {
  recall: stepKind(3, fc.record({ event: place, session: place }), async (stage, drawn) => {
    const event = pick(allEvents(stage.model), drawn.event);
    if (event?.mark) await checkRecall(stage, event, { session: spokenSession(stage.model, drawn.session) });
  }),
  /** A recall as of the time of one event brings nothing that came later. */
  'recall as of': stepKind(1, fc.record({ event: place, asOf: place }), async (stage, drawn) => {
    const [event, asOf] = [unerased(stage.model, drawn.event), unerased(stage.model, drawn.asOf)];
    if (event?.mark && asOf) await checkRecall(stage, event, { asOf });
  }),
  open: stepKind(2, fc.record({ event: place }), async (stage, { event: at }) => {
    const event = pick(allEvents(stage.model), at);
    if (event) await checkOpen(stage, event);
  }),
  /** A session opens what it may read of others, and is refused the rest. */
  'open as': stepKind(1, fc.record({ event: place, session: place }), async ({ model, sessionOf }, drawn) => {
    const event = unerased(model, drawn.event);
    const asking = spokenSession(model, drawn.session);
    if (!event || asking === undefined) return;
    const code = await codeOf(sessionOf(asking).open(event.id));
    if (code === 'pull_limit') return;
    expectSame(
      `the code of ${asking} opening ${event.id} of ${event.session}`,
      code,
      mayOpen(model, asking, event) ? 'done' : 'recall_not_granted',
    );
  }),
};
