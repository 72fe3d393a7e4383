import { fetchOverGrpc } from '@total-recall/nest/testing';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '@total-recall/observability/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterServers } from '../tools/cluster/open-cluster.ts';
import { describeApi, type ApiUnderTest } from './api-spec.ts';
import { openTestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

/** Observations of a cluster from outside; the logs are read once it has ended. */
interface Watched {
  collector: TraceCollector;
  /** Logs of the services by name. */
  readonly logs: Record<string, string>;
  apiKey: string;
}

async function open(transport: 'HTTP' | 'gRPC', servers: ClusterServers, watched?: Watched): Promise<ApiUnderTest> {
  const env = watched && { TOTAL_RECALL_TRACES_ENDPOINT: watched.collector.url, TOTAL_RECALL_LOG_LEVEL: 'info' };
  const { url, apiKey, grpcAddress, operations, services, logOf, stop } = await openTestCluster(servers, env);
  const grpc = transport === 'gRPC' ? fetchOverGrpc(grpcAddress!) : undefined;
  return {
    url,
    apiKey,
    ...(grpc && { fetch: grpc.fetch }),
    operations: Object.values(operations),
    close: async () => {
      grpc?.close();
      if (watched) {
        watched.apiKey = apiKey;
        for (const name of Object.keys(services)) watched.logs[name] = await logOf(name);
      }
      await stop();
    },
  };
}

const servers = await realServers();
if (servers) {
  describeApi('of a cluster over gRPC', () => open('gRPC', servers));
  describe('a cluster that is traced', () => {
    const watched = { logs: {}, apiKey: '' } as Watched;
    beforeAll(async () => void (watched.collector = await startTraceCollector()));
    afterAll(() => watched.collector.close());

    describeApi('of a cluster over HTTP', () => open('HTTP', servers, watched));
    describeTraces(() => watched);
  });
}

/** Describes the traces of the API spec's requests, once the cluster has ended and sent all spans. */
function describeTraces(watched: () => Watched): void {
  /** Returns all spans of the first trace that has a span of this name. */
  const traceWith = (name: string): readonly CollectedSpan[] => {
    const { spans } = watched().collector;
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`no span ${name} among ${[...new Set(spans.map((span) => span.name))].join(', ')}`);
    return spans.filter(({ traceId }) => traceId === found.traceId);
  };
  /** Returns the names of the spans from the start of the trace down to one, with their services. */
  const pathTo = (spans: readonly CollectedSpan[], last: CollectedSpan | undefined): string[] => {
    const path: string[] = [];
    for (let span = last; span; span = spans.find(({ spanId }) => spanId === span!.parentSpanId))
      path.unshift(`${span.service.replace('total-recall-', '')}: ${span.name}`);
    return path;
  };

  describe('traces', () => {
    it('lead from the gateway through ingest and the log to what is made of the records', () => {
      const spans = traceWith('POST /v1/spaces/{space}/sessions/{session}/events');
      expect(
        pathTo(
          spans,
          spans.find(({ name }) => name === 'project'),
        ),
      ).toEqual([
        'gateway: POST /v1/spaces/{space}/sessions/{session}/events',
        'gateway: ingest append',
        'ingest: ingest append',
        'ingest: log append',
        'ingest: project',
      ]);
      const projects = new Set(watched().collector.spans.flatMap(({ name, spanId }) => (name === 'project' ? [spanId] : [])));
      const written = watched().collector.spans.filter(({ parentSpanId }) => projects.has(parentSpanId ?? ''));
      expect(written.map(({ name, service }) => `${service}: ${name}`)).toContain('total-recall-ingest: opensearch write marks');
      for (const span of spans) expect(span.attributes['total_recall.tenant']).toBe('default');
    });

    it('lead from a recall to what is asked of OpenSearch', () => {
      const spans = traceWith('POST /v1/spaces/{space}/recall');
      expect(
        pathTo(
          spans,
          spans.find(({ name }) => name === 'opensearch search texts'),
        ).slice(0, 3),
      ).toEqual(['gateway: POST /v1/spaces/{space}/recall', 'gateway: retriever recall', 'retriever: retriever recall']);
    });

    it('tell nothing of what was written, asked, or used as a key, nor do the logs', () => {
      const { collector, logs, apiKey } = watched();
      const told = [...collector.bodies, ...Object.values(logs)].join('\n');
      for (const secret of [apiKey, 'seal number', 'crates of instruments', 'depot']) expect(told).not.toContain(secret);
    });

    it('have their ids in the log lines of requests', () => {
      const lines = watched()
        .logs['gateway']!.split('\n')
        .filter((line) => line.includes('"message":"request"'));
      expect(lines.length).toBeGreaterThan(20);
      const traces = new Set(watched().collector.spans.map(({ traceId }) => traceId));
      for (const line of lines) {
        const { service, traceId } = JSON.parse(line) as Record<string, string>;
        expect({ service, isTraced: traces.has(traceId!) }).toEqual({ service: 'total-recall-gateway', isTraced: true });
      }
    });
  });
}
