import { isDeepStrictEqual } from 'node:util';
import { TotalRecallApiError, type EventWire, type NewEventWire, type SessionClient, type SpaceClient } from '@total-recall/client';
import { openAiProblems } from '@total-recall/domain/testing';
import { eventsOf } from '../integrations/open-memory.ts';
import type { LiveMemory } from './live-memory.ts';
import { allEvents, createMemoryModel, markOf, pick, SESSIONS, textWith, type KnownEvent, type MemoryModel } from './memory-model.ts';
import type { Said, Step } from './steps.ts';

const WINDOW_TOKENS = 4_096;
/** Kinds whose events stand in a window or behind a marker. */
const SHOWN = new Set(['user_message', 'agent_message', 'tool_call', 'tool_result', 'decision', 'system_note']);

/** Plays steps through a memory and throws where an answer is not what the model of it says. */
export async function playSteps(memory: LiveMemory, steps: readonly Step[]): Promise<void> {
  const model = createMemoryModel();
  const space = (): SpaceClient => memory.client.space('random');
  const sessionOf = (name: string): SessionClient => space().session(name);
  const tenant = { windowTokens: WINDOW_TOKENS };
  await memory.client.call('putTenantPolicy', { body: tenant });
  for (const step of steps) await play({ memory, space: space(), sessionOf, model }, step);
  await checkAll({ memory, space: space(), sessionOf, model });
}

interface Stage {
  readonly memory: LiveMemory;
  readonly space: SpaceClient;
  readonly sessionOf: (name: string) => SessionClient;
  readonly model: MemoryModel;
}

async function play(stage: Stage, step: Step): Promise<void> {
  const { memory, model, space, sessionOf } = stage;
  switch (step.does) {
    case 'say':
      return say(stage, liveSession(model, step.session), step.said);
    case 'repeat': {
      const append = pick(model.appends, step.append);
      if (!append || model.erasedSessions.has(append.session)) return;
      const again = await sessionOf(append.session).append(append.events, { source: append.source });
      expectSame('a repeated append has the ids of the first', again.events.map(({ id }) => id), append.ids);
      return;
    }
    case 'window': {
      const name = spokenSession(model, step.session);
      return name === undefined ? undefined : checkWindow(stage, name, step.windowTokens);
    }
    case 'window before': {
      const name = spokenSession(model, step.session);
      return name === undefined ? undefined : checkFormer(stage, name, step.turn);
    }
    case 'compact': {
      const name = spokenSession(model, step.session);
      if (name !== undefined) await sessionOf(name).compact();
      return;
    }
    case 'recall': {
      const event = pick(allEvents(model), step.event);
      const asking = spokenSession(model, step.session);
      return event && checkRecall(stage, event, asking);
    }
    case 'open': {
      const event = pick(allEvents(model), step.event);
      return event && checkOpen(stage, event);
    }
    case 'expand': {
      const name = spokenSession(model, step.session);
      return name === undefined ? undefined : checkMarkers(stage, name);
    }
    case 'pin': {
      const event = pick(allEvents(model).filter(({ isErased }) => !isErased), step.event);
      if (!event) return;
      const pinning: NewEventWire = { kind: 'system_note', text: 'pin', pin: { eventIds: [event.id], pinned: step.pinned } };
      await refusable(['guarded_over_budget'], () => sessionOf(event.session).append(pinning));
      model.era += 1;
      return;
    }
    case 'plan': {
      const name = spokenSession(model, step.session);
      if (name === undefined) return;
      const { state } = await sessionOf(name).taskState();
      await sessionOf(name).updateTaskState({ expectedVersion: state?.version ?? 0, fields: { goals: [`goal ${step.goal}`] } });
      model.era += 1;
      return;
    }
    case 'resize': {
      const name = spokenSession(model, step.session);
      if (name === undefined) return;
      await refusable(['guarded_over_budget'], () => sessionOf(name).setPolicy({ windowTokens: step.windowTokens }));
      model.era += 1;
      return;
    }
    case 'remember':
      return remember(stage, step.attribute);
    case 'correct':
      return correct(stage, step.attribute);
    case 'forget':
      return forget(stage, step.attribute);
    case 'undo': {
      const last = model.decisions.pop();
      if (!last) return;
      await space.undo(last.entryId);
      if (last.before) model.values.set(last.attribute, last.before);
      else model.values.delete(last.attribute);
      model.era += 1;
      return checkFacts(stage);
    }
    case 'consolidate':
      await space.consolidate();
      model.era += 1;
      return checkFacts(stage);
    case 'erase event': {
      const event = pick(allEvents(model).filter(({ isErased }) => !isErased), step.event);
      if (!event) return;
      await erase(stage, { space: 'random', eventIds: [event.id] });
      event.isErased = true;
      return checkErased(stage, event);
    }
    case 'erase session': {
      const name = spokenSession(model, step.session);
      // One session stays, so that most steps have something to work on.
      if (name === undefined || model.erasedSessions.size >= SESSIONS.length - 1) return;
      await erase(stage, { space: 'random', session: name });
      for (const event of model.sessions.get(name)!) event.isErased = true;
      model.erasedSessions.add(name);
      return;
    }
    case 'restart':
      await memory.restart(step.without);
      return;
  }
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

async function checkWindow({ model, sessionOf }: Stage, name: string, windowTokens?: number): Promise<void> {
  const request = windowTokens === undefined ? {} : { windowTokens };
  const ask = () => refusable(['window_over_budget', 'guarded_over_budget', 'invalid_request'], () => sessionOf(name).window({ format: 'openai', ...request }));
  const window = await ask();
  if (!window) return;
  const { budgets, tokens, blocks, openai } = window;
  if (tokens.total + budgets.headroom > budgets.window) fail(`a window of ${name} has ${tokens.total} tokens of ${budgets.window} less ${budgets.headroom}`);
  const problems = openAiProblems({ messages: openai.messages, tools: openai.tools }, 'open');
  if (problems.length > 0) fail(`a window of ${name} would be refused: ${JSON.stringify(problems)}`);
  const bytes = JSON.stringify(blocks);
  for (const { mark, isErased } of allEvents(model)) if (isErased && bytes.includes(mark)) fail(`a window of ${name} shows ${mark}, which is erased`);
  const events = model.sessions.get(name)!;
  const latest = events.findLast(({ kind, isErased }) => kind === 'user_message' && !isErased);
  if (latest && !blocks.some(({ eventId }) => eventId === latest.id)) fail(`a window of ${name} lacks its latest request ${latest.id}`);
  if (latest && latest.text.length < 400 && !blocks.some(({ text }) => text.includes(latest.text))) fail(`a window of ${name} cuts its latest request`);
  const again = await ask();
  // A compaction may come in between.
  if (again?.position === window.position) expectSame(`the window of ${name}, asked for twice`, JSON.stringify(again?.blocks), bytes);
  if (windowTokens === undefined) await checkCovered({ model, sessionOf }, name, blocks);
}

/** Checks that each event stands in the window, or in the span of one of its markers. */
async function checkCovered(
  { model, sessionOf }: Pick<Stage, 'model' | 'sessionOf'>,
  name: string,
  blocks: readonly { readonly eventId?: string; readonly markerId?: string }[],
): Promise<void> {
  const shown = new Set(blocks.map(({ eventId }) => eventId));
  const behind = new Set<string>();
  for (const { markerId } of blocks) {
    if (markerId === undefined) continue;
    let cursor: string | undefined;
    do {
      const page = await sessionOf(name).expand(markerId, { limit: 7, ...(cursor !== undefined && { cursor }) });
      for (const { id } of page.events) {
        if (behind.has(id)) fail(`${id} of ${name} is behind two markers, or twice behind ${markerId}`);
        behind.add(id);
      }
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  for (const { id, kind, isErased, mark } of model.sessions.get(name)!) {
    if (!SHOWN.has(kind) || isErased) continue;
    if (shown.has(id) || behind.has(id)) continue;
    fail(`${id} (${kind}, ${mark}) of ${name} is neither in the window nor behind a marker`);
  }
}

async function checkFormer({ model, sessionOf }: Stage, name: string, at: number): Promise<void> {
  const { turn } = await sessionOf(name).get();
  if (!(turn > 1)) return;
  const atTurn = 1 + (at % (turn - 1));
  const window = await refusable(['window_over_budget', 'guarded_over_budget', 'invalid_request'], () => sessionOf(name).window({ atTurn }));
  if (!window) return;
  const bytes = JSON.stringify(window.blocks);
  const key = `${name} ${atTurn}`;
  const seen = model.former.get(key);
  if (seen?.era === model.era) expectSame(`the window of ${name} as of turn ${atTurn}`, bytes, seen.bytes);
  model.former.set(key, { era: model.era, bytes });
}

async function checkRecall({ space, model }: Stage, event: KnownEvent, asking: string | undefined): Promise<void> {
  const answer = await space.recall({ query: `where is ${event.mark}`, ...(asking !== undefined && { session: asking }) });
  const erased = allEvents(model).filter(({ isErased }) => isErased);
  for (const { id, mark } of erased) {
    if (answer.hits.some(({ eventId }) => eventId === id)) fail(`recall of ${event.mark} brings ${id}, which is erased`);
    if (answer.passages.some(({ text }) => text.includes(mark))) fail(`recall of ${event.mark} shows ${mark}, which is erased`);
  }
  if (event.isErased || event.kind === 'thinking') return;
  const holds = answer.passages.some(({ text, about }) => text.includes(event.mark) || about.includes(event.mark));
  if (!holds) fail(`recall of ${event.mark} (${event.kind} ${event.id}) does not bring it: ${answer.outcome}, ${answer.hits.length} hits`);
  const first = answer.hits[0]!;
  const brings = new Set(allEvents(model).filter(({ text, mark }) => mark === event.mark || text.includes(event.mark)).map(({ id }) => id));
  if (!brings.has(first.eventId)) fail(`recall of ${event.mark} (${event.kind} ${event.id}) brings ${first.eventId} first`);
}

async function checkOpen({ space }: Stage, event: KnownEvent): Promise<void> {
  const got = await space.event(event.id).catch(orNothing(['erased', 'not_found'], undefined));
  if (event.isErased) {
    if (got?.body !== undefined) fail(`${event.id} is erased and can be read`);
    return;
  }
  if (event.kind !== 'tool_call') expectSame(`the text of ${event.id}`, got && (await textOf(space, got)), event.text);
}

/** Text of an event, also where it is so long that it is stored as an artifact. */
async function textOf(space: SpaceClient, { body }: EventWire): Promise<string | undefined> {
  const whole = body?.artifacts?.find(({ role }) => role === 'content');
  return whole ? new TextDecoder().decode((await space.artifact(whole.id)).bytes) : body?.text;
}

async function checkMarkers({ space, model, sessionOf }: Stage, name: string): Promise<void> {
  const { markers } = await space.markers({ session: name } as never);
  const texts = new Map(model.sessions.get(name)!.map((event) => [event.id, event]));
  for (const { id, session, text } of markers) {
    if (session !== name) continue;
    for (const { mark, isErased } of allEvents(model)) if (isErased && text?.includes(mark)) fail(`marker ${id} says ${mark}, which is erased`);
    const { events } = await sessionOf(name).expand(id);
    for (const event of events) {
      const known = texts.get(event.id);
      if (!known) continue;
      if (known.isErased && event.body !== undefined) fail(`marker ${id} expands to ${event.id}, which is erased`);
      if (!known.isErased && known.kind !== 'tool_call') expectSame(`${event.id} behind ${id}`, await textOf(space, event), known.text);
    }
  }
}

async function checkErased(stage: Stage, event: KnownEvent): Promise<void> {
  await checkOpen(stage, event);
  await checkRecall(stage, event, undefined);
}

async function erase({ memory, model }: Stage, body: object): Promise<void> {
  let erasure = await memory.client.call('erase', { body });
  while (erasure.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 20));
    erasure = await memory.client.call('getErasure', { params: { erasureId: erasure.id } });
  }
  expectSame('the status of an erasure', erasure.status, 'done');
  model.era += 1;
}

const attributeOf = (number: number): string => `attribute-${number}`;

async function remember(stage: Stage, number: number): Promise<void> {
  const { model, space } = stage;
  const attribute = attributeOf(number);
  const value = markOf((model.counter += 1));
  const decided = await space.remember({ label: 'project', subject: 'project', attribute, value, text: `The ${attribute} is ${value}.` });
  decide(model, attribute, decided.entryId, { factId: decided.fact.id, value });
  await checkFacts(stage);
}

async function correct(stage: Stage, number: number): Promise<void> {
  const { model, space } = stage;
  const attribute = attributeOf(number);
  const now = model.values.get(attribute);
  if (!now) return;
  const value = markOf((model.counter += 1));
  const decided = await space.correct(now.factId, { text: `The ${attribute} is ${value}.`, value });
  decide(model, attribute, decided.entryId, { factId: decided.fact.id, value });
  await checkFacts(stage);
}

async function forget(stage: Stage, number: number): Promise<void> {
  const { model, space } = stage;
  const attribute = attributeOf(number);
  const now = model.values.get(attribute);
  if (!now) return;
  const decided = await space.forget(now.factId);
  decide(model, attribute, decided.entryId, undefined);
  await checkFacts(stage);
}

function decide(model: MemoryModel, attribute: string, entryId: string, after: { factId: string; value: string } | undefined): void {
  model.decisions.push({ entryId, attribute, before: model.values.get(attribute) });
  if (after) model.values.set(attribute, after);
  else model.values.delete(attribute);
  model.era += 1;
}

async function checkFacts({ space, model }: Stage): Promise<void> {
  const { facts } = await space.facts({ limit: 500 } as never);
  const said = facts.filter(({ attribute, status }) => attribute?.startsWith('attribute-') && status.is === 'current');
  const now = Object.fromEntries(said.map(({ attribute, value }) => [attribute, value]).toSorted(byFirst));
  const wanted = Object.fromEntries([...model.values].map(([attribute, { value }]) => [attribute, value]).toSorted(byFirst));
  expectSame('what is known', now, wanted);
  if (said.length !== model.values.size) fail(`one attribute has two current values: ${JSON.stringify(said)}`);
}

const byFirst = ([a]: readonly unknown[], [b]: readonly unknown[]): number => String(a).localeCompare(String(b));

/** Checks everything at the end: each event, each window before and after a start, the facts, and the folder. */
async function checkAll(stage: Stage): Promise<void> {
  const { memory, model } = stage;
  const live = SESSIONS.filter((name) => model.sessions.has(name) && !model.erasedSessions.has(name));
  const windowOf = (name: string) => refusable(['window_over_budget', 'guarded_over_budget'], () => memory.client.space('random').session(name).window());
  // Compactions that are due may come until nothing changes any more.
  const windowsNow = async () => {
    for (let former = ''; ;) {
      const windows = await Promise.all(live.map(windowOf));
      const positions = JSON.stringify(windows.map((window) => window?.position));
      if (positions === former) return windows.map((window) => window?.blocks);
      former = positions;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const before = await windowsNow();
  await memory.restart('read model');
  const again: Stage = { ...stage, space: memory.client.space('random'), sessionOf: (name) => memory.client.space('random').session(name) };
  expectSame('windows after the read model was made again', await windowsNow(), before);
  for (const event of allEvents(model)) await checkOpen(again, event);
  for (const name of live) {
    const listed = (await eventsOf(again.sessionOf(name))).map(({ id }) => id);
    const known = model.sessions.get(name)!.map(({ id }) => id);
    expectSame(`the events of ${name} in their order`, listed.filter((id) => known.includes(id)), known);
    await checkWindow(again, name);
    await checkMarkers(again, name);
  }
  await checkFacts(again);
  expectSame('what differs between the folder and its log', await memory.verify(), []);
}

function liveSession(model: MemoryModel, at: number): string {
  return pick(SESSIONS.filter((name) => !model.erasedSessions.has(name)), at)!;
}

function spokenSession(model: MemoryModel, at: number): string | undefined {
  return pick(SESSIONS.filter((name) => model.sessions.has(name) && !model.erasedSessions.has(name)), at);
}

async function refusable<T>(codes: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  return call().catch(orNothing(codes, undefined));
}

function orNothing<T>(codes: readonly string[], nothing: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof TotalRecallApiError && codes.includes(error.code)) return nothing;
    throw error;
  };
}

function expectSame(what: string, is: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(is, wanted)) return;
  const [a, b] = [is, wanted].map((value) => JSON.stringify(value) ?? 'undefined') as [string, string];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const from = Math.max(0, at - 120);
  fail(`${what}: ${a.slice(from, at + 300)}\n  and not: ${b.slice(from, at + 300)}`);
}

function fail(message: string): never {
  throw new Error(message);
}
