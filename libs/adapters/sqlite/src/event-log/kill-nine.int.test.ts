import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LogRecord } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';

const KILLS = 6;
const child = fileURLToPath(new URL('../../testing/append-until-killed.ts', import.meta.url));

/**
 * Starts the child, kills it once it has acknowledged `after` records, and returns all complete lines of its output.
 */
async function appendAndKill(path: string, run: number, after: number): Promise<string[]> {
  const running = spawn(process.execPath, ['--conditions=total-recall-source', '--no-warnings', child, path, String(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let lines = 0;
  running.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    lines += chunk.split('\n').length - 1;
    if (lines > after) running.kill('SIGKILL');
  });
  const [, signal] = (await once(running, 'close')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  return output.slice(0, output.lastIndexOf('\n')).split('\n').slice(1);
}

async function readAll(path: string): Promise<LogRecord[]> {
  const log = await createSqliteEventLog({ path });
  try {
    const records: LogRecord[] = [];
    for (let batch = await log.read(0, 0, 1_000); batch.length > 0; batch = await log.read(0, batch.at(-1)!.position.offset + 1, 1_000))
      records.push(...batch);
    return records;
  } finally {
    await log.close();
  }
}

const nameOf = (record: LogRecord): string => `${record.key} ${record.envelope.id}`;

it('has every acknowledged record once and in order after each kill', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'log.db');
  try {
    const acknowledged: string[] = [];
    let before: string[] = [];
    for (let run = 0; run < KILLS; run++) {
      acknowledged.push(...(await appendAndKill(path, run, Math.floor(Math.random() * 1_500))));
      const records = await readAll(path);
      const names = records.map(nameOf);
      expect(new Set(names).size).toBe(names.length);
      expect(names.slice(0, before.length)).toEqual(before);
      const present = new Set(names);
      expect(acknowledged.filter((name) => !present.has(name))).toEqual([]);
      expectUnbrokenSequences(records);
      before = names;
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS);
  } finally {
    folder.remove();
  }
});

/**
 * Expects that a writer's records in a run are numbered 0, 1, 2 and so on without gaps and with their bodies, and that
 * no append of several records is partly stored.
 */
function expectUnbrokenSequences(records: readonly LogRecord[]): void {
  const last = new Map<string, number>();
  const wrong = records.filter((record) => {
    const [run, sequence] = record.envelope.id.split(':').map(Number) as [number, number];
    const stream = `${record.key}#${run}`;
    const expected = (last.get(stream) ?? -1) + 1;
    last.set(stream, sequence);
    return sequence !== expected || Buffer.compare(record.sealed, Buffer.alloc(600, sequence % 256)) !== 0;
  });
  expect(wrong.map(nameOf)).toEqual([]);
  expect([...last.values()].filter((sequence) => ![0, 2, 5].includes(sequence % 6))).toEqual([]);
}
