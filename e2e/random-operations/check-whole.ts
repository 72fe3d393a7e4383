import { eventsOf } from '../integrations/open-memory.ts';
import { checkFacts, checkOpen } from './check-answers.ts';
import { checkMarkers, checkWindow } from './check-windows.ts';
import { expectSame } from './expect-same.ts';
import { allEvents } from './memory-model.ts';
import { refusable } from './refusals.ts';
import { spokenSessions, stageOf, type Stage } from './stage.ts';
import type { World } from './world.ts';

/** Checks everything at the end: each event, each window before and after the read model is made again, the facts, and the folder. */
export async function checkWhole(world: World): Promise<void> {
  const { memory, model } = world;
  const live = spokenSessions(model);
  const before = await windowsOf(stageOf(world), live);
  await memory.restart('read model');
  const stage = stageOf(world);
  const after = await windowsOf(stage, live);
  for (const [at, name] of live.entries()) {
    // A compaction that was due may come in between, and gives another window.
    if (after[at]?.position === before[at]?.position)
      expectSame(`the window of ${name} after the read model was made again`, after[at]?.blocks, before[at]?.blocks);
  }
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

function windowsOf({ sessionOf }: Stage, names: readonly string[]) {
  const ask = (name: string) => refusable(['window_over_budget', 'guarded_over_budget'], () => sessionOf(name).window());
  return Promise.all(names.map(ask));
}
