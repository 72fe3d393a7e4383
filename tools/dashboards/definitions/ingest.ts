import { lines, number, spread, type Dashboard } from '../dashboard.ts';
import { difference, largest, mean, observed, perSecond, quantile, total } from '../promql.ts';

export const INGEST: Dashboard = {
  id: 'ingest',
  title: 'Ingest and lag',
  description: 'What comes in, how long until it is durable, folded, searchable and embedded, and what holds it up?',
  rows: [
    {
      title: 'Appends',
      panels: [
        lines(
          'Requests',
          { unit: 'reqps', stacked: true, description: 'By how they ended. Refused ones are under Saturation and errors.' },
          [{ expr: perSecond('ingestAppends', { by: ['result'] }), legend: '{{result}}' }],
        ),
        lines('Events by kind', { unit: 'cps', stacked: true, description: 'Written to the log.' }, [
          { expr: perSecond('ingestEvents', { by: ['kind'] }), legend: '{{kind}}' },
        ]),
        lines(
          'Time to a durable answer',
          { unit: 's', description: 'From an append to its acknowledgement.' },
          spread((share) => quantile(share, 'ingestAppendSeconds')),
        ),
        lines('Bytes', { unit: 'Bps', description: 'Text and attachments, before sealing.' }, [
          { expr: perSecond('ingestEventBytes'), legend: 'bytes' },
        ]),
        lines(
          'Events in one request',
          { unit: 'short', description: 'Small ones pay a commit each.' },
          spread((share) => quantile(share, 'ingestBatchEvents')),
        ),
        lines(
          'Repeats and decisions',
          {
            unit: 'cps',
            description:
              'Events known already, and the decisions of the reconciler. Repeats without end are a producer that does not see its answers.',
          },
          [
            { expr: perSecond('ingestDuplicates'), legend: 'repeated events' },
            { expr: perSecond('ingestReconciled', { by: ['outcome'] }), legend: '{{outcome}}' },
          ],
        ),
      ],
    },
    {
      title: 'Log',
      panels: [
        lines(
          'Time to commit',
          { unit: 's', description: 'Until the log has them for good: the disk, or the brokers.' },
          spread((share) => quantile(share, 'logCommitSeconds')),
        ),
        lines('Records in a commit', { unit: 'short', description: 'The mean: more share one commit under load.' }, [
          { expr: mean('logCommitRecords'), legend: 'records' },
        ]),
        lines(
          'Trouble',
          { unit: 'cps', description: 'Batches sent again, reads tried again, records of others, writes parked. All should be flat.' },
          [
            { expr: perSecond('logResends'), legend: 'sent again' },
            { expr: perSecond('logReadFailures'), legend: 'read again' },
            { expr: perSecond('logForeignRecords'), legend: 'not ours' },
            { expr: perSecond('logParked', { by: ['role'] }), legend: 'parked: {{role}}', onlyAfter: 'a write that was given up' },
          ],
        ),
        lines(
          'Records that are missing',
          {
            unit: 'short',
            description: 'Damaged in the log, or set aside as they could not be folded. Anything above zero is in /readyz.',
          },
          [
            { expr: largest('logDamaged', { by: ['partition'] }), legend: 'damaged of {{partition}}', onlyAfter: 'damage to the log' },
            { expr: largest('projectorAside', { by: ['partition'] }), legend: 'set aside of {{partition}}' },
          ],
        ),
        lines(
          'Partitions owned',
          {
            unit: 'none',
            description:
              'Taken by an instance, by role, beside how many there are. A sum of a role other than that outside a rebalance is trouble.',
          },
          [
            { expr: total('logOwnedPartitions', { by: ['role', 'instance'] }), legend: '{{role}} {{instance}}', onlyIn: 'cluster' },
            { expr: largest('logPartitions', { by: ['role'] }), legend: '{{role}}, all', onlyIn: 'cluster' },
          ],
        ),
      ],
    },
    {
      title: 'Archive of the log',
      panels: [
        lines('Records', { unit: 'cps', description: 'Written to the archive; they come a chapter at a time.' }, [
          { expr: perSecond('archiveRecords'), legend: 'records' },
        ]),
        lines('Bytes', { unit: 'Bps', description: 'Written to the archive.' }, [
          { expr: perSecond('archiveStoredBytes'), legend: 'bytes' },
        ]),
        lines(
          'Chapters by what ended them',
          { unit: 'cps', stacked: true, description: 'By age alone: little comes in. By bytes: the events are large.' },
          [{ expr: perSecond('archiveChapters', { by: ['cut'] }), legend: '{{cut}}' }],
        ),
        lines(
          'Records not archived',
          {
            unit: 'short',
            description:
              'End of the log less the archive. It rises to the size of a chapter and falls again; further, and the archive is stuck.',
          },
          [
            {
              expr: difference(largest('logEndOffset', { by: ['partition'] }), largest('archiveOffset', { by: ['partition'] })),
              legend: 'partition {{partition}}',
            },
          ],
        ),
      ],
    },
    {
      title: 'Folding and lag',
      panels: [
        lines('Lag of the fold', { unit: 's', description: 'Age of the oldest record that is not folded. A read waits for it.' }, [
          { expr: largest('projectorLagSeconds', { by: ['partition'] }), legend: 'partition {{partition}}' },
        ]),
        lines('Records not folded', { unit: 'short', description: 'End of the log less the folded mark.' }, [
          {
            expr: difference(
              largest('logEndOffset', { by: ['partition'] }),
              largest('projectorMarkOffset', { by: ['partition'], where: { mark: 'folded' } }),
            ),
            legend: 'partition {{partition}}',
          },
        ]),
        lines(
          'Time of one batch',
          { unit: 's', description: 'Fold, index, state, marks.' },
          spread((share) => quantile(share, 'projectorFoldSeconds')),
        ),
        lines('Records folded', { unit: 'cps', stacked: true, description: 'By what became of them.' }, [
          { expr: perSecond('projectorFoldedEvents', { by: ['result'] }), legend: '{{result}}' },
        ]),
        lines(
          'Marks',
          {
            unit: 'none',
            description: 'How far a partition has come. They rise together; one that stands still names the role that is stuck.',
          },
          [{ expr: largest('projectorMarkOffset', { by: ['partition', 'mark'] }), legend: '{{mark}}, partition {{partition}}' }],
        ),
      ],
    },
    {
      title: 'Embedding',
      panels: [
        number(
          'Without vectors',
          { unit: 'short', description: 'Records that words find and meaning does not yet.' },
          { expr: total('embedBehind'), legend: 'records' },
        ),
        lines('Lag of embedding', { unit: 's', description: 'Age of the oldest record without vectors.' }, [
          { expr: largest('embedLagSeconds', { by: ['partition'] }), legend: 'partition {{partition}}' },
        ]),
        lines('Records by lane', { unit: 'cps', stacked: true, description: 'fresh ones are taken out of turn while older ones wait.' }, [
          { expr: perSecond('embedRecords', { by: ['lane'] }), legend: '{{lane}}' },
        ]),
        lines('Texts by result', { unit: 'cps', stacked: true, description: 'repeated needed no model; refused: the queue was full.' }, [
          { expr: perSecond('embedTexts', { by: ['result'] }), legend: '{{result}}' },
        ]),
        lines('Documents', { unit: 'cps', stacked: true, description: 'embedded, or skipped as no vector can be made of them.' }, [
          { expr: perSecond('embedDocuments', { by: ['result'] }), legend: '{{result}}' },
        ]),
        lines(
          'Batch, queue and failures',
          { unit: 'short', description: 'Batches a second, texts in the queue of the model, failed batches.' },
          [
            { expr: observed('embedBatchSeconds'), legend: 'batches' },
            { expr: total('embedQueue'), legend: 'texts in the queue' },
            { expr: perSecond('embedFailures', { by: ['reason'] }), legend: 'failed: {{reason}}', onlyAfter: 'a batch that failed' },
          ],
        ),
        lines(
          'Time of one batch',
          { unit: 's', description: 'Reading, embedding, writing.' },
          spread((share) => quantile(share, 'embedBatchSeconds')),
        ),
      ],
    },
  ],
};
