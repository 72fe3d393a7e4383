import { describe, expect, it } from 'vitest';
import { chartDifferences, unseenValues } from './helm-chart.ts';
import type { KubernetesObject } from './kubernetes.ts';

const BASE: readonly KubernetesObject[] = [
  { kind: 'Namespace', metadata: { name: 'memory' } },
  { kind: 'ConfigMap', metadata: { name: 'settings-7f9k2b4c6d', labels: { name: 'a' } }, data: { LEVEL: 'info' } },
  {
    kind: 'StatefulSet',
    metadata: { name: 'one' },
    spec: {
      template: {
        metadata: { labels: { name: 'a' } },
        spec: { containers: [{ image: 'total-recall', envFrom: [{ configMapRef: { name: 'settings-7f9k2b4c6d' } }] }] },
      },
    },
  },
];
const OF_HELM = { 'helm.sh/chart': 'total-recall-0.1.0', 'app.kubernetes.io/managed-by': 'Helm' };

function chart(changed: object = {}, level = 'info'): KubernetesObject[] {
  const container = { image: 'total-recall:0.1.0', envFrom: [{ configMapRef: { name: 'settings' } }], ...changed };
  return [
    { kind: 'ConfigMap', metadata: { name: 'settings', labels: { name: 'a', ...OF_HELM } }, data: { LEVEL: level } },
    {
      kind: 'StatefulSet',
      metadata: { name: 'one', labels: OF_HELM },
      spec: {
        template: {
          metadata: { labels: { name: 'a' }, annotations: { 'total-recall/settings': 'abc' } },
          spec: { containers: [container] },
        },
      },
    },
  ];
}

describe('a Helm chart', () => {
  it('is in step with the base where only what is of Helm differs', () => {
    expect(chartDifferences(BASE, chart(), '0.1.0')).toEqual([]);
  });

  it.each([
    ['a field that the base does not have', chart({ tty: true }), 'StatefulSet one.spec.template.spec.containers[0].tty: the chart alone'],
    ['a field that it leaves out', chart({ envFrom: undefined }), 'containers[0].envFrom: the chart does not have it'],
    ['another value', chart({}, 'debug'), 'ConfigMap settings.data.LEVEL: "info" by kustomize, "debug" in the chart'],
    [
      'another image',
      chart({ image: 'total-recall:0.2.0' }),
      'image: "total-recall:0.1.0" by kustomize, "total-recall:0.2.0" in the chart',
    ],
    ['an object that it leaves out', chart().slice(1), 'ConfigMap settings: the chart does not have it.'],
    ['an object more', [...chart(), { kind: 'Ingress', metadata: { name: 'in' } }], 'Ingress in: the chart alone has it.'],
  ])('is out of step by %s', (_, rendered, problem) => {
    expect(chartDifferences(BASE, rendered, '0.1.0')).toEqual([expect.stringContaining(problem)]);
  });
});

describe('values of a Helm chart', () => {
  const rendered = chart({ image: 'example.org/total-recall:0.1.0' });
  const given = { image: { repository: 'example.org/total-recall' }, settings: { LEVEL: 'info' }, hosts: ['total-recall'], enabled: true };
  const defaults = { image: { repository: 'total-recall', tag: '' }, settings: {}, hosts: [], enabled: false };

  it('are all given, and stand in what is rendered', () => {
    expect(unseenValues(given, defaults, rendered)).toEqual([]);
  });

  it('are told where the chart makes nothing of one, also in a list, or where one is not given', () => {
    const others = { ...given, hosts: ['total-recall', 'elsewhere.example.org'], memoryMb: 4711 };
    expect(unseenValues(others, { ...defaults, proxy: { enabled: false } }, rendered)).toEqual([
      'Nothing that the chart makes has the value hosts.1.',
      'Nothing that the chart makes has the value memoryMb.',
      'The value proxy.enabled of the chart is not given.',
    ]);
  });
});
