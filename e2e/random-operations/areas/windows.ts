import type { NewEventWire } from '@total-recall/client';
import fc from 'fast-check';
import { checkFormer, checkMarkers, checkWindow } from '../check-windows.ts';
import { expectSame } from '../expect-same.ts';
import { pick } from '../memory-model.ts';
import { codeOf, refusable } from '../refusals.ts';
import { spokenSession, unerased, type Stage } from '../stage.ts';
import { place, stepKind } from '../step-kind.ts';

const SIZES = [2_048, 4_096, 8_192] as const;
const size = fc.constantFrom(...SIZES);

/** Runs something in one of the sessions that hold anything. */
const inSession =
  <D extends { readonly session: number }>(run: (stage: Stage, name: string, drawn: D) => Promise<unknown>) =>
  async (stage: Stage, drawn: D): Promise<void> => {
    const name = spokenSession(stage.model, drawn.session);
    if (name !== undefined) await run(stage, name, drawn);
  };

const inAny = fc.record({ session: place });

/** Steps that change or read a model's window: appends that fill it, compactions, pins, smaller windows. */
export const WINDOWS = {
  window: stepKind(
    6,
    inAny,
    inSession((stage, name) => checkWindow(stage, name)),
  ),
  'smaller window': stepKind(
    2,
    fc.record({ session: place, windowTokens: size }),
    inSession((stage, name, { windowTokens }) => checkWindow(stage, name, windowTokens)),
  ),
  /** The window as of a turn stays what it was. */
  'window before': stepKind(
    2,
    fc.record({ session: place, turn: place }),
    inSession((stage, name, { turn }) => checkFormer(stage, name, turn)),
  ),
  compact: stepKind(
    1,
    inAny,
    inSession(({ sessionOf }, name) => sessionOf(name).compact()),
  ),
  /** Markers give back what went. */
  expand: stepKind(2, inAny, inSession(checkMarkers)),
  /** A pin, or its end, is a note of its own; one too many is refused. */
  pin: stepKind(1, fc.record({ event: place, pinned: fc.boolean() }), async ({ model, sessionOf }, drawn) => {
    const event = unerased(model, drawn.event);
    if (!event || model.erasedSessions.has(event.session)) return;
    const pinning: NewEventWire = { kind: 'system_note', text: 'pin', pin: { eventIds: [event.id], pinned: drawn.pinned } };
    await refusable(['guarded_over_budget'], () => sessionOf(event.session).append(pinning));
    model.era += 1;
  }),
  /** A task state goes up by one version with each update; one that was not seen is refused. Some name events. */
  plan: stepKind(
    2,
    fc.record({ session: place, goal: place, event: place, misses: fc.nat(4) }),
    inSession(async ({ model, sessionOf }, name, { goal, event, misses }) => {
      const seen = model.plans.get(name) ?? 0;
      const about = pick(model.sessions.get(name)!, event)!;
      const fields = { goals: [`goal ${goal}`], ...(goal % 2 === 0 && !about.isErased && { keyEvents: [about.id] }) };
      if (misses === 0) {
        const missed = sessionOf(name).updateTaskState({ expectedVersion: seen + 1, fields });
        expectSame(`the code of an update of a version of ${name} that nobody wrote`, await codeOf(missed), 'task_state_conflict');
        return;
      }
      const { version } = await sessionOf(name).updateTaskState({ expectedVersion: seen, fields });
      expectSame(`the version of the task state of ${name}`, version, seen + 1);
      model.plans.set(name, version);
      model.era += 1;
      const { state } = await sessionOf(name).taskState();
      expectSame(`the goals of ${name}`, [state?.version, state?.goals], [version, fields.goals]);
    }),
  ),
  resize: stepKind(
    1,
    fc.record({ session: place, windowTokens: size }),
    inSession(async ({ model, sessionOf }, name, { windowTokens }) => {
      await refusable(['guarded_over_budget'], () => sessionOf(name).setPolicy({ windowTokens }));
      model.era += 1;
    }),
  ),
};
