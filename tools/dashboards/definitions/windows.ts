import { heatmap, lines, number, spread, type Dashboard } from '../dashboard.ts';
import { buckets, inRange, mean, observed, perSecond, quantile } from '../promql.ts';

export const WINDOWS: Dashboard = {
  id: 'windows',
  title: 'Windows and anatomy',
  description: 'What are windows made of, how full are they, how much of them a provider can keep cached, and how long does one take?',
  rows: [
    {
      title: 'Assembly',
      panels: [
        lines('Windows', { unit: 'reqps', description: 'Assembled a second.' }, [
          { expr: observed('windowAssembleSeconds'), legend: 'windows' },
        ]),
        lines(
          'Time to assemble',
          { unit: 's', description: 'Waiting for the fold included.' },
          spread((share) => quantile(share, 'windowAssembleSeconds')),
        ),
        lines(
          'Over budget',
          {
            unit: 'cps',
            description: 'Refused, as this part alone does not fit. The caller sends too much, or its policy has no room for it.',
          },
          [{ expr: perSecond('windowOverBudget', { by: ['part'] }), legend: '{{part}}', onlyAfter: 'a window that does not fit' }],
        ),
        lines(
          'Folded from the log',
          {
            unit: 'cps',
            description: 'During a release with another fold. At other times nobody folds a partition: look at the projectors.',
          },
          [{ expr: perSecond('windowFromLog'), legend: 'windows', onlyAfter: 'a partition that nobody folds here' }],
        ),
      ],
    },
    {
      title: 'Anatomy',
      panels: [
        lines('Mean tokens by part', { unit: 'short', stacked: true, description: 'What an average window is made of.' }, [
          { expr: mean('windowPartTokens', { by: ['part'], where: { part: '!total' } }), legend: '{{part}}' },
        ]),
        lines(
          'Tokens in all',
          { unit: 'short', description: 'Tokens of whole windows.' },
          spread((share) => quantile(share, 'windowPartTokens', { where: { part: 'total' } })),
        ),
        number(
          'Over budget in the chosen time',
          { unit: 'short', redFrom: 1, description: 'Windows refused.' },
          {
            expr: inRange('windowOverBudget'),
            legend: 'windows',
            onlyAfter: 'a window that does not fit',
          },
        ),
      ],
    },
    {
      title: 'Use',
      panels: [
        heatmap(
          'Utilisation',
          { unit: 'percentunit', description: 'Used of the window without its headroom. Compaction keeps it under 0.85.' },
          buckets('windowUtilisation'),
        ),
        lines(
          'Stable prefix',
          {
            unit: 'percentunit',
            description: 'Share of the previous window that stayed the same bytes from the beginning: what a provider bills as cached.',
          },
          [
            { expr: quantile(0.5, 'windowStablePrefix'), legend: 'p50' },
            { expr: quantile(0.1, 'windowStablePrefix'), legend: 'p10' },
          ],
        ),
      ],
    },
    {
      title: 'Tokens counted',
      panels: [
        lines('Tokens counted', { unit: 'cps', stacked: true, description: 'By tokenizer family.' }, [
          { expr: perSecond('tokensCounted', { by: ['family'] }), legend: '{{family}}' },
        ]),
        lines(
          'Time to count a batch',
          { unit: 's', description: 'Waiting for the thread included; where it grows, more token threads help.' },
          spread((share) => quantile(share, 'tokensCountSeconds')),
        ),
      ],
    },
  ],
};
