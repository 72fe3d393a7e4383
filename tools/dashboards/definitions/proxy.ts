import { lines, number, spread, type Dashboard } from '../dashboard.ts';
import { inRange, perSecond, quantile } from '../promql.ts';

const onlyAfter = 'a proxy in front of a vendor';

export const PROXY: Dashboard = {
  id: 'proxy',
  title: 'Proxy',
  description: 'What becomes of calls that go through the proxy, how long does it hold them up, and what did it have to do without?',
  rows: [
    {
      title: 'Calls',
      panels: [
        lines(
          'Calls by what became of them',
          { unit: 'reqps', description: 'If their history went on whole, or a window in its place; too_large ones were refused.' },
          [{ expr: perSecond('proxyCalls', { by: ['route', 'outcome'] }), legend: '{{route}} {{outcome}}', onlyAfter }],
        ),
        lines(
          'Time to prepare',
          { unit: 's', description: 'From the read request to the one that is sent on.' },
          spread((share) => quantile(share, 'proxyPrepareSeconds')).map((query) => ({ ...query, onlyAfter })),
        ),
        lines(
          'Tokens sent',
          { unit: 'short', description: 'Tokens of the messages of a call, as they are sent.' },
          spread((share) => quantile(share, 'proxyWindowTokens')).map((query) => ({ ...query, onlyAfter })),
        ),
        lines(
          'Reported tokens over ours',
          { unit: 'short', description: 'What vendors counted of a request, over our count of it; windows follow it.' },
          spread((share) => quantile(share, 'proxyTokenRatio')).map((query) => ({ ...query, onlyAfter })),
        ),
      ],
    },
    {
      title: 'Memory',
      panels: [
        lines(
          'Requests handed to the log',
          { unit: 'cps', description: 'What failed comes again with the next request of its conversation.' },
          [{ expr: perSecond('proxyRecords', { by: ['result'] }), legend: '{{result}}', onlyAfter }],
        ),
        number(
          'Done without in the chosen time',
          { unit: 'short', redFrom: 1, description: 'Times that a part of the proxy failed and a call went on without it.' },
          { expr: inRange('proxyFallbacks'), legend: 'times', onlyAfter },
        ),
        lines(
          'Done without',
          {
            unit: 'cps',
            description: 'By part: counting, planning, recording; requests and answers that went on unread; tools that a model refuses.',
          },
          [{ expr: perSecond('proxyFallbacks', { by: ['part'] }), legend: '{{part}}', onlyAfter }],
        ),
        lines('Recalls', { unit: 'cps', description: 'Calls of the model that the proxy answered within its answers.' }, [
          { expr: perSecond('proxyRecalls', { by: ['tool', 'result'] }), legend: '{{tool}} {{result}}', onlyAfter },
        ]),
        lines('Tokens that vendors reported', { unit: 'cps', description: 'Read anew, read from the prompt cache, and written.' }, [
          { expr: perSecond('proxyVendorTokens', { by: ['kind'] }), legend: '{{kind}}', onlyAfter },
        ]),
      ],
    },
  ],
};
