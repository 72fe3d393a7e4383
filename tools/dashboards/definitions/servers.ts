import { lines, number, spread, type Dashboard, type Query } from '../dashboard.ts';
import { inRange, largest, observed, perSecond, quantile, total } from '../promql.ts';

/** Marks a query as one of a cluster: the standalone service has no servers. */
const inCluster = (query: Query): Query => ({ ...query, onlyIn: 'cluster' });

export const SERVERS: Dashboard = {
  id: 'servers',
  title: 'Servers of a cluster',
  description: 'How do Kafka, OpenSearch and ClickHouse serve us: what waits for them, what they turn away, and which is left alone?',
  rows: [
    {
      title: 'Kafka',
      panels: [
        lines(
          'Records not worked off',
          { unit: 'short', description: 'By partition, of the slowest that follows it. It falls back to zero after each burst.' },
          [inCluster({ expr: largest('logFollowerLag', { by: ['partition'] }), legend: 'partition {{partition}}' })],
        ),
        lines(
          'Age of records',
          { unit: 's', description: 'Of the oldest in a batch that is handed over: how late the read models are while they keep up.' },
          spread((share) => quantile(share, 'logRecordAge')).map(inCluster),
        ),
        lines(
          'Waiting to be written',
          { unit: 'short', description: 'Records behind the batch that is under way. Many for long: the brokers are slow.' },
          [inCluster({ expr: total('logQueuedRecords', { by: ['instance'] }), legend: '{{instance}}' })],
        ),
        lines('Bytes waiting', { unit: 'bytes', description: 'The same in bytes; at 64 MiB a partition appends are refused.' }, [
          inCluster({ expr: largest('logQueuedBytes', { by: ['partition'] }), legend: 'partition {{partition}}' }),
        ]),
      ],
    },
    {
      title: 'OpenSearch',
      panels: [
        number(
          'Left alone',
          { unit: 'none', redFrom: 1, description: 'Connections that send nothing for a moment, as eight requests in a row failed.' },
          { expr: total('indexCircuitOpen'), legend: 'connections' },
        ),
        lines('Requests', { unit: 'reqps', stacked: true, description: 'Reads and writes, each with its repeats.' }, [
          inCluster({ expr: observed('indexRequestSeconds', { by: ['kind'] }), legend: '{{kind}}' }),
        ]),
        lines('Time of one request', { unit: 's', description: 'p95, reads and writes.' }, [
          inCluster({ expr: quantile(0.95, 'indexRequestSeconds', { by: ['kind'] }), legend: '{{kind}}' }),
        ]),
        lines(
          'Failed requests',
          {
            unit: 'reqps',
            stacked: true,
            description: 'busy: no room; slow: no answer in time; unreachable; refused: ours was wrong; resting: none was sent.',
          },
          [{ expr: perSecond('indexFailures', { by: ['reason'] }), legend: '{{reason}}', onlyAfter: 'a request that failed' }],
        ),
        lines(
          'Sent again',
          { unit: 'cps', description: 'Requests and documents sent once more, and documents that were there already, as after a restart.' },
          [
            { expr: perSecond('indexRetries'), legend: 'requests' },
            { expr: perSecond('indexBulkRetries'), legend: 'documents turned away' },
            { expr: perSecond('indexBulkRepeats'), legend: 'documents there already' },
          ],
        ),
      ],
    },
    {
      title: 'ClickHouse',
      panels: [
        lines('Records waiting', { unit: 'short', description: 'By table. At 10,000 further ones are dropped.' }, [
          inCluster({ expr: largest('analyticsQueued', { by: ['table', 'instance'] }), legend: '{{table}}, {{instance}}' }),
        ]),
        lines(
          'Age of the oldest',
          { unit: 's', description: 'A quarter of a second while ClickHouse takes them; it rises while it is away.' },
          [inCluster({ expr: largest('analyticsQueueAge', { by: ['table'] }), legend: '{{table}}' })],
        ),
        number(
          'Dropped',
          {
            unit: 'short',
            redFrom: 1,
            description: 'In the chosen time: the queue was full, no table took them, or the process ended while ClickHouse was away.',
          },
          {
            expr: inRange('analyticsDropped', { by: ['table', 'reason'] }),
            legend: '{{table}}, {{reason}}',
            onlyAfter: 'a record that was dropped',
          },
        ),
        lines('Written', { unit: 'cps', stacked: true, description: 'Records, by table.' }, [
          inCluster({ expr: perSecond('analyticsWritten', { by: ['table'] }), legend: '{{table}}' }),
          {
            expr: perSecond('analyticsWriteFailures', { by: ['table'] }),
            legend: 'failed inserts: {{table}}',
            onlyAfter: 'an insert that failed',
          },
        ]),
        lines('Time of one insert', { unit: 's', description: 'p95, by table.' }, [
          inCluster({ expr: quantile(0.95, 'analyticsWriteSeconds', { by: ['table'] }), legend: '{{table}}' }),
        ]),
      ],
    },
  ],
};
