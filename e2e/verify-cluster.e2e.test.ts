import { createClient } from '@total-recall/client';
import { openClusterStores } from '@total-recall/composition/cluster';
import { createMetrics, NO_TRACER, SILENT_LOGGER } from '@total-recall/observability';
import { packSpaceUnits, parseConfig, unpackSpaceUnits } from '@total-recall/runtime';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { consolidateAll } from './consolidate-all.ts';
import { senderOf } from './load/operator.ts';
import { runProgram } from './load/run-program.ts';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';
import { UNLIMITED } from './unlimited.ts';

interface Finding {
  readonly kind: string;
  readonly fault: string;
  readonly remedy: string;
  readonly file: string;
  readonly partition?: number;
  readonly offset?: number;
  readonly eventId?: string;
  readonly artifactId?: string;
}

interface Report {
  readonly ok: boolean;
  readonly behind: number;
  readonly moving: number;
  readonly kinds: Readonly<Record<string, { readonly checked: number; readonly wrong: number }>>;
  readonly findings: readonly Finding[];
  readonly repaired?: { readonly generation?: string; readonly left: readonly string[]; readonly artifactsRemoved: number };
}

const SESSIONS = ['summer', 'winter', 'autumn'];
const TURNS = 12;
const RESULT = `harbour log\n${'berth 4 taken by a barge, tide falling\n'.repeat(300)}`;

const servers = await realServers();
if (servers) describe('total-recall verify --cluster', () => verifiesCluster(servers));

function verifiesCluster(on: ClusterServers): void {
  let cluster: TestCluster;
  let stores: Awaited<ReturnType<typeof openClusterStores>>;
  beforeAll(async () => {
    cluster = await openTestCluster(on, UNLIMITED);
    stores = await openClusterStores(parseConfig('cluster', cluster.env), {
      logger: SILENT_LOGGER,
      metrics: createMetrics({ processMetrics: false }),
      tracing: NO_TRACER,
    });
    const send = senderOf(cluster.url, cluster.apiKey);
    for (const session of SESSIONS)
      for (let turn = 0; turn < TURNS; turn += 1)
        await send('POST', `/v1/spaces/main/sessions/${session}/events`, {
          events: [
            { kind: 'user_message', text: `Which berth is free at ${turn} o'clock, says ${session}?` },
            { kind: 'tool_call', call: { id: `call-${turn}`, name: 'berths', arguments: '{}' }, text: '' },
            {
              kind: 'tool_result',
              call: { id: `call-${turn}`, name: 'berths' },
              text: `${session} ${turn} ${turn === 3 ? RESULT : 'berth 2'}`,
            },
            { kind: 'agent_message', text: `Berth 2 is free at ${turn}.` },
          ],
        });
    for (const [at, text] of ['The crane port is 4100.', 'The crane port is 4200 now.'].entries())
      await space()
        .session(SESSIONS[at]!)
        .append([{ kind: 'user_message', text }], { wait: 'searchable' });
    await consolidateAll(space());
  });
  afterAll(async () => {
    await stores?.close();
    await cluster?.stop();
  });

  /** Patient, as the consolidator may not have taken its share of the ledger yet. */
  const space = () => createClient({ ...cluster, retry: { attempts: 20 } }).space('main');

  async function verify(...flags: string[]): Promise<{ code: number | null; report: Report }> {
    const { code, out, notes } = await runProgram(['verify', '--cluster', '--json', ...flags], cluster.env).ended;
    if (out.trim() === '') throw new Error(`verify ended with ${code}: ${notes}`);
    return { code, report: JSON.parse(out) as Report };
  }

  it('finds nothing wrong after a load, beside services that run', async () => {
    await expect.poll(async () => (await verify()).report.behind, { timeout: 120_000, interval: 500 }).toBe(0);
    const { code, report } = await verify();
    expect(report.findings).toEqual([]);
    expect([code, report.ok, report.moving]).toEqual([0, true, 0]);
    const { records, sessions, events, documents, artifacts, units } = report.kinds;
    expect(units!.checked).toBe(1);
    expect([sessions!.checked, artifacts!.checked]).toEqual([SESSIONS.length, SESSIONS.length]);
    expect(records!.checked).toBeGreaterThanOrEqual(SESSIONS.length * TURNS * 4);
    expect(events!.checked).toBe(records!.checked);
    expect(documents!.checked).toBeGreaterThan(SESSIONS.length * TURNS * 2);
  });

  it('names the space whose units are not what the ledger folds to, and folds them again', async () => {
    const units = `${on.opensearch.url}/${cluster.namePrefix}-units-*`;
    await fetch(`${units}/_refresh`, { method: 'POST' });
    const found = (await (await fetch(`${units}/_search?version=true`)).json()) as any;
    const { _id, _index, _routing, _version, _source } = found.hits.hits.find((hit: any) => hit._source.space === 'main');
    const state = await unpackSpaceUnits(Buffer.from(_source.state, 'base64'));
    const archived = [...state.units.values()].find(({ status }) => status.is === 'superseded')!;
    const asCurrent = new Map(state.units).set(archived.id, { ...archived, status: { is: 'current' } });
    const packed = (await packSpaceUnits([{ ...state, units: asCurrent }]))[0]!.packed;
    const document = `${_index}/_doc/${encodeURIComponent(_id)}?routing=${encodeURIComponent(_routing)}&refresh=true`;
    const body = JSON.stringify({ ..._source, state: Buffer.from(packed).toString('base64') });
    const headers = { 'content-type': 'application/json' };
    const version = `version=${_version}&version_type=external_gte`;
    const written = await fetch(`${on.opensearch.url}/${document}&${version}`, { method: 'PUT', headers, body });
    expect(written.status).toBe(200);
    const { code, report } = await verify();
    expect(report.findings).toMatchObject([{ kind: 'units', fault: 'differs', remedy: 'fold_anew', file: 'OpenSearch: units' }]);
    expect(code).toBe(1);

    const { code: after, report: repaired } = await verify('--repair');
    expect(repaired.repaired).toEqual({ left: [], artifactsRemoved: 0, unitsFolded: 1 });
    expect([after, repaired.findings]).toEqual([0, []]);
    expect(await stores.units!.load({ tenant: 'default', space: 'main' })).toEqual(state);
  });

  it('names what OpenSearch and the bucket have lost, and fills another generation for what the log can mend', async () => {
    const remove = async (kind: string): Promise<{ event: string }> => {
      const answer = await fetch(`${on.opensearch.url}/${cluster.namePrefix}-${kind}/_search?size=1`);
      const [{ _id, _index, _routing, _source }] = ((await answer.json()) as any).hits.hits;
      const document = `${_index}/_doc/${encodeURIComponent(_id)}?routing=${encodeURIComponent(_routing)}&refresh=true`;
      expect((await fetch(`${on.opensearch.url}/${document}`, { method: 'DELETE' })).status).toBe(200);
      return { event: typeof _source.event === 'string' ? _source.event : _source.event.record.envelope.id };
    };
    const { event: ofText } = await remove('texts');
    const { event: ofEvent } = await remove('events');
    let artifactId = '';
    for await (const listed of stores.artifacts.list('default', 'main')) artifactId = listed.artifactId;
    const place = { tenant: 'default', space: 'main', artifactId };
    const bytes = await stores.artifacts.get(place);
    await stores.artifacts.delete(place);

    const { code, report } = await verify();
    expect(code).toBe(1);
    const byKind = (kind: string) => report.findings.filter((finding) => finding.kind === kind);
    expect(byKind('events')).toMatchObject([{ fault: 'missing', remedy: 'fill_anew', eventId: ofEvent, file: 'OpenSearch: events' }]);
    expect(byKind('artifacts')).toMatchObject([{ fault: 'missing', remedy: 'restore', artifactId: place.artifactId, file: 'S3' }]);
    if (ofText !== ofEvent) expect(byKind('documents').map(({ eventId }) => eventId)).toContain(ofText);

    // Artifacts come back first from a backup, as an index filled without them has only their previews.
    await stores.artifacts.put(place, bytes!);
    const { code: after, report: repaired } = await verify('--repair');
    expect(repaired.repaired).toMatchObject({ generation: expect.any(String), left: [expect.any(String)] });
    expect([after, repaired.findings]).toEqual([0, []]);
  });

  it('names a record that the brokers have lost by what the index holds of it, and touches nothing then', async () => {
    const admin = new Kafka({ brokers: on.kafka.url.split(','), logLevel: logLevel.NOTHING }).admin();
    const firsts = await Promise.all(Array.from({ length: stores.log.partitions }, (_, partition) => stores.log.read(partition, 0, 1)));
    const [first] = firsts.find((records) => records.length > 0)!;
    const { partition } = first!.position;
    await admin.connect();
    try {
      const topic = (await admin.listTopics()).find((name) => name === `${cluster.namePrefix}.events`);
      await admin.deleteTopicRecords({ topic: topic!, partitions: [{ partition, offset: '1' }] });
    } finally {
      await admin.disconnect();
    }
    for (const flags of [[], ['--repair']]) {
      const { code, report } = await verify(...flags);
      expect(report.findings).toMatchObject([
        { kind: 'records', fault: 'missing', remedy: 'mend_log', partition, offset: 0, eventId: first!.envelope.id, file: 'Kafka: events' },
      ]);
      expect(code).toBe(1);
      expect(report.repaired?.generation).toBeUndefined();
    }
  });
}
