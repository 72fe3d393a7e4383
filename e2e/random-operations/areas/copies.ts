import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpaceClient } from '@total-recall/client';
import { exportSpace, importExport } from '@total-recall/transfer';
import fc from 'fast-check';
import { checkFacts, checkOpen } from '../check-answers.ts';
import { expire, markErased, markSessionErased } from '../erasing.ts';
import { expectSame } from '../expect-same.ts';
import { allEvents, type MemoryModel } from '../memory-model.ts';
import { stageOf } from '../stage.ts';
import { nothing, stepKind } from '../step-kind.ts';

const LARGE_WINDOW = 65_536;

/** Steps of an operator that outlive a process: restarts, backups, exports. */
export const COPIES = {
  restart: stepKind(1, fc.record({ without: fc.constantFrom('nothing', 'read model') }), async ({ world, memory }, { without }) => {
    await memory.restart(without as 'nothing');
    await expire(stageOf(world), { isSettled: false });
  }),
  /** An export that comes into another space is exported from there as the same bytes; the same file again adds nothing. */
  transfer: stepKind(1, nothing, async ({ model, memory, space }) => {
    const name = `copy-${(model.counter += 1)}`;
    const copy = memory.client.space(name);
    const folder = await mkdtemp(join(tmpdir(), 'total-recall-export-'));
    try {
      const lines = await linesOf(space);
      if (lines.length === 2) return;
      const path = join(folder, 'export.jsonl');
      await writeFile(path, lines.map((line) => `${line}\n`).join(''));
      await copy.setPolicy({ windowTokens: LARGE_WINDOW });
      const done = await importExport(copy, { path, signal: new AbortController().signal });
      const again = await importExport(copy, { path, signal: new AbortController().signal });
      expectSame('what the same import adds', [again.appended, again.duplicates], [0, done.appended + done.duplicates]);
      const back = await linesOf(copy);
      // An export leaves out events without a body, so those behind one get other numbers.
      if (done.missing === 0) expectSame('an export of what was imported', back, lines);
      else expectSame('the texts of what was imported', textsOf(back), textsOf(lines));
      await memory.client.erase({ space: name });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }),
  /** A backup holds what the memory holds now. */
  'back up': stepKind(1, fc.record({ withReadModel: fc.boolean() }), async ({ world, memory, model }, { withReadModel }) => {
    world.backup = { folder: await memory.backUp(withReadModel), model: structuredClone(model) };
  }),
  /** A restored folder holds what it held at the backup; with the latest ledger nothing that was erased since. */
  restore: stepKind(2, fc.record({ withLatestLedger: fc.boolean() }), async ({ world, memory, model }, drawn) => {
    const { backup } = world;
    if (!backup) return;
    const restored = structuredClone(backup.model);
    // A later ledger decides about facts, too, whose events the backup lacks.
    const withLatestLedger = drawn.withLatestLedger && isSameLedger(model, restored);
    await memory.restore(backup.folder, withLatestLedger);
    if (withLatestLedger) repeatErasures(restored, model);
    world.model = Object.assign(restored, { counter: model.counter, day: model.day, era: model.era + 1 });
    const stage = stageOf(world);
    await expire(stage, { isSettled: false });
    for (const event of allEvents(world.model)) await checkOpen(stage, event);
    await checkFacts(stage);
  }),
};

function isSameLedger(now: MemoryModel, then: MemoryModel): boolean {
  return [...now.facts.byEntry.keys()].join() === [...then.facts.byEntry.keys()].join();
}

/** Erases in a model what was erased in a later one, and takes over its holds, which stand in the same ledger. */
function repeatErasures(restored: MemoryModel, later: MemoryModel): void {
  const erased = new Set(allEvents(later).flatMap(({ id, isErased }) => (isErased ? [id] : [])));
  markErased(
    restored,
    allEvents(restored).filter(({ id }) => erased.has(id)),
  );
  for (const name of later.erasedSessions) markSessionErased(restored, name);
  for (const [subject, id] of later.subjectErasures) restored.subjectErasures.set(subject, id);
  restored.holds.splice(0, Infinity, ...later.holds);
}

async function linesOf(space: SpaceClient): Promise<string[]> {
  const lines: string[] = [];
  await exportSpace(space, {}, async (line) => void lines.push(line));
  return lines;
}

/** Texts of events in their order, by session. */
function textsOf(lines: readonly string[]): unknown {
  const events = lines.map((line) => JSON.parse(line) as { session?: string; kind?: string; text?: string; missing?: string });
  const there = events.filter(({ session, missing }) => session !== undefined && missing === undefined);
  return [...Map.groupBy(there, ({ session }) => session)]
    .toSorted()
    .map(([session, own]) => [session, own.map(({ kind, text }) => [kind, text])]);
}
