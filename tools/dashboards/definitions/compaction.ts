import { lines, number, spread, type Dashboard } from '../dashboard.ts';
import { inRange, perSecond, quantile, ratio } from '../promql.ts';

export const COMPACTION: Dashboard = {
  id: 'compaction',
  title: 'Compaction and markers',
  description: 'Do windows get room when they need it, why not where they do not, and is what was evicted found again?',
  rows: [
    {
      title: 'In the chosen time',
      panels: [
        number(
          'Compactions',
          { unit: 'short', description: 'Decisions that evicted something.' },
          {
            expr: inRange('compactionDecisions', { where: { result: 'compacted' } }),
            legend: 'compactions',
          },
        ),
        number(
          'Tokens freed',
          { unit: 'short', description: 'What the windows no longer carry.' },
          {
            expr: inRange('compactionFreedTokens'),
            legend: 'tokens',
          },
        ),
        number(
          'Events evicted',
          { unit: 'short', description: 'They stay in the log and behind markers.' },
          {
            expr: inRange('compactionEvictedEvents'),
            legend: 'events',
          },
        ),
        number(
          'Probes missed',
          { unit: 'percentunit', redFrom: 0.2, description: 'Of the probes drawn from evicted spans, the share that recall did not find.' },
          {
            expr: ratio(inRange('compactionSelfChecks', { where: { result: 'missed' } }), inRange('compactionSelfChecks')),
            legend: 'missed',
          },
        ),
      ],
    },
    {
      title: 'Decisions',
      panels: [
        lines(
          'Compacted, by trigger',
          { unit: 'cps', stacked: true, description: 'Threshold is the usual one; the others were asked for or forced.' },
          [{ expr: perSecond('compactionDecisions', { by: ['trigger'], where: { result: 'compacted' } }), legend: '{{trigger}}' }],
        ),
        lines(
          'Stopped, by reason',
          {
            unit: 'cps',
            stacked: true,
            description:
              'below_trigger is an answer to a request with nothing to do. Anything else means that a window could not be relieved.',
          },
          [
            {
              expr: perSecond('compactionDecisions', { by: ['reason', 'trigger'], where: { result: '!compacted' } }),
              legend: '{{reason}}, {{trigger}}',
              onlyAfter: 'a decision that stopped',
            },
          ],
        ),
        lines(
          'Time to decide',
          { unit: 's', description: 'Without writing it down. It holds up the fold of its partition.' },
          spread((share) => quantile(share, 'compactionDecisionSeconds')),
        ),
      ],
    },
    {
      title: 'What came of it',
      panels: [
        lines(
          'Tokens freed and events evicted',
          { unit: 'cps', description: 'Many events with few tokens: the windows hold small events, and headroom is scarce.' },
          [
            { expr: perSecond('compactionFreedTokens'), legend: 'tokens' },
            { expr: perSecond('compactionEvictedEvents'), legend: 'events' },
          ],
        ),
        lines('Markers', { unit: 'cps', description: 'Made for what went.' }, [
          { expr: perSecond('compactionMarkers', { by: ['origin'] }), legend: '{{origin}}' },
        ]),
        lines('Self-checks', { unit: 'cps', stacked: true, description: 'Probes of what was just evicted, asked as an agent would.' }, [
          { expr: perSecond('compactionSelfChecks', { by: ['result'] }), legend: '{{result}}' },
        ]),
        lines(
          'Overtaken compactions',
          {
            unit: 'cps',
            description: 'Decided before all they could evict had vectors: no_model, or behind. Words find it at once, meaning later.',
          },
          [{ expr: perSecond('embedOvertaken', { by: ['reason'] }), legend: '{{reason}}', onlyAfter: 'a compaction without vectors' }],
        ),
      ],
    },
  ],
};
