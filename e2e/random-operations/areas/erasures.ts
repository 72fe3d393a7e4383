import fc from 'fast-check';
import { checkOpen, checkRecall } from '../check-answers.ts';
import { erase, expire, isHeld, markSessionErased, plannedErasure, type PlannedErasure } from '../erasing.ts';
import { expectSame, fail } from '../expect-same.ts';
import { allEvents, pick, type Hold, type KnownEvent, type MemoryModel, type RetentionRule } from '../memory-model.ts';
import { codeOf, refusable } from '../refusals.ts';
import { SPACE, spokenSession, unerased, type Stage } from '../stage.ts';
import { nothing, place, stepKind } from '../step-kind.ts';

const exceptHeld = fc.boolean();
const MOST_HOLDS = 3;

type Target = { readonly session?: string; readonly eventIds?: readonly string[]; readonly subject?: string };

/** Steps that take events for good, or keep them: erasures, legal holds, retention. */
export const ERASURES = {
  'erase events': stepKind(2, fc.record({ event: place, more: fc.nat(2), exceptHeld }), async (stage, drawn) => {
    const { model } = stage;
    const events = new Set(
      [0, ...Array.from({ length: drawn.more }, (_, at) => at * 7)].flatMap((at) => unerased(model, drawn.event + at) ?? []),
    );
    const [first] = events;
    if (!first) return;
    const plan = plannedErasure(model, [...events]);
    await eraseNamed(stage, { eventIds: [...events].map(({ id }) => id) }, plan, drawn.exceptHeld);
    if (first.mark) await checkRecall(stage, first);
  }),
  /** A session goes by its key, unless a hold keeps any of it or may keep what is still to come. */
  'erase session': stepKind(1, fc.record({ session: place, exceptHeld }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const name = spokenSession(model, drawn.session);
    if (name === undefined || model.sessions.get(name)!.every(({ isErased }) => isErased)) return;
    const plan = plannedErasure(model, model.sessions.get(name)!);
    const erasure = await eraseNamed(stage, { session: name }, plan, drawn.exceptHeld);
    if (!erasure) return;
    const isGone = (await codeOf(sessionOf(name).get())) === 'erased';
    if (!isGone && model.holds.length === 0) fail(`the session ${name} was erased as a whole, and can be read`);
    expectSame(`the count of sessions of the erasure of ${name}`, erasure.counts.sessions, isGone ? 1 : 0);
    if (isGone) markSessionErased(model, name);
  }),
  'erase subject': stepKind(1, fc.record({ subject: fc.nat(1), exceptHeld }), async (stage, drawn) => {
    const { model, memory } = stage;
    const subject = `person-${drawn.subject}`;
    const own = allEvents(model).filter((event) => event.subject === subject && !event.isErased);
    if (own.length === 0) {
      const again = await refusable(['not_found'], () => memory.client.erase({ space: SPACE, subject }));
      expectSame(`what answers a repeated erasure of ${subject}`, again?.id, model.subjectErasures.get(subject));
      return;
    }
    const erasure = await eraseNamed(stage, { subject }, plannedErasure(model, own), drawn.exceptHeld);
    if (erasure) model.subjectErasures.set(subject, erasure.id);
  }),
  /** A hold keeps what it names from the moment on. */
  hold: stepKind(2, fc.record({ what: fc.constantFrom('events', 'session', 'subject', 'space'), at: place }), async (stage, drawn) => {
    const { model, memory } = stage;
    if (model.holds.length >= MOST_HOLDS) return;
    const event = unerased(model, drawn.at);
    if (!event) return;
    const kept: Omit<Hold, 'id'> =
      drawn.what === 'events'
        ? { eventIds: [event.id] }
        : drawn.what === 'session'
          ? { session: event.session }
          : drawn.what === 'subject'
            ? { subject: `person-${drawn.at % 2}` }
            : {};
    const { id } = await memory.client.placeHold({ name: 'case 4711', space: SPACE, ...kept });
    model.holds.push({ id, ...kept });
  }),
  /** A hold that is released keeps nothing any more, and a repeat of it changes nothing. */
  release: stepKind(2, fc.record({ hold: place }), async (stage, drawn) => {
    const { model, memory } = stage;
    const hold = pick(model.holds, drawn.hold);
    if (!hold) return;
    model.holds.splice(model.holds.indexOf(hold), 1);
    await memory.client.releaseHold(hold.id);
    await memory.client.releaseHold(hold.id);
    const { holds } = await memory.client.holds();
    expectSame('the holds that stand', holds.map(({ id }) => id).toSorted(), model.holds.map(({ id }) => id).toSorted());
    await expire(stage);
  }),
  retain: stepKind(
    1,
    fc.record({ days: fc.integer({ min: 1, max: 4 }), decisionDays: fc.option(fc.integer({ min: 1, max: 6 })) }),
    async (stage, drawn) => {
      const { model, space } = stage;
      const rules: RetentionRule[] = [{ maxAgeDays: drawn.days }];
      if (drawn.decisionDays !== null) rules.push({ kinds: ['decision', 'tool_result'], maxAgeDays: drawn.decisionDays });
      await space.setPolicy({ retention: rules });
      model.retention = rules;
      model.era += 1;
      await expire(stage);
    },
  ),
  'keep for ever': stepKind(1, nothing, async ({ model, space }) => {
    await space.setPolicy({});
    model.retention = [];
    model.era += 1;
  }),
  'days pass': stepKind(2, fc.record({ days: fc.integer({ min: 1, max: 3 }) }), async (stage, { days }) => {
    stage.memory.passDays(days);
    stage.model.day += days;
    await expire(stage);
  }),
};

/** Says what would go, then erases it; what it says before is what it takes. */
async function eraseNamed({ ...stage }: Stage, what: Target, plan: PlannedErasure, exceptHeld: boolean) {
  const { memory, model } = stage;
  const body = { space: SPACE, ...what };
  const dry = await memory.client.erase({ ...body, dryRun: true });
  for (const event of plan.goes.slice(0, 3)) await checkOpen(stage, event);
  checkHeldIds(model, dry.held?.eventIds ?? [], plan.held);
  // A session also has pins, markers and task states, which the model does not know as events.
  const isExact = what.session === undefined;
  const erasure = await erase(stage, () => memory.client.erase({ ...body, exceptHeld }), plan, { exceptHeld, isExact });
  if (erasure) expectSame('what an erasure took, and what it said before', erasure.counts, dry.counts);
  return erasure;
}

function checkHeldIds(model: MemoryModel, named: readonly string[], held: readonly KnownEvent[]): void {
  const known = allEvents(model).filter(({ id }) => named.includes(id));
  expectSame('what a dry run says is held', known.map(({ id }) => id).toSorted(), held.map(({ id }) => id).toSorted());
  for (const event of known) if (!isHeld(model, event)) fail(`a dry run says that ${event.id} is held`);
}
