import { eventsOf } from '../integrations/open-memory.ts';
import { checkFacts, checkOpen } from './check-answers.ts';
import { checkMarkers, checkWindow } from './check-windows.ts';
import { expectSame } from './expect-same.ts';
import { allEvents, SESSIONS } from './memory-model.ts';
import { refusable, stageOf, type Stage } from './stage.ts';

/** Checks everything at the end: each event, each window before and after the read model is made again, the facts, and the folder. */
export async function checkWhole({ memory, model }: Stage): Promise<void> {
  const live = SESSIONS.filter((name) => model.sessions.has(name) && !model.erasedSessions.has(name));
  const before = await settledWindows(stageOf(memory, model), live);
  await memory.restart('read model');
  const stage = stageOf(memory, model);
  expectSame('windows after the read model was made again', await settledWindows(stage, live), before);
  for (const event of allEvents(model)) await checkOpen(stage, event);
  for (const name of live) {
    const listed = (await eventsOf(stage.sessionOf(name))).map(({ id }) => id);
    const known = model.sessions.get(name)!.map(({ id }) => id);
    expectSame(
      `the events of ${name} in their order`,
      listed.filter((id) => known.includes(id)),
      known,
    );
    await checkWindow(stage, name);
    await checkMarkers(stage, name);
  }
  await checkFacts(stage);
  expectSame('what differs between the folder and its log', await memory.verify(), []);
}

/** Returns the windows once no compaction comes any more. */
async function settledWindows({ sessionOf }: Stage, names: readonly string[]): Promise<unknown[]> {
  const ask = (name: string) => refusable(['window_over_budget', 'guarded_over_budget'], () => sessionOf(name).window());
  for (let former = ''; ;) {
    const windows = await Promise.all(names.map(ask));
    const positions = JSON.stringify(windows.map((window) => window?.position));
    if (positions === former) return windows.map((window) => window?.blocks);
    former = positions;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
