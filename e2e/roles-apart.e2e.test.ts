import { dirname } from 'node:path';
import { MINILM_L6_V2 } from '@total-recall/adapter-onnx';
import { createOpenSearchMemoryIndex, openIndexGenerations } from '@total-recall/adapter-opensearch';
import { createClient } from '@total-recall/client';
import { FOLD_VERSION, partitionOf, sessionKey } from '@total-recall/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { metricOf } from '../bench/cluster/service-metrics.ts';
import { findTestModel } from '../libs/adapters/onnx/testing/find-test-model.ts';
import { runProgram } from './load/run-program.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';
import { UNLIMITED } from './unlimited.ts';

const PARTITIONS = 2;
const SESSIONS = 8;
const ROUNDS = 3;
const MOST_AGAIN = 4;
const WAIT = { timeout: 90_000, interval: 100 };

const servers = await realServers();
const files = await findTestModel(MINILM_L6_V2);

describe.runIf(servers && files)('ingest with its roles apart: two processes that append and project, and one that embeds', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    const model = {
      TOTAL_RECALL_EMBEDDER: 'minilm',
      TOTAL_RECALL_MODEL_DIR: dirname(files!.modelPath),
      TOTAL_RECALL_MODEL_DOWNLOAD: 'off',
    };
    cluster = await openTestCluster(
      servers!,
      { ...UNLIMITED, ...model, TOTAL_RECALL_PARTITIONS: String(PARTITIONS) },
      { ingestRoles: ['append,project', 'append,project', 'embed'] },
    );
    for (const name of ['ingest', 'ingest-2']) await vi.waitFor(() => ownsHalf(name), WAIT);
  });
  afterAll(() => cluster?.stop(), 60_000);

  const readiness = async (name: string): Promise<Record<string, string>> =>
    ((await (await fetch(`${cluster.operations[name]}/readyz`)).json()) as { checks: Record<string, string> }).checks;
  const ownsHalf = async (name: string): Promise<void> => expect((await readiness(name))['share-project']).toBe('ok; 1 of 1 partitions');
  /** Returns the number of documents for which a process made vectors. */
  const embedded = (name: string): Promise<number> =>
    metricOf(cluster.operations[name]!, 'total_recall_embed_documents_total', '"embedded"');
  const findsTheDoctor = async (): Promise<void> => {
    const answer = await space().recall({ query: 'what did the doctor order' });
    expect(answer.hits[0]).toMatchObject({ sources: expect.arrayContaining(['vector']) });
    expect(answer.passages[0]!.text).toBe('The physician prescribed rest.');
  };
  const space = () => createClient({ url: cluster.url, apiKey: cluster.apiKey, retry: { attempts: 1 } }).space('home');

  it('finds by meaning what it appended, by vectors of the one that has the model', async () => {
    const texts = ['The automobile needs new brakes.', 'Bread is baked at dawn.', 'The lighthouse keeper counts the ships.'];
    await space()
      .session('meaning')
      .append(texts.map((text) => ({ kind: 'user_message' as const, text })));
    await vi.waitFor(async () => {
      const answer = await space().recall({ query: 'my car is unsafe' });
      expect(answer.signals).toEqual(['text', 'vector']);
      expect(answer.hits[0]).toMatchObject({ sources: ['vector'] });
      expect(answer.passages[0]!.text).toBe(texts[0]);
    }, WAIT);
    // An event may be found a moment before it is counted.
    const counts = async () => expect(await Promise.all(['ingest', 'ingest-2', 'ingest-3'].map(embedded))).toEqual([0, 0, 3]);
    await vi.waitFor(counts, WAIT);
  });

  it('compacts on demand whichever process the gateway asks first', async () => {
    const partitions = new Set<number>();
    const compacted = new Map<number, number>();
    let again = 0;
    /**
     * Retries, because partitions may change hands on a busy machine. Without the owner's address every second call
     * would fail.
     */
    const patiently = async <T>(act: () => Promise<T>): Promise<T> => {
      for (;;)
        try {
          return await act();
        } catch (error) {
          if ((error as { status?: number }).status !== 503 || ++again > MOST_AGAIN) throw error;
          for (const name of ['ingest', 'ingest-2']) await vi.waitFor(() => ownsHalf(name), WAIT);
        }
    };
    for (let round = 0; round < ROUNDS; round++)
      for (let at = 0; at < SESSIONS; at++) {
        const session = space().session(`s${at}`);
        const events = Array.from({ length: 12 }, (_, index) => ({
          kind: index % 2 === 0 ? ('user_message' as const) : ('agent_message' as const),
          text: `Round ${round}, part ${index}: ${'the ferry was late and full of lamps. '.repeat(10)}`,
        }));
        await session.append(events, { wait: 'searchable' });
        partitions.add(partitionOf(sessionKey({ tenant: 'default', space: 'home', session: `s${at}` }), PARTITIONS));
        const { kind } = await patiently(() => session.compact({ targetTokens: 500 }));
        compacted.set(at, (compacted.get(at) ?? 0) + (kind === 'compacted' ? 1 : 0));
      }
    expect(partitions.size).toBe(PARTITIONS);
    for (let at = 0; at < SESSIONS; at++) expect(compacted.get(at)).toBeGreaterThan(0);
  });

  it('makes the vectors of what came while nobody embedded', async () => {
    await cluster.services['ingest-3']!.kill();
    await space()
      .session('away')
      .append([{ kind: 'user_message', text: 'The physician prescribed rest.' }], { wait: 'searchable' });
    await cluster.services['ingest-3']!.start();
    await vi.waitFor(findsTheDoctor, WAIT);
  });

  it('goes over to an index that was filled beside it, its vectors too', async () => {
    const rebuilt = await runProgram(['index', 'rebuild', '--json'], cluster.env).ended;
    expect([rebuilt.code, JSON.parse(rebuilt.out || '{}')]).toEqual([0, expect.objectContaining({ isTakenOver: true, isDropped: false })]);
    const { generation, left } = JSON.parse(rebuilt.out) as { generation: string; left: string[] };
    for (const name of ['ingest', 'ingest-2', 'ingest-3', 'retriever', 'consolidator'])
      await vi.waitFor(async () => expect((await readiness(name))['read-model']).toMatch(`index generation ${generation}`), WAIT);
    await findsTheDoctor();
    const dropped = await runProgram(['index', 'drop', '--json'], cluster.env).ended;
    expect([dropped.code, JSON.parse(dropped.out || '{}')]).toEqual([0, { dropped: left }]);
    await findsTheDoctor();
    await space()
      .session('away')
      .append([{ kind: 'user_message', text: 'Rest was not taken.' }], { wait: 'searchable' });
  });

  it(
    'makes its index generation current in place of one of an earlier version, and never of a later one',
    { timeout: 120_000 },
    async () => {
      const place = { opensearch: { urls: [servers!.opensearch.url] }, prefix: cluster.namePrefix, generation: 'any', replicas: 0 };
      const generations = openIndexGenerations(place);
      const current = async (): Promise<string | undefined> => (await generations.standing()).current;
      const own = (await current())!;
      const others = [FOLD_VERSION - 1, FOLD_VERSION + 1].map((version) => `${own.split('-v')[0]}-v${version}`) as [string, string];
      const [earlier, later] = others;
      const says = (detail: string) =>
        vi.waitFor(async () => expect((await readiness('ingest'))['read-model']).toBe(`ok; serves index generation ${own}${detail}`), WAIT);
      try {
        for (const generation of others) await (await createOpenSearchMemoryIndex({ ...place, generation })).close();
        await generations.switchTo(earlier);
        await vi.waitFor(async () => expect(await current()).toBe(own), WAIT);
        await says('');
        // Running services cannot read what a rebuild of another version fills, so it waits for none of them.
        const rebuilt = await runProgram(['index', 'rebuild', '--json'], cluster.env).ended;
        expect([rebuilt.code, JSON.parse(rebuilt.out || '{}')]).toEqual([
          0,
          expect.objectContaining({ generation: own, isForRelease: true }),
        ]);
        await generations.switchTo(later);
        await says(`; the current one, ${later}, is of another version or log`);
        expect(await current()).toBe(later);
        await findsTheDoctor();
        const client = createClient({ url: cluster.url, apiKey: cluster.apiKey, retry: { attempts: 1 } });
        await expect(client.erase({ space: 'home', session: 'away' })).rejects.toMatchObject({ status: 503 });
        expect(await client.erasures()).toEqual({ erasures: [] });
      } finally {
        await generations.switchTo(own);
        for (const generation of others) await generations.drop(generation);
        await generations.close();
      }
    },
  );
});
