import { lines, number, type Dashboard } from '../dashboard.ts';
import { inRange, perSecond } from '../promql.ts';

export const TENANTS: Dashboard = {
  id: 'tenants',
  title: 'Tenants',
  description:
    'Does a tenant run into its quotas, what sensitive data comes in, is the audit whole, and how much do artifacts take? Over all tenants: names of tenants never become labels, the log lines have them.',
  rows: [
    {
      title: 'Quotas and sensitive data',
      panels: [
        lines(
          'Requests over a limit',
          {
            unit: 'reqps',
            stacked: true,
            description:
              'key_rate: one key; tenant_rate: all keys of a tenant; events_per_day: its daily quota; unknown_keys: an address whose keys are not valid.',
          },
          [{ expr: perSecond('gatewayRateLimited', { by: ['limit'] }), legend: '{{limit}}', onlyAfter: 'a request over a limit' }],
        ),
        lines('Redactions', { unit: 'cps', stacked: true, description: 'Secrets and personal data found, by rule and what was done.' }, [
          {
            expr: perSecond('ingestRedactions', { by: ['rule', 'action'] }),
            legend: '{{rule}}, {{action}}',
            onlyAfter: 'a secret in what was appended',
          },
        ]),
      ],
    },
    {
      title: 'Audit of a cluster',
      panels: [
        lines(
          'Ends signed',
          { unit: 'cps', description: 'Ends of chains that have grown, signed by the consolidator that owns the audit.' },
          [{ expr: perSecond('auditEndsSigned'), legend: 'ends', onlyIn: 'cluster' }],
        ),
        number(
          'Breaks',
          {
            unit: 'short',
            redFrom: 1,
            description: 'In the chosen time: chains that are not what was written. The log of the consolidator names them.',
          },
          { expr: inRange('auditBreaks'), legend: 'breaks', onlyIn: 'cluster' },
        ),
      ],
    },
    {
      title: 'Artifacts',
      panels: [
        lines('Handed in', { unit: 'cps', stacked: true, description: 'known ones are stored already and take no room.' }, [
          { expr: perSecond('artifactsWritten', { by: ['result'] }), legend: '{{result}}' },
        ]),
        lines('Stored', { unit: 'Bps', description: 'New bytes, compressed and sealed.' }, [
          { expr: perSecond('artifactsStoredBytes'), legend: 'bytes' },
        ]),
        lines('Reads and moves', { unit: 'cps', description: 'Reads of stored artifacts, and moves to the cold tier.' }, [
          { expr: perSecond('artifactsReads'), legend: 'reads' },
          { expr: perSecond('artifactsArchived'), legend: 'archived' },
        ]),
        number(
          'Missing',
          {
            unit: 'short',
            redFrom: 1,
            description: 'Reads in the chosen time that failed; a preview stood in. Anything here is lost or damaged data.',
          },
          { expr: inRange('artifactsMissing', { by: ['reason'] }), legend: '{{reason}}', onlyAfter: 'an artifact that is gone' },
        ),
      ],
    },
  ],
};
