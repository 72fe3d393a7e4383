import { createMemoryEventLog } from '@total-recall/adapter-memory';
import { createLogger, createMetrics, SILENT_LOGGER } from '@total-recall/observability';
import type { EventLog, NewLogRecord } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { checkLog, type LogCheckDeps } from './check-log.ts';
import { createLogDamage, type LogDamage } from './log-damage.ts';

const RECORD = { key: 'a/b/c', envelope: {}, sealed: Uint8Array.of(1) } as unknown as NewLogRecord;

/** Checks a log until all of it counts as checked; `onPause` sees each pause of the check, and what was found by then. */
async function checkThrough(
  log: EventLog,
  onPause: (ms: number, damage: LogDamage) => void = () => undefined,
  openAll: LogCheckDeps['sealer']['openAll'] = async () => [],
): Promise<LogDamage> {
  const damage = createLogDamage({ logger: SILENT_LOGGER, metrics: createMetrics({ processMetrics: false }) });
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const check = checkLog({
    log,
    sealer: { openAll },
    keys: { open: async () => Uint8Array.of(1) },
    clock: { monotonicMs: () => 0 },
    scheduler: {
      delay: async (ms) => {
        onPause(ms, damage);
        if (!damage.isChecked()) return;
        end();
        await new Promise<void>(() => undefined);
      },
    },
    damage,
    onLacksRevision: async () => undefined,
    logger: SILENT_LOGGER,
  });
  await check.start!();
  await isOver;
  return damage;
}

it('names every damaged record by ranges, and logs the first ones singly and the rest by round numbers', () => {
  const lines: string[] = [];
  const damage = createLogDamage({
    logger: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics(),
  });
  expect(damage.health()).toEqual({ ready: true });
  for (const offset of [7, ...Array.from({ length: 1_200 }, (_, at) => 40 + at), 7]) damage.note({ partition: 0, offset, reason: 'test' });
  expect(damage.health()).toEqual({
    ready: true,
    isDegraded: true,
    detail: 'degraded: log.db is damaged; 1201 records of partition 0 cannot be read, at offsets 7, 40-1239; put log.db back from a backup',
  });
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toContain('"records":1000');
});

it('a log that could not be read through is read again, and only then counts as checked', async () => {
  const stored = createMemoryEventLog();
  await stored.append([RECORD]);
  let failures = 1;
  const log: EventLog = {
    ...stored,
    read: async (...range) => {
      if (failures-- > 0) throw new Error('the disk is busy');
      return stored.read(...range);
    },
  };
  const waits: { readonly ms: number; readonly isChecked: boolean }[] = [];
  const damage = await checkThrough(
    log,
    (ms, found) => void (ms >= 1_000 && waits.push({ ms, isChecked: found.isChecked() })),
    async (records) => records.map(({ envelope, position }) => ({ envelope, offset: position.offset, body: 'unreadable' })),
  );
  expect(waits).toEqual([
    { ms: 60_000, isChecked: false },
    { ms: 86_400_000, isChecked: true },
  ]);
  expect(damage.health()).toMatchObject({ isDegraded: true });
});

it('a check that fails goes on where it was, and the health says how far it is and why it stands', async () => {
  const stored = createMemoryEventLog();
  for (let at = 0; at < 250; at += 1) await stored.append([RECORD]);
  const home = stored.partitionOf('a/b/c');
  const reads: number[] = [];
  let failures = 2;
  const log: EventLog = {
    ...stored,
    read: async (partition, from, limit) => {
      if (partition === home) reads.push(from);
      if (partition === home && from === 200 && failures-- > 0) throw new Error('the disk is busy');
      return stored.read(partition, from, limit);
    },
  };
  const healths: unknown[] = [];
  await checkThrough(log, (_ms, damage) => void healths.push(damage.health()));
  expect(reads).toEqual([0, 100, 200, 200, 200]);
  const at = (offset: number): string => `its check is at offset ${offset} of 250 in partition ${home}`;
  const stands = {
    ready: true,
    isDegraded: true,
    detail: `degraded: log.db cannot be read through; ${at(200)}, tried again: the disk is busy`,
  };
  const goes = (offset: number) => ({ ready: true, detail: `ok; ${at(offset)}` });
  expect(healths).toEqual([goes(100), goes(200), stands, stands, goes(250), { ready: true }]);
});

it('a log that grows faster than it is read is checked up to where it ended when the check began', async () => {
  const stored = createMemoryEventLog();
  await stored.append([RECORD]);
  let reads = 0;
  await checkThrough({ ...stored, read: async (...range) => (reads++ < 50 && (await stored.append([RECORD])), stored.read(...range)) });
  expect(reads).toBe(1);
});
