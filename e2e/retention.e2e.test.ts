import { createClient, type Client } from '@total-recall/client';
import { checkClusterCertificate } from '@total-recall/composition/cluster';
import type { ErasureCertificate, NewEvent } from '@total-recall/domain';
import { SILENT_LOGGER } from '@total-recall/observability';
import { createSystemScheduler, parseConfig } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { openAppender } from './append-as-of.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const SPACE = 'harbour';
const LONG = { timeout: 300_000 };
const BUSY = ['busy-0', 'busy-1', 'busy-2'];

const scheduler = createSystemScheduler();
const said = (text: string): NewEvent => ({ kind: 'user_message', text });
const LOG = 'berth 9 is taken by a barge, the tide is falling\n'.repeat(1_000);

function describeRetention(servers: ClusterServers): void {
  describe('retention on a cluster', () => {
    let cluster: TestCluster;
    let client: Client;
    let ids: Record<'gone' | 'mixed' | 'held', string[]>;
    beforeAll(async () => {
      cluster = await openTestCluster(servers, {}, { replicas: { ingest: 2 } });
      client = createClient(cluster);
      const past = await openAppender(cluster);
      const sayOld = async (session: string, events: NewEvent[]): Promise<string[]> => {
        const appended = await past.append(3, { tenant: 'default', space: SPACE, session, events });
        return appended.events.map(({ id }) => id);
      };
      ids = {
        gone: await sayOld('gone', [said('The gull eats'), said('The gull sleeps')]),
        mixed: await sayOld('mixed', [said('The net is torn'), { kind: 'decision', text: 'Mend the net' }]),
        held: await sayOld('held', [said('The crane turns')]),
      };
      for (const session of BUSY) await sayOld(session, [said('The ferry leaves')]);
      await past.close();
      await space()
        .session('mixed')
        .append([{ kind: 'user_message', text: 'The net is mended' }], { wait: 'searchable' });
    }, 240_000);
    afterAll(() => cluster?.stop());
    const space = () => client.space(SPACE);

    it(
      'takes rules, says what is past its age, takes it by itself with a certificate, and loses nothing that is appended meanwhile',
      LONG,
      async () => {
        const hold = await client.placeHold({ name: 'case 4711', space: SPACE, session: 'held' });
        await client.setPolicy({ retention: [{ maxAgeDays: 1 }, { kinds: ['decision'], maxAgeDays: 365 }] });
        const { spaces } = await client.expired({ space: SPACE });
        expect(spaces).toMatchObject([
          { space: SPACE, counts: { events: 3 + BUSY.length, sessions: 1 + BUSY.length }, eventIds: [ids.mixed[0]], hasMore: false },
        ]);
        expect(spaces[0]!.sessions.toSorted()).toEqual([...BUSY, 'gone']);
        expect(spaces[0]!.held).toMatchObject({ events: 1, holds: [{ id: hold.id }], eventIds: ids.held });

        // The next owner of the ledger sweeps when it takes it.
        await cluster.services.consolidator.stop();
        await cluster.services.consolidator.start();
        let isDone = false;
        const kept: string[] = [];
        const talking = BUSY.map(async (session) => {
          while (!isDone) {
            const answer = await space()
              .session(session)
              .append([{ kind: 'user_message', text: 'The ferry waits' }])
              .catch(() => undefined);
            kept.push(...(answer?.events.map(({ id }) => id) ?? []));
            await scheduler.delay(200);
          }
        });
        const swept = async () => (await client.erasures().catch(() => undefined))?.erasures.find(({ what }) => what === 'retention');
        await expect.poll(async () => (await swept())?.status, { ...LONG, interval: 1_000 }).toBe('done');
        isDone = true;
        await Promise.all(talking);
        for (const id of kept) expect(await space().event(id)).toMatchObject({ body: { text: 'The ferry waits' } });

        const erasure = await client.erasure((await swept())!.id);
        expect(erasure).toMatchObject({ actor: 'retention policy', held: { events: 1, holds: [{ id: hold.id, events: 1 }] } });
        expect(erasure.certificate!.statement).toMatchObject({ what: 'retention', requestedBy: 'retention policy' });
        const config = parseConfig('cluster', cluster.env);
        const checked = await checkClusterCertificate(config, erasure.certificate as ErasureCertificate, { logger: SILENT_LOGGER });
        expect(checked).toMatchObject({ checked: { readable: 0, documents: 0 } });
      },
    );

    it('answers `erased` to every read of what went, and everything else as before', LONG, async () => {
      const gone = { code: 'erased' };
      await expect(space().session('gone').get()).rejects.toMatchObject(gone);
      await expect(space().session('gone').events()).rejects.toMatchObject(gone);
      await expect(space().session('gone').window()).rejects.toMatchObject(gone);
      await expect(
        space()
          .session('gone')
          .append([{ kind: 'user_message', text: 'Hello?' }]),
      ).rejects.toMatchObject(gone);
      await expect(space().event(ids.mixed[0]!)).rejects.toMatchObject(gone);
      await expect(space().session('mixed').open(ids.mixed[0]!)).rejects.toMatchObject(gone);
      await expect(space().artifact(`art_${'0'.repeat(32)}`)).rejects.toMatchObject({ code: 'not_found' });
      expect(await space().event(ids.mixed[1]!)).toMatchObject({ body: { text: 'Mend the net' } });
      expect(await space().event(ids.held[0]!)).toMatchObject({ body: { text: 'The crane turns' } });
      await space()
        .session('mixed')
        .append([{ kind: 'user_message', text: 'And it holds' }]);
    });

    it('answers `erased` to a read of an artifact that an erasure took', LONG, async () => {
      const files = space().session('files');
      const call = { id: 'call_1', name: 'read_log' };
      const asked = [
        { kind: 'tool_call' as const, call: { ...call, arguments: '{}' } },
        { kind: 'tool_result' as const, call, text: LOG },
      ];
      const { events } = await files.append(asked, { wait: 'searchable' });
      const artifactId = (await space().event(events[1]!.id)).body!.artifacts![0]!.id;
      expect((await space().artifact(artifactId)).sizeBytes).toBe(LOG.length);
      const { id } = await client.erase({ space: SPACE, session: 'files' });
      await expect.poll(async () => (await client.erasure(id)).status, LONG).toBe('done');
      await expect(space().artifact(artifactId)).rejects.toMatchObject({ code: 'erased' });
      await expect(space().session('mixed').open(artifactId)).rejects.toMatchObject({ code: 'erased' });
    });
  });
}

const servers = await realServers();
if (servers) describeRetention(servers);
