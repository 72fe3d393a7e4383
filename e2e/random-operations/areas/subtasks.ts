import fc from 'fast-check';
import { eventsOf } from '../../integrations/open-memory.ts';
import { checkWindow } from '../check-windows.ts';
import { expectSame } from '../expect-same.ts';
import { mayOpen } from '../grants.ts';
import { addEvents, newMark, pick, unerasedEvents, type KnownEvent, type Subtask } from '../memory-model.ts';
import { codeOf, refusable } from '../refusals.ts';
import { spokenSession } from '../stage.ts';
import { place, stepKind } from '../step-kind.ts';
import { manySaid, say } from './talk.ts';

const ACCESS = ['space', 'run', 'none'] as const;
const MOST_SUBTASKS = 4;
const MOST_FORKS = 3;

/** Sessions that come of others: subtasks with a grant, and forks. */
export const SUBTASKS = {
  /** The executor's session begins with the objective and the constraints; the same packet again stores nothing, another one is refused. */
  delegate: stepKind(2, fc.record({ session: place, access: fc.constantFrom(...ACCESS), event: place }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const planner = spokenSession(model, drawn.session);
    if (planner === undefined || model.subtasks.size >= MOST_SUBTASKS) return;
    const above = model.subtasks.get(planner);
    const key = pick(unerasedEvents(model), drawn.event);
    const number = (model.counter += 1);
    const marks = [newMark(model), newMark(model)] as const;
    const packet: Subtask['packet'] = {
      subtaskId: `sub-${number}`,
      objective: `Find out about ${marks[0]}.`,
      constraints: [`Leave ${marks[1]} alone.`],
      keyEventRefs: key ? [key.id] : [],
    };
    const handOver = (more: object = {}) => sessionOf(planner).delegate({ ...packet, recallAccess: drawn.access, ...more });
    const grantsMore = above !== undefined && ACCESS.indexOf(drawn.access) < ACCESS.indexOf(above.access);
    if (grantsMore || (key && !mayOpen(model, planner, key))) {
      expectSame('the code of a packet that grants more than its planner has', await codeOf(handOver()), 'recall_not_granted');
      return;
    }
    const handed = await refusable(['guarded_over_budget'], handOver);
    if (!handed) return;
    const { eventId: packetId, session } = handed;
    expectSame('a packet that is handed over again', (await handOver()).eventId, packetId);
    expectSame('the code of another packet', await codeOf(handOver({ objective: 'Something else.' })), 'idempotency_key_reused');
    const first = (await eventsOf(sessionOf(session))).slice(0, 2);
    const known = { day: model.day, isErased: false };
    addEvents(model, planner, [{ ...known, id: packetId, session: planner, kind: 'delegation', mark: marks[0] }]);
    const firstEvents = first.map(({ id, kind }, at): KnownEvent => ({ ...known, id, session, kind, mark: marks[at]! }));
    addEvents(model, session, firstEvents);
    model.names.push(session);
    model.subtasks.set(session, {
      planner,
      session,
      packet,
      access: drawn.access,
      run: above?.run ?? planner,
      level: (above?.level ?? 0) + 1,
      packetId,
      firstIds: first.map(({ id }) => id),
      reports: [],
    });
    await checkWindow(stage, session);
  }),
  /** A report stands in both sessions, with evidence that may be named; the planner reads it, the latest first. */
  report: stepKind(2, fc.record({ subtask: place, event: place, status: fc.constantFrom('done', 'failed') }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const live = [...model.subtasks.values()].filter(({ session }) => !model.erasedSessions.has(session));
    const subtask = pick(live, drawn.subtask);
    const evidence = pick(unerasedEvents(model), drawn.event);
    if (!subtask || !evidence) return;
    const { session, planner, packet } = subtask;
    const mark = newMark(model);
    const findings = [{ text: `It is ${mark}.`, provenance: [evidence.id] }];
    const report = () => sessionOf(session).report({ status: drawn.status as 'done', summary: `About ${mark}.`, keyFindings: findings });
    if (!isBelow(model.subtasks, evidence.session, session) && !packet.keyEventRefs.includes(evidence.id)) {
      expectSame('the code of a report on events of another run', await codeOf(report()), 'finding_unproven');
      return;
    }
    if (model.erasedSessions.has(planner)) {
      expectSame('the code of a report to a session that is erased', await codeOf(report()), 'erased');
      return;
    }
    const { eventId, receivedAs } = await report();
    expectSame('a report that is given again', (await report()).receivedAs, receivedAs);
    const known = { kind: 'report' as const, mark, day: model.day, isErased: false };
    addEvents(model, session, [{ ...known, id: eventId, session }]);
    addEvents(model, planner, [{ ...known, id: receivedAs, session: planner, copyOf: eventId }]);
    subtask.reports.unshift({ eventId: receivedAs, status: drawn.status, summary: `About ${mark}.` });
  }),
  /** A session knows what it handed over and what was reported of it, without what is erased. */
  delegations: stepKind(1, fc.record({ session: place }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const planner = spokenSession(model, drawn.session);
    if (planner === undefined) return;
    const open = new Set(unerasedEvents(model).map(({ id }) => id));
    const wanted = [...model.subtasks.values()]
      .filter((subtask) => subtask.planner === planner && open.has(subtask.packetId))
      .map(({ session, packet, reports }) => {
        const told = reports.filter(({ eventId }) => open.has(eventId));
        return { session, objective: packet.objective, status: told[0]?.status ?? 'open', reports: told.slice(0, 8) };
      });
    const { delegations } = await sessionOf(planner).delegations();
    const listed = delegations.map(({ session, objective, status, reports }) => {
      const told = reports.map(({ eventId, status: is, summary }) => ({ eventId, status: is, summary }));
      return { session, objective, status, reports: told };
    });
    expectSame(`what ${planner} delegated`, listed, wanted);
  }),
  /** A fork is a session that knows its parent and the last sequence that they share. */
  fork: stepKind(1, fc.record({ append: place, said: manySaid }), async (stage, drawn) => {
    const { model, sessionOf } = stage;
    const from = pick(model.appends, drawn.append);
    if (!from || model.forks.size >= MOST_FORKS) return;
    const name = `fork-${(model.counter += 1)}`;
    const parent = { session: from.session, source: from.source, sequence: from.events.length };
    await say(stage, name, drawn.said, { meta: { parent } });
    if (!model.sessions.has(name)) return;
    model.names.push(name);
    model.forks.set(name, parent);
    expectSame(`the parent of ${name}`, (await sessionOf(name).get()).parent, parent);
  }),
};

function isBelow(subtasks: ReadonlyMap<string, Subtask>, session: string, top: string): boolean {
  for (let at: string | undefined = session; at !== undefined; at = subtasks.get(at)?.planner) if (at === top) return true;
  return false;
}
