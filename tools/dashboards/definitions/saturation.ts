import { lines, number, spread, type Dashboard } from '../dashboard.ts';
import { inRange, largest, perSecond, quantile, ratio, total } from '../promql.ts';

export const SATURATION: Dashboard = {
  id: 'saturation',
  title: 'Saturation and errors',
  description: 'Is it up, which version, which requests are slow or fail and why, and which bound is near?',
  rows: [
    {
      title: 'State',
      panels: [
        number(
          'Instances',
          { unit: 'none', description: 'By version and mode.' },
          {
            expr: total('buildInfo', { by: ['version', 'mode'] }),
            legend: '{{version}} {{mode}}',
          },
        ),
        number(
          'Not ready',
          { unit: 'none', redFrom: 1, description: 'Instances that take no requests, by the part that is not ready.' },
          {
            expr: total('unreadyParts', { by: ['part'] }),
            legend: '{{part}}',
            onlyAfter: 'a part that was not ready',
          },
        ),
        number(
          'Degraded',
          { unit: 'none', redFrom: 1, description: 'Instances that do without something damaged or missing, by part.' },
          {
            expr: total('degradedParts', { by: ['part'] }),
            legend: '{{part}}',
            onlyAfter: 'a part that was degraded',
          },
        ),
        number(
          'Invariants broken',
          { unit: 'short', redFrom: 1, description: 'Anything above zero is a bug.' },
          {
            expr: inRange('invariantViolations', { by: ['id'] }),
            legend: '{{id}}',
            onlyAfter: 'a bug',
          },
        ),
        number(
          'Bounds hit',
          { unit: 'short', redFrom: 1, description: 'In the chosen time, by the name of the limit.' },
          {
            expr: inRange('limitsHit', { by: ['limit'] }),
            legend: '{{limit}}',
            onlyAfter: 'a bound that was hit',
          },
        ),
        number(
          'Requests in flight',
          { unit: 'none', description: 'Being answered now.' },
          { expr: total('gatewayInFlight'), legend: 'requests' },
        ),
      ],
    },
    {
      title: 'Requests',
      panels: [
        lines('By status', { unit: 'reqps', stacked: true, description: '5xx is ours, 4xx the caller’s, 429 a limit.' }, [
          { expr: perSecond('gatewayRequests', { by: ['status'] }), legend: '{{status}}' },
        ]),
        lines('By route', { unit: 'reqps', description: 'Route template and method.' }, [
          { expr: perSecond('gatewayRequests', { by: ['route', 'method'] }), legend: '{{method}} {{route}}' },
        ]),
        lines('p95 by route', { unit: 's', description: 'To the end of the answer.' }, [
          { expr: quantile(0.95, 'gatewaySeconds', { by: ['route'] }), legend: '{{route}}' },
        ]),
        lines('Refused, by code', { unit: 'reqps', stacked: true, description: 'The stable codes of the problem documents.' }, [
          { expr: perSecond('gatewayRefused', { by: ['code'] }), legend: '{{code}}', onlyAfter: 'a refused request' },
        ]),
        lines(
          'Size of bodies',
          { unit: 'bytes', description: 'Bytes of requests.' },
          spread((share) => quantile(share, 'gatewayBodyBytes')),
        ),
      ],
    },
    {
      title: 'Process',
      panels: [
        lines('Processors', { unit: 'short', description: 'Cores in use, all threads.' }, [
          { expr: perSecond('processCpu', { by: ['service', 'instance'] }), legend: '{{service}} {{instance}}' },
        ]),
        lines('Memory', { unit: 'bytes', description: 'In use in all, and the JavaScript heap.' }, [
          { expr: largest('processMemory', { by: ['service', 'instance'] }), legend: '{{service}} {{instance}}' },
          { expr: largest('processHeap', { by: ['service', 'instance'] }), legend: '{{service}} {{instance}}, heap' },
        ]),
        lines(
          'Anonymous memory',
          {
            unit: 'bytes',
            description: 'What no file stands behind. From 96 % of the setting on fewer large requests are worked on at a time.',
          },
          [{ expr: largest('memoryAnonymous', { by: ['service', 'instance'] }), legend: '{{service}} {{instance}}' }],
        ),
        lines(
          'Bounds of memory',
          { unit: 'bytes', stacked: true, description: 'Together they are the setting; docs/memory.md says what each part is.' },
          [{ expr: largest('memoryLimit', { by: ['part'] }), legend: '{{part}}' }],
        ),
        lines(
          'Held by parts of memory',
          {
            unit: 'bytes',
            stacked: true,
            description:
              'Of parts that count it: bodies under way, of which what does not fit waits or is refused with `overloaded`, and caches.',
          },
          [{ expr: total('memoryHeld', { by: ['part'] }), legend: '{{part}}' }],
        ),
        lines('Event loop, p99 delay', { unit: 's', description: 'Long ones hold up every request of the instance.' }, [
          { expr: largest('processLoopDelay', { by: ['service', 'instance'] }), legend: '{{service}} {{instance}}' },
        ]),
        lines('Spans of traces', { unit: 'cps', description: 'Sent, not taken by the collector, or dropped as too many were waiting.' }, [
          { expr: perSecond('tracesSpans', { by: ['result'] }), legend: '{{result}}', onlyAfter: 'traces being on' },
        ]),
        lines('Open files', { unit: 'percentunit', description: 'Of those allowed.' }, [
          {
            expr: ratio(
              largest('processOpenFiles', { by: ['service', 'instance'] }),
              largest('processMaxFiles', { by: ['service', 'instance'] }),
            ),
            legend: '{{service}} {{instance}}',
          },
        ]),
      ],
    },
  ],
};
