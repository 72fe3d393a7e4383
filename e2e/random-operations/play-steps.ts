import type { NewEventWire } from '@total-recall/client';
import { checkFacts, checkOpen, checkRecall } from './check-answers.ts';
import { checkWhole } from './check-whole.ts';
import { checkFormer, checkMarkers, checkWindow } from './check-windows.ts';
import { decide, type Decision } from './decide.ts';
import { expectSame } from './expect-same.ts';
import type { LiveMemory } from './live-memory.ts';
import { allEvents, createMemoryModel, markOf, pick, SESSIONS, textWith, type KnownEvent, type MemoryModel } from './memory-model.ts';
import { eraseWhole, liveSession, refusable, spokenSession, stageOf, type Stage } from './stage.ts';
import type { Said, Step } from './steps.ts';

/** A window that a few dozen messages overflow. */
const WINDOW_TOKENS = 4_096;

/** Plays steps through a memory, and throws where an answer is not what the model of it says. */
export async function playSteps(memory: LiveMemory, steps: readonly Step[]): Promise<void> {
  const model = createMemoryModel();
  await memory.client.call('putTenantPolicy', { body: { windowTokens: WINDOW_TOKENS } });
  for (const [at, step] of steps.entries())
    await play(stageOf(memory, model), step).catch((error: unknown) => {
      throw new Error(`Step ${at + 1} of ${steps.length}, ${step.does}, failed.`, { cause: error });
    });
  await checkWhole(stageOf(memory, model));
}

type Plays = { readonly [K in Step['does']]: (stage: Stage, step: Extract<Step, { readonly does: K }>) => Promise<void> };

/** Runs something in one of the sessions that hold anything. */
const inSession =
  (run: (stage: Stage, name: string) => Promise<unknown>) =>
  async (stage: Stage, { session }: { readonly session: number }): Promise<void> => {
    const name = spokenSession(stage.model, session);
    if (name !== undefined) await run(stage, name);
  };

const decides =
  (decision: Decision) =>
  (stage: Stage, { attribute }: { readonly attribute: number }): Promise<void> =>
    decide(stage, decision, `attribute-${attribute}`);

const PLAYS: Plays = {
  say: (stage, { session, said }) => say(stage, liveSession(stage.model, session), said),
  async repeat({ model, sessionOf }, { append: at }) {
    const append = pick(model.appends, at);
    if (!append || model.erasedSessions.has(append.session)) return;
    const again = await sessionOf(append.session).append(append.events, { source: append.source });
    expectSame(
      'the ids of an append that is repeated',
      again.events.map(({ id }) => id),
      append.ids,
    );
  },
  window: (stage, step) => inSession((_, name) => checkWindow(stage, name, step.windowTokens))(stage, step),
  'window before': (stage, step) => inSession((_, name) => checkFormer(stage, name, step.turn))(stage, step),
  compact: inSession(({ sessionOf }, name) => sessionOf(name).compact()),
  async recall(stage, step) {
    const event = pick(allEvents(stage.model), step.event);
    if (event) await checkRecall(stage, event, spokenSession(stage.model, step.session));
  },
  async open(stage, step) {
    const event = pick(allEvents(stage.model), step.event);
    if (event) await checkOpen(stage, event);
  },
  expand: inSession(checkMarkers),
  async pin({ model, sessionOf }, { event: at, pinned }) {
    const event = unerased(model, at);
    if (!event) return;
    const pinning: NewEventWire = { kind: 'system_note', text: 'pin', pin: { eventIds: [event.id], pinned } };
    await refusable(['guarded_over_budget'], () => sessionOf(event.session).append(pinning));
    model.era += 1;
  },
  plan: (stage, step) =>
    inSession(async ({ model, sessionOf }, name) => {
      const { state } = await sessionOf(name).taskState();
      await sessionOf(name).updateTaskState({ expectedVersion: state?.version ?? 0, fields: { goals: [`goal ${step.goal}`] } });
      model.era += 1;
    })(stage, step),
  resize: (stage, { session, windowTokens }) =>
    inSession(async ({ model, sessionOf }, name) => {
      await refusable(['guarded_over_budget'], () => sessionOf(name).setPolicy({ windowTokens }));
      model.era += 1;
    })(stage, { session }),
  remember: decides('remember'),
  correct: decides('correct'),
  forget: decides('forget'),
  async undo(stage) {
    const { model, space } = stage;
    const last = model.decisions.pop();
    if (!last) return;
    await space.undo(last.entryId);
    if (last.before) model.values.set(last.attribute, last.before);
    else model.values.delete(last.attribute);
    model.era += 1;
    await checkFacts(stage);
  },
  async consolidate(stage) {
    await stage.space.consolidate();
    stage.model.era += 1;
    await checkFacts(stage);
  },
  async 'erase event'(stage, { event: at }) {
    const event = unerased(stage.model, at);
    if (!event) return;
    await eraseWhole(stage, { eventIds: [event.id] });
    event.isErased = true;
    await checkOpen(stage, event);
    await checkRecall(stage, event, undefined);
  },
  async 'erase session'(stage, { session }) {
    const { model } = stage;
    const name = spokenSession(model, session);
    // One session stays, so that other steps have something to work on.
    if (name === undefined || model.erasedSessions.size >= SESSIONS.length - 1) return;
    await eraseWhole(stage, { session: name });
    for (const event of model.sessions.get(name)!) event.isErased = true;
    model.erasedSessions.add(name);
  },
  restart: ({ memory }, { without }) => memory.restart(without),
};

function play(stage: Stage, step: Step): Promise<void> {
  const run = PLAYS[step.does] as (stage: Stage, step: Step) => Promise<void>;
  return run(stage, step);
}

function unerased(model: MemoryModel, at: number): KnownEvent | undefined {
  return pick(
    allEvents(model).filter(({ isErased }) => !isErased),
    at,
  );
}

async function say({ model, sessionOf }: Stage, name: string, said: readonly Said[]): Promise<void> {
  const source = `writer-${(model.counter += 1)}`;
  const events: NewEventWire[] = [];
  const marks: string[] = [];
  const add = (event: NewEventWire, mark: string): void => {
    events.push({ ...event, sequence: events.length + 1 });
    marks.push(mark);
  };
  for (const { kind, words } of said) {
    const number = (model.counter += 1);
    const mark = markOf(number);
    const text = textWith(mark, words, number);
    if (kind !== 'call' && kind !== 'call without result') {
      add({ kind, text }, mark);
      continue;
    }
    const call = { id: `call-${number}`, name: 'read_file', arguments: JSON.stringify({ path: `${mark}.ts` }) };
    add({ kind: 'tool_call', call }, mark);
    if (kind === 'call') {
      const other = markOf((model.counter += 1));
      add({ kind: 'tool_result', call: { id: call.id, name: call.name }, text: textWith(other, words * 2, number) }, other);
    }
  }
  const answer = await refusable(['guarded_over_budget'], () => sessionOf(name).append(events, { source }));
  if (!answer) return;
  const known = answer.events.map(({ id }, at): KnownEvent => {
    const { kind, text = '' } = events[at]!;
    return { id, session: name, kind, text, mark: marks[at]!, isErased: false };
  });
  model.sessions.set(name, [...(model.sessions.get(name) ?? []), ...known]);
  model.appends.push({ session: name, source, events, ids: known.map(({ id }) => id) });
}
