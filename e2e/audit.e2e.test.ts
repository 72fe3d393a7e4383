import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKafkaControlStore } from '@total-recall/adapter-kafka';
import { createClient } from '@total-recall/client';
import type { AuditEntry, AuditHead, ControlStore } from '@total-recall/ports';
import {
  createAuditChains,
  createSystemClock,
  createSystemRandom,
  createUlidFactory,
  linkEntry,
  type VerifiedAudit,
} from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { runProgram } from './load/run-program.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const LONG = { timeout: 300_000 };
const DAY_MS = 86_400_000;

type Line = { readonly entry: AuditEntry; readonly head?: undefined } | { readonly head: AuditHead; readonly entry?: undefined };

function describeAudit(servers: ClusterServers): void {
  describe('the audit of a cluster, by the command line', () => {
    let cluster: TestCluster;
    let control: ControlStore;
    let folder: string;
    beforeAll(async () => {
      cluster = await openTestCluster(servers, {}, { replicas: { consolidator: 2 } });
      control = await createKafkaControlStore({
        kafka: { brokers: servers.kafka.url.split(',') },
        prefix: cluster.namePrefix,
        replication: 1,
      });
      folder = await mkdtemp(join(tmpdir(), 'total-recall-audit-'));
    }, 240_000);
    afterAll(async () => {
      await control?.close();
      await cluster?.stop();
      if (folder) await rm(folder, { recursive: true, force: true });
    });
    const run = (...args: string[]) =>
      runProgram(['audit', ...args], { ...cluster.env, TOTAL_RECALL_URL: cluster.url, TOTAL_RECALL_API_KEY: cluster.apiKey }).ended;
    const verified = async (...args: string[]): Promise<VerifiedAudit & { ok: boolean }> =>
      JSON.parse((await run('verify', '--json', ...args)).out) as VerifiedAudit & { ok: boolean };
    const exported = async (name: string): Promise<{ file: string; lines: string[] }> => {
      const file = join(folder, name);
      const { code, notes } = await run('export', '--out', file);
      expect([code, code === 0 ? '' : notes]).toEqual([0, '']);
      return { file, lines: (await readFile(file, 'utf8')).trim().split('\n') };
    };
    /** Waits until the end of every chain is signed; an export makes an entry itself, so the last one may be ahead. */
    const signed = async (): Promise<void> => {
      const isSigned = async (): Promise<boolean> =>
        (await control.auditHeads('default')).every(({ signature }) => signature !== undefined);
      await expect.poll(isSigned, { ...LONG, interval: 500 }).toBe(true);
    };
    const read = async (): Promise<void> => {
      const client = createClient(cluster);
      const space = client.space('harbour');
      await space.session('run-1').append([{ kind: 'user_message', text: 'The gull eats a herring' }], { wait: 'searchable' });
      await space.recall({ query: 'herring' });
    };

    it('is signed by the consolidator, goes on after a kill of it and of the gateway, is exported and verified', LONG, async () => {
      await read();
      await signed();
      const first = await exported('first.jsonl');
      expect(first.lines.join('\n')).not.toContain('herring');
      expect(await verified(first.file)).toMatchObject({ ok: true, problems: [] });

      // Whichever of them owned the audit, it has another owner now.
      for (const name of ['consolidator', 'consolidator-2'] as const) {
        await cluster.services[name]!.kill();
        await read();
        await cluster.services[name]!.start();
        await read();
        await signed();
      }
      await cluster.services.gateway.kill();
      await cluster.services.gateway.start();
      await read();
      await signed();
      const second = await exported('second.jsonl');
      const found = await verified(second.file, '--earlier', first.file);
      expect(found).toMatchObject({ ok: true, problems: [] });
      expect(found.chains).toHaveLength(2);
      expect(found.signed).toBeGreaterThanOrEqual(2);
      expect(await verified('--earlier', first.file)).toMatchObject({ ok: true, problems: [] });
      const keys = second.lines.map((line) => JSON.parse(line) as Line).flatMap(({ head }) => head?.publicKey ?? []);
      expect(new Set(keys).size).toBe(1);
      expect(await verified(second.file, '--public-key', keys[0]!)).toMatchObject({ ok: true });

      const place = second.lines.findIndex((line) => line.includes('read.recall'));
      const { chain, number } = (JSON.parse(second.lines[place]!) as { entry: AuditEntry }).entry.link!;
      const tampered = async (lines: readonly string[]) => {
        await writeFile(join(folder, 'tampered.jsonl'), `${lines.join('\n')}\n`);
        return (await verified(join(folder, 'tampered.jsonl'))).problems[0];
      };
      const last = second.lines.findLastIndex((line) => (JSON.parse(line) as Line).entry?.link?.chain === chain);
      const end = (JSON.parse(second.lines[last]!) as { entry: AuditEntry }).entry.link!.number;
      expect(await tampered(second.lines.with(place, second.lines[place]!.replace('harbour', 'marina')))).toMatchObject({
        chain,
        number,
        what: 'changed',
      });
      expect(await tampered(second.lines.toSpliced(place, 1))).toMatchObject({ chain, number, what: 'removed' });
      expect(await tampered(second.lines.toSpliced(place, 0, second.lines[place]!))).toMatchObject({ chain, number, what: 'inserted' });
      expect(await tampered(second.lines.toSpliced(last, 1))).toMatchObject({ chain, number: end, what: 'removed' });
    });

    it('loses what is past its age, and verifies from the signed checkpoint on', LONG, async () => {
      const clock = createSystemClock();
      const nextId = createUlidFactory({ clock, random: createSystemRandom() });
      const past = { ...clock, now: () => clock.now() - 5 * DAY_MS };
      const chains = createAuditChains({ control, clock: past, nextId, writer: nextId('audit') });
      const old = Array.from({ length: 3 }, () => ({
        id: nextId('default'),
        tenant: 'default',
        at: past.now(),
        keyId: 'k',
        action: 'read.recall',
        target: 'harbour',
        outcome: 'allowed' as const,
      }));
      // A cluster's audit is in the order of writing: what is old stands at its beginning. Here it is that of a tenant of its own.
      await control.putTenant({ id: 'old', name: 'Old', createdAt: 0 });
      await chains.append(old.map((entry) => ({ ...entry, tenant: 'old' })));
      await createAuditChains({ control, clock, nextId, writer: nextId('audit') }).append([
        { ...old[0]!, id: nextId('old'), tenant: 'old', at: clock.now() },
      ]);
      await control.putPolicy({ at: 'tenant/old', settings: { auditDays: 2 }, updatedAt: clock.now() });
      // The next owner of the audit drops. Who stops hands it over at once; of who is killed Kafka knows after ten seconds.
      for (const name of ['consolidator', 'consolidator-2'] as const) {
        await cluster.services[name]!.stop();
        await cluster.services[name]!.start();
      }
      const actions = async (): Promise<string[]> =>
        (await control.auditFrom({ tenant: 'old', limit: 99 })).entries.map(({ action }) => action);
      await expect.poll(actions, { ...LONG, interval: 500 }).toEqual(['read.recall', 'audit.drop']);
      const { entries } = await control.auditFrom({ tenant: 'old', limit: 99 });
      expect(entries[1]!.checkpoints).toMatchObject([{ number: 3 }]);
      await expect
        .poll(async () => (await control.auditHeads('old')).map(({ signature }) => signature !== undefined), LONG)
        .toEqual([true, true]);
      const file = join(folder, 'old.jsonl');
      const lines: Line[] = [...entries.map((entry) => ({ entry })), ...(await control.auditHeads('old')).map((head) => ({ head }))];
      await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      expect(await verified(file)).toMatchObject({ ok: true, entries: 2, signed: 2 });
    });

    it('names what was written into the topic past the service, while it runs and when it is verified', LONG, async () => {
      const { entries } = await control.auditFrom({ tenant: 'default', limit: 1_000 });
      const last = entries.findLast(({ link }) => link?.chain === entries[0]!.link!.chain)!;
      const { chain, number } = last.link!;
      const forged = linkEntry({ ...last, id: '01JZXF0RGED', target: 'other' }, chain, {
        chain,
        number: number + 1,
        hash: 'ab'.repeat(32),
      });
      await control.appendAudit([forged]);
      const logged = async (): Promise<string> => `${await cluster.logged()}`;
      await expect.poll(logged, LONG).toMatch(new RegExp(`"chain":"${chain}"`));
      const found = await verified();
      expect(found).toMatchObject({ ok: false, problems: [{ chain, number: number + 1, what: 'removed' }] });
      const metrics = await Promise.all(
        ['consolidator', 'consolidator-2'].map(async (name) => (await fetch(`${cluster.operations[name]}/metrics`)).text()),
      );
      expect(metrics.join('\n')).toMatch(/^total_recall_audit_breaks_total 1$/m);
    });
  });
}

const servers = await realServers();
if (servers) describeAudit(servers);
