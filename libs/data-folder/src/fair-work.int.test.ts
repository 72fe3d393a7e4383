import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { serveFolder } from '../testing/serve-folder.ts';

const HEAVY = 40;
const QUIET = 8;
const WORDS = ['dock', 'harbour', 'crane', 'cargo', 'ferry', 'pilot', 'quay', 'tide'];

/** Draws words of a large vocabulary, others for each number. */
const words = (count: number, from: number): string =>
  Array.from({ length: count }, (_, at) => `${WORDS[at % WORDS.length]}${(from * 7_919 + at * 31) % 2_000}`).join(' ');

it('a tenant with many heavy recalls under way holds another up for a few steps of them, not for all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'total-recall-fair-'));
  const config = parseConfig('standalone', {
    HOME: folder,
    TOTAL_RECALL_DATA_DIR: join(folder, 'data'),
    TOTAL_RECALL_EMBEDDER: 'off',
    // It is about the order: on a busy machine the heavy ones take longer than may be waited by default.
    TOTAL_RECALL_WORK_DEADLINE_MS: '120000',
  });
  const cores = await serveFolder({ ...config, threads: 'own' });
  try {
    const { ingest, retriever } = cores;
    const append = (tenant: string, count: number) =>
      ingest.append({
        tenant,
        space: 'main',
        session: 's',
        events: Array.from({ length: count }, (_, at) => ({ kind: 'user_message' as const, text: words(12, at) })),
      });
    await append('noisy', 500);
    await append('quiet', 100);
    await ingest.settle(30_000);
    const heavy = (from: number) => ({
      tenant: 'noisy',
      space: 'main',
      queries: Array.from({ length: 8 }, (_, at) => words(1_000, from + at).slice(0, 8_000)),
      limit: 100,
    });
    let answered = 0;
    const all = Array.from({ length: HEAVY }, (_, at) => retriever.recall(heavy(at)).then(() => (answered += 1)));
    for (let at = 0; at < QUIET; at += 1) await retriever.recall({ tenant: 'quiet', space: 'main', queries: [words(4, at)] });
    // Without turns the quiet one is answered behind them.
    expect(answered).toBeLessThan(HEAVY / 4);
    await Promise.all(all);
    expect(answered).toBe(HEAVY);
  } finally {
    await cores.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
