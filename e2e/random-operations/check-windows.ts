import { openAiProblems } from '@total-recall/domain/testing';
import { textOf } from './check-answers.ts';
import { expectSame, fail } from './expect-same.ts';
import { allEvents, silenced, type MemoryModel } from './memory-model.ts';
import { refusable } from './refusals.ts';
import type { Stage } from './stage.ts';

/** Kinds whose events stand in a window or behind a marker. */
const SHOWN = new Set(['user_message', 'agent_message', 'tool_call', 'tool_result', 'decision', 'system_note', 'delegation', 'report']);
/** Codes of a window for which what must stand in it leaves no room. */
const NO_ROOM = ['window_over_budget', 'guarded_over_budget'];
/** Codes of a window of a size that is named, which may be more than the session's. */
const NO_SUCH_SIZE = [...NO_ROOM, 'invalid_request'];

function erasedMarks(model: MemoryModel): string[] {
  const erased = allEvents(model).filter(({ isErased }) => isErased);
  return silenced(model, erased).map(({ mark }) => mark);
}

/** Checks that a window fits, is valid, holds the latest request and all events of its session, and is the same when it is asked for again. */
export async function checkWindow({ model, sessionOf }: Stage, name: string, windowTokens?: number): Promise<void> {
  const request = windowTokens === undefined ? {} : { windowTokens };
  const ask = () =>
    refusable(windowTokens === undefined ? NO_ROOM : NO_SUCH_SIZE, () => sessionOf(name).window({ format: 'openai', ...request }));
  const window = await ask();
  if (!window) return;
  const { budgets, tokens, blocks, openai } = window;
  if (tokens.total + budgets.headroom > budgets.window)
    fail(`a window of ${name} has ${tokens.total} tokens of ${budgets.window} less ${budgets.headroom}`);
  const problems = openAiProblems({ messages: openai.messages, tools: openai.tools }, 'open');
  if (problems.length > 0) fail(`a window of ${name} would be refused: ${JSON.stringify(problems)}`);
  const bytes = JSON.stringify(blocks);
  for (const mark of erasedMarks(model)) if (bytes.includes(mark)) fail(`a window of ${name} shows ${mark}, which is erased`);
  for (const { marks, id } of model.tenants)
    for (const mark of marks) if (bytes.includes(mark)) fail(`a window of ${name} shows ${mark} of the tenant ${id}`);
  const events = model.sessions.get(name)!;
  for (const { id, mark, isErased } of events.filter((event) => model.subtasks.get(name)?.firstIds.includes(event.id)))
    if (!isErased && !bytes.includes(mark)) fail(`a window of the executor ${name} lacks ${mark}, with which it began (${id})`);
  const latest = events.findLast(({ kind, isErased }) => kind === 'user_message' && !isErased);
  if (latest && !blocks.some(({ eventId }) => eventId === latest.id)) fail(`a window of ${name} lacks its latest request ${latest.id}`);
  if (latest && latest.text!.length < 400 && !latest.file && !blocks.some(({ text }) => text.includes(latest.text!)))
    fail(`a window of ${name} cuts its latest request`);
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

/** Checks that the window as of a turn is what it was. */
export async function checkFormer({ model, sessionOf }: Stage, name: string, at: number): Promise<void> {
  const { turn } = await sessionOf(name).get();
  if (!(turn > 1)) return;
  const atTurn = 1 + (at % (turn - 1));
  const window = await refusable(NO_ROOM, () => sessionOf(name).window({ atTurn }));
  if (!window) return;
  const bytes = JSON.stringify(window.blocks);
  const key = `${name} ${atTurn}`;
  const seen = model.former.get(key);
  if (seen?.era === model.era) expectSame(`the window of ${name} as of turn ${atTurn}`, bytes, seen.bytes);
  model.former.set(key, { era: model.era, bytes });
}

/** Checks that markers give back what went, and say nothing of what was erased. */
export async function checkMarkers({ space, model, sessionOf }: Stage, name: string): Promise<void> {
  const { markers } = await space.markers({ session: name, limit: 100 });
  const texts = new Map(model.sessions.get(name)!.map((event) => [event.id, event]));
  for (const { id, session, text } of markers) {
    if (session !== name) continue;
    for (const mark of erasedMarks(model)) if (text?.includes(mark)) fail(`marker ${id} says ${mark}, which is erased`);
    const { events } = await sessionOf(name).expand(id);
    for (const event of events) {
      const known = texts.get(event.id);
      if (!known) continue;
      if (known.isErased && event.body !== undefined) fail(`marker ${id} expands to ${event.id}, which is erased`);
      if (!known.isErased && known.text !== undefined) expectSame(`${event.id} behind ${id}`, await textOf(space, event), known.text);
    }
  }
}
