import { createClient, TotalRecallApiError, type SpaceClient } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { describeFacts } from './facts-spec.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const DEPOTS = 120;
/** A retriever looks for decisions once a second. */
const RECALLED_WITHIN_MS = 10_000;
/** The lane `npm run kills:sweeps` has more. */
const KILLS = 2;
const NAMES = ['consolidator', 'consolidator-2'] as const;

/** Asks again while the ledger moves from one process to another. */
async function untilServed<T>(act: () => Promise<T>): Promise<T> {
  for (let left = 360; ; left -= 1) {
    try {
      return await act();
    } catch (error) {
      if (left === 0 || !(error instanceof TotalRecallApiError && error.status === 503)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function sweepAll(space: SpaceClient): Promise<void> {
  for (let hasMore = true; hasMore;) ({ hasMore } = await untilServed(() => space.consolidate()));
}

async function allFacts(space: SpaceClient, history: boolean): Promise<{ id: string; value?: string; status: { is: string } }[]> {
  const facts: { id: string; value?: string; status: { is: string } }[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await untilServed(() =>
      space.facts({ history: history ? 'true' : 'false', limit: 100, ...(cursor !== undefined && { cursor }) }),
    );
    facts.push(...page.facts);
    if (page.cursor === undefined) return facts;
    cursor = page.cursor;
  }
}

function describeConsolidation(servers: ClusterServers): void {
  describe('consolidation on a cluster', () => {
    let cluster: TestCluster;
    beforeAll(async () => {
      cluster = await openTestCluster(servers, { TOTAL_RECALL_CONSOLIDATE_MINUTES: '0' }, { replicas: { consolidator: 2 } });
    });
    afterAll(() => cluster?.stop());

    // On the same cluster, before its consolidators are killed; it is stopped once.
    describeFacts('of a cluster', async () => ({ ...cluster, operations: [], close: async () => undefined }), RECALLED_WITHIN_MS);

    it('shows a fact in the windows of sessions that begin then, until it is forgotten', async () => {
      const space = createClient(cluster).space('quay');
      const shownIn = async (session: string): Promise<string> =>
        (await space.session(session).window()).blocks.find(({ kind }) => kind === 'facts')?.text ?? 'nothing';
      await space.session('first').append([{ kind: 'user_message', text: 'The gateway port is 4100.' }], { wait: 'searchable' });
      await sweepAll(space);
      // Ingest asks the store for the units of a space once a second.
      let begun = 0;
      const shownInNext = async (): Promise<string> => {
        begun += 1;
        await space.session(`run-${begun}`).append([{ kind: 'user_message', text: 'Where do we listen?' }], { wait: 'searchable' });
        return shownIn(`run-${begun}`);
      };
      await expect.poll(shownInNext, { timeout: 60_000 }).toContain('"The gateway port is 4100."');
      const [port] = await allFacts(space, false);
      await untilServed(() => space.forget(port!.id));
      await expect.poll(() => shownIn(`run-${begun}`), { timeout: 60_000 }).toBe('nothing');
    });

    it('finds, corrects, undoes and forgets a fact, whichever process the ledger is with', async () => {
      const space = createClient(cluster).space('harbour');
      await space.session('run-1').append([{ kind: 'user_message', text: 'The gateway port is 4100.' }], { wait: 'searchable' });
      await space.session('run-2').append([{ kind: 'user_message', text: 'The gateway port is 4200 now.' }], { wait: 'searchable' });
      await sweepAll(space);
      const [now] = await allFacts(space, false);
      expect(now).toMatchObject({ value: '4200', status: { is: 'current' } });
      const corrected = await space.correct(now!.id, { text: 'The gateway port is 4300.', value: '4300' });
      for (const name of NAMES) {
        await cluster.services[name]!.stop();
        expect((await allFacts(space, true)).map(({ value }) => value)).toEqual(['4100', '4200', '4300']);
        await cluster.services[name]!.start();
      }
      await untilServed(() => space.undo(corrected.entryId));
      expect((await allFacts(space, false)).map(({ value }) => value)).toEqual(['4200']);
      await untilServed(() => space.forget(now!.id));
      expect(await allFacts(space, false)).toEqual([]);
    });

    it('loses nothing and does nothing twice where consolidators are killed in their sweeps', async () => {
      const space = createClient(cluster).space('depots');
      for (let from = 0; from < DEPOTS; from += 40) {
        const said = Array.from({ length: 40 }, (_, at) => from + at);
        await space.session(`run-${from}`).append(
          said.flatMap((depot) => [
            { kind: 'user_message' as const, text: `The depot-${depot} port is ${4_000 + depot}.` },
            { kind: 'user_message' as const, text: `The depot-${depot} port is ${5_000 + depot} now.` },
          ]),
          { wait: 'searchable' },
        );
      }
      for (let kill = 0; kill < KILLS; kill += 1) {
        const name = NAMES[kill % 2]!;
        const sweeping = space.consolidate().catch(() => undefined);
        await cluster.services[name]!.kill();
        await sweeping;
        await cluster.services[name]!.start();
      }
      await sweepAll(space);
      const facts = await allFacts(space, true);
      const current = facts.filter(({ status }) => status.is === 'current').map(({ value }) => Number(value));
      const replaced = facts.filter(({ status }) => status.is === 'superseded').map(({ value }) => Number(value));
      expect(current.toSorted((a, b) => a - b)).toEqual(Array.from({ length: DEPOTS }, (_, at) => 5_000 + at));
      expect(replaced.toSorted((a, b) => a - b)).toEqual(Array.from({ length: DEPOTS }, (_, at) => 4_000 + at));
      const { entries } = await untilServed(() => space.ledger({ limit: 500 }));
      const added = entries.flatMap(({ changes }) => changes.flatMap(({ did, fact }) => (did === 'added' ? [fact] : [])));
      expect(new Set(added).size).toBe(added.length);
    });
  });
}

const servers = await realServers();
if (servers) describeConsolidation(servers);
