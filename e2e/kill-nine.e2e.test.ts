import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startLoad } from './load/event-load.ts';
import { findLosses } from './load/find-losses.ts';
import { printedKey, serveProcess, type ServedProcess } from './serve-process.ts';
import { UNLIMITED } from './unlimited.ts';

/** `npm run kills` makes hundreds. */
const KILLS = 3;
const WRITERS = 4;
const SPACE = 'load';

describe('kill -9 under load', () => {
  it(`I-01 keeps every acknowledged event once, in order and searchable, over ${KILLS} kills`, { timeout: 900_000 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'total-recall-kill-'));
    const env = { ...UNLIMITED, TOTAL_RECALL_WINDOW_TOKENS: '8192' };
    let service: ServedProcess = await serveProcess(dataDir, env);
    const target = { url: () => service.url, apiKey: printedKey(service.output()) };
    const load = startLoad({ target, space: SPACE, writers: WRITERS });
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        await load.reached(load.acknowledged() + 12);
        await new Promise((resolve) => setTimeout(resolve, (kill * 131) % 400));
        await service.kill();
        service = await serveProcess(dataDir, env);
        expect(await findLosses({ target, space: SPACE, writers: load.writers, searched: 10 })).toEqual([]);
      }
      const { acknowledged, wrong } = await load.stop();
      expect(wrong).toEqual([]);
      expect(acknowledged).toBeGreaterThan(KILLS * WRITERS);
      expect(await findLosses({ target, space: SPACE, writers: load.writers, searched: 100 })).toEqual([]);
      expect(await service.stop()).toBe(0);
    } finally {
      load.abandon();
      await service.kill();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
