import { createHash } from 'node:crypto';
import { createClient, type Client, type NewEventWire } from '@total-recall/client';
import { checkClusterCertificate } from '@total-recall/composition/cluster';
import type { ErasureCertificate } from '@total-recall/domain';
import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { createLogger } from '@total-recall/observability';
import { createTextAnalyser } from '@total-recall/language';
import { parseConfig, problemOfCertificate } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, sealedTerm, words } from '../libs/data-folder/testing/erasure-secrets.ts';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { nameOf, searchServers } from './erasure/search-servers.ts';
import { storedVectors } from './erasure/stored-vectors.ts';
import { openHashingEndpoint, type HashingEndpoint } from './hashing-endpoint.ts';
import { openClusterKeys } from './open-cluster-keys.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const SPACE = 'harbour';
const SUBJECT = 'customer-zq1';
const LONG = { timeout: 300_000 };
const TURNS = 5;
const DIMENSIONS = 128;

const SECRETS = Array.from({ length: 6 * TURNS }, (_, n) => secret(n));

/**
 * Builds a turn with six secrets: in the user's and the model's words, a call's arguments, a small and a large result,
 * and an attached file.
 */
function turnOf(turn: number): NewEventWire[] {
  const [said, answered, args, small, large, title] = SECRETS.slice(turn * 6, turn * 6 + 6) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const call = { id: `call_${turn}`, name: 'read_file' };
  const meta = { subject: SUBJECT };
  return [
    { kind: 'user_message', text: `Please look at ${said} for me. ${words('the quay', 6)}`, meta },
    { kind: 'agent_message', text: `I will ask ${answered}.`, meta },
    { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ path: `/srv/${args}.txt` }) }, meta },
    { kind: 'tool_result', call, text: `${small} found\n${words('berth 9', 40)}\n${words(large, 200)}`, meta },
    {
      kind: 'user_message',
      text: 'See what I sent.',
      attachments: [{ mime: 'text/plain', data: Buffer.from(`a note about ${title}`).toString('base64'), title: `${title}.txt` }],
      meta,
    },
    { kind: 'agent_message', text: `The harbour of turn ${turn} is closed in winter. ${words('the mole', 20)}` },
  ];
}

async function plant(client: Client): Promise<void> {
  const session = client.space(SPACE).session('run-1');
  for (let turn = 0; turn < TURNS; turn += 1) {
    await session.append(turnOf(turn), { wait: 'searchable' });
    const [said, , , , large] = SECRETS.slice(turn * 6, turn * 6 + 5) as [string, string, string, string, string];
    await session.updateTaskState({
      fields: { goals: [`find ${said}`, 'keep the harbour open'], risks: [large], milestones: [`turn ${turn}`] },
    });
    const more = Array.from({ length: 6 }, (_, at): NewEventWire => ({ kind: 'agent_message', text: words(`pier ${turn}${at}`, 25) }));
    await session.append(more, { wait: 'searchable' });
  }
}

/** Returns other forms in which a string may be stored: its hashes, as bytes and as text. */
function hashesOf(text: string): (string | Buffer)[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(text).digest());
  return hashes.flatMap((bytes) => [bytes, bytes.toString('hex'), bytes.toString('base64')]);
}

type Erased = Awaited<ReturnType<Client['erase']>>;

/** Waits until an erasure is done. A long one is first answered as `running`. */
async function done(client: Client, asked: Erased): Promise<Erased> {
  await expect.poll(async () => (await client.erasure(asked.id)).status, LONG).toBe('done');
  return client.erasure(asked.id);
}

function describeErasure(servers: ClusterServers): void {
  describe('an erasure on a cluster', () => {
    let cluster: TestCluster;
    let client: Client;
    let spaceKey: Uint8Array;
    let embedder: HashingEndpoint;
    beforeAll(async () => {
      embedder = await openHashingEndpoint(DIMENSIONS);
      cluster = await openTestCluster(servers, { TOTAL_RECALL_WINDOW_TOKENS: '4000', ...embedder.env });
      client = createClient(cluster);
      await plant(client);
      const keys = await openClusterKeys(cluster);
      spaceKey = (await keys.spaceKey('default', SPACE)).key;
      await keys.close();
    }, 240_000);
    afterAll(async () => {
      await cluster?.stop();
      await embedder?.close();
    });

    const terms = (): string[] => SECRETS.flatMap((text) => createTextAnalyser().analyse(text)).map((term) => sealedTerm(spaceKey, term));
    const session = () => client.space(SPACE).session('run-1');
    const seen = async (): Promise<string> =>
      JSON.stringify([
        await session().events({ limit: '500' }),
        await session().window(),
        await session().taskState(),
        await client.space(SPACE).markers({}),
      ]);

    /** Returns the planted events, the bytes of their vectors, and those nearest to the planted strings. */
    const plantedVectors = async () => {
      const stored = storedVectors(servers, cluster.namePrefix);
      await expect.poll(async () => (await stored.texts()) - (await stored.all()).length, LONG).toBe(0);
      const { events } = await session().events({ limit: '500' });
      const planted = new Set(events.filter(({ body }) => body?.meta.subject === SUBJECT).map(({ id }) => id));
      const values = (await stored.all()).filter(({ event }) => planted.has(event)).map((one) => one.values);
      const strings = await Promise.all(SECRETS.map(embedder.embed));
      const bytes = values.map((text) => Buffer.from(text, 'base64'));
      const own = bytes.map((vector) => Float32Array.from(new Int8Array(vector)));
      /** Returns the planted events among the nearest of each vector. */
      const among = (vectors: readonly Float32Array[]): Promise<string[][]> =>
        Promise.all(vectors.map(async (one) => (await stored.nearest(one)).filter((id) => planted.has(id))));
      return {
        planted,
        values,
        bytes,
        nearest: async () => ({ strings: await among(strings), own: await among(own) }),
        all: stored.all,
      };
    };

    it('leaves nothing of thirty strings on any server or in any answer, and windows that models take', LONG, async () => {
      const searched = searchServers(servers, cluster.namePrefix);
      await expect.poll(async () => (await session().get()).cycle, LONG).toBeGreaterThan(0);
      const before = await searched.holding([...SECRETS, ...terms(), SUBJECT]);
      expect(
        before.filter((found) => /in (topic|bucket|table)/.test(found)),
        'sealed everywhere but in the index',
      ).toEqual([]);
      expect(terms().filter((term) => before.some((found) => found.startsWith(`${term} in index`))).length).toBeGreaterThan(25);
      expect(terms().filter((term) => before.includes(`${term} in a file of OpenSearch`)).length).toBeGreaterThan(25);
      expect(
        before.filter((found) => SECRETS.some((text) => found.startsWith(`${text} in index`))),
        'sealed in session states too',
      ).toEqual([]);
      const hashes = SECRETS.flatMap(hashesOf);
      expect(await searched.holding(hashes), 'a hash without a key confirms a guess').toEqual([]);
      const { planted, values, bytes, nearest, all } = await plantedVectors();
      expect([planted.size, values.length >= planted.size]).toEqual([5 * TURNS, true]);
      const near = await nearest();
      expect(near.own.filter((found) => found.length === 0)).toEqual([]);
      expect(near.strings.filter((found) => found.length > 0).length).toBeGreaterThan(25);
      const held = await searched.holding([...values, ...bytes]);
      for (const text of values) expect(held.some((found) => found.startsWith(`${text} in index`))).toBe(true);
      expect(bytes.filter((vector) => held.includes(`${nameOf(vector)} in a file of OpenSearch`)).length).toBeGreaterThan(planted.size);
      const artifacts = (await searched.objects()).length;
      const said = await seen();
      expect(SECRETS.filter((text) => said.includes(text)).length).toBeGreaterThan(20);

      const planned = await client.erase({ subject: SUBJECT, dryRun: true });
      expect([planned.status, planned.counts.events]).toEqual(['planned', 5 * TURNS]);
      expect(JSON.parse(await seen())[0]).toEqual(JSON.parse(said)[0]);
      const erased = await done(client, await client.erase({ subject: SUBJECT }));
      expect(erased).toMatchObject({ status: 'done', counts: { events: 5 * TURNS } });

      const after = await seen();
      expect(SECRETS.filter((text) => after.includes(text))).toEqual([]);
      expect(after).toContain('The harbour of turn 3 is closed in winter.');
      expect(after).toContain('keep the harbour open');
      for (const text of SECRETS.slice(0, 8)) expect((await client.space(SPACE).recall({ queries: [text] })).rendered).not.toContain(text);
      await expect(client.space(SPACE).event(erased.eventIds[0]!)).rejects.toMatchObject({ code: 'erased' });
      // A running search holds files open until it ends.
      const needles = [...SECRETS, ...terms(), SUBJECT, ...hashes, ...values, ...bytes];
      await expect.poll(() => searched.holding(needles), { timeout: 120_000, interval: 1_000 }).toEqual([]);
      const { strings, own } = await nearest();
      expect([...strings, ...own].flat(), 'no vector has an erased event for its neighbour').toEqual([]);
      expect((await all()).length, 'vectors of other events stay').toBeGreaterThan(TURNS);
      expect((await searched.objects()).length, 'bodies that were revised stand among artifacts').toBeGreaterThan(0);
      expect(erased.counts.artifacts).toBeGreaterThan(0);
      expect(artifacts).toBeGreaterThanOrEqual(erased.counts.artifacts);
      const { anthropic } = await session().window({ format: 'anthropic' });
      const { openai } = await session().window({ format: 'openai' });
      expect([anthropicProblems({ ...anthropic } as never), openAiProblems({ ...openai } as never)]).toEqual([[], []]);

      const { publicKey } = await client.certificateKey();
      expect(problemOfCertificate(erased.certificate, publicKey)).toBeUndefined();
      const config = parseConfig('cluster', cluster.env);
      const silent = { logger: createLogger({ destination: { write: () => undefined } }) };
      const { problem, checked } = await checkClusterCertificate(config, erased.certificate as ErasureCertificate, silent);
      expect([problem, checked?.readable, checked?.documents]).toEqual([undefined, 0, 0]);
      expect(checked!.records).toBe(5 * TURNS);
      const { statement } = erased.certificate!;
      expect(statement.outside.join()).toMatch(/wrapped keys .* on the brokers.*topics, buckets and indices/);
      expect(statement.outside.join()).not.toContain('data folder');
      expect(
        problemOfCertificate({ ...erased.certificate, statement: { ...statement, completedAt: statement.requestedAt } }, publicKey),
      ).toBeDefined();
    });

    it('is finished where the consolidator was killed meanwhile', LONG, async () => {
      const { consolidator } = cluster.services;
      for (const name of ['first', 'second']) {
        const doomed = client.space('market').session(name);
        await doomed.append([{ kind: 'user_message', text: `zqsold${name}x is sold` }], { wait: 'searchable' });
        const asked = client.erase({ space: 'market', session: name }).catch(() => undefined);
        // The consolidator is killed once the erasure is in the ledger, at any step of it.
        await expect.poll(async () => (await client.erasures()).erasures[0]?.session, LONG).toBe(name);
        await consolidator.kill();
        await asked;
        await consolidator.start();
        await expect.poll(async () => (await client.erasures().catch(() => undefined))?.erasures[0]?.status, LONG).toBe('done');
        await expect(doomed.get()).rejects.toMatchObject({ code: 'erased' });
      }
      const sold = ['zqsoldfirstx', 'zqsoldsecondx'];
      await expect.poll(() => searchServers(servers, cluster.namePrefix).holding(sold), { timeout: 120_000, interval: 1_000 }).toEqual([]);
    });

    it('takes a space and a tenant whole, and nothing of another', LONG, async () => {
      const say = (space: string, text: string) =>
        client
          .space(space)
          .session('one')
          .append([{ kind: 'user_message', text }], { wait: 'searchable' });
      await say('fair', SECRETS[0]!);
      await say('dock', SECRETS[1]!);
      await done(client, await client.erase({ space: 'fair' }));
      expect((await client.spaces()).spaces.map(({ space }) => space)).not.toContain('fair');
      await expect(say('fair', 'again')).rejects.toMatchObject({ code: 'erased' });
      expect((await client.space('dock').recall({ queries: [SECRETS[1]!] })).hits).toHaveLength(1);
      await done(client, await client.erase({ tenant: 'default' }));
      expect((await client.spaces()).spaces).toEqual([]);
      expect(await searchServers(servers, cluster.namePrefix).objects()).toEqual([]);
    });
  });
}

const servers = await realServers();
if (servers) describeErasure(servers);
