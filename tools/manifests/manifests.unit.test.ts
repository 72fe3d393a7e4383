import { parseAllDocuments } from 'yaml';
import { describe, expect, it } from 'vitest';
import { arrowProblems } from './architecture.ts';
import { composeContainers, composeProblems, type ComposeProject } from './compose.ts';
import { containerProblems, imageEnv, programOf, roleProblems, type Container } from './container.ts';
import { kubernetesContainers, type KubernetesObject } from './kubernetes.ts';
import { kubernetesProblems } from './kubernetes-problems.ts';
import { networkArrows } from './network-arrows.ts';
import { prometheusRule } from './prometheus-rule.ts';

const INGEST: Container = {
  name: 'ingest',
  program: 'ingest',
  env: {
    TOTAL_RECALL_OPS_HOST: '0.0.0.0',
    TOTAL_RECALL_SERVICE_HOST: '0.0.0.0',
    TOTAL_RECALL_SERVICE_TLS: 'mesh',
    TOTAL_RECALL_SERVICE_PUBLIC_KEYS_FILE: '/keys/service.pub',
    TOTAL_RECALL_MASTER_KEY_FILE: '/keys/master.key',
    TOTAL_RECALL_KAFKA_BROKERS: 'kafka:9092',
    TOTAL_RECALL_OPENSEARCH_URL: 'http://opensearch:9200',
    TOTAL_RECALL_CLICKHOUSE_URL: 'http://clickhouse:8123',
    TOTAL_RECALL_CLICKHOUSE_USERNAME: 'writer',
    TOTAL_RECALL_CLICKHOUSE_PASSWORD_FILE: '/keys/clickhouse',
  },
  ports: [8421, 8430],
  mounts: ['/keys'],
};

const withEnv = (changed: Readonly<Record<string, string | undefined>>): Container => ({
  ...INGEST,
  env: Object.fromEntries(
    Object.entries({ ...INGEST.env, ...changed }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ),
});

describe('a container of ours', () => {
  it('is told all that its program needs', () => {
    expect(containerProblems(INGEST)).toEqual([]);
  });

  it.each([
    ['a variable that nothing reads', withEnv({ TOTAL_RECALL_KAFKA_BROKER: 'kafka:9092' }), 'nothing reads TOTAL_RECALL_KAFKA_BROKER.'],
    ['a variable that is needed and not set', withEnv({ TOTAL_RECALL_KAFKA_BROKERS: undefined }), 'TOTAL_RECALL_KAFKA_BROKERS is not set.'],
    [
      'a master key that each pod would make',
      withEnv({ TOTAL_RECALL_MASTER_KEY_FILE: undefined }),
      'TOTAL_RECALL_MASTER_KEY_FILE is not set.',
    ],
    ['a value that is none', withEnv({ TOTAL_RECALL_PARTITIONS: 'many' }), 'TOTAL_RECALL_PARTITIONS must be'],
    ['half a login', withEnv({ TOTAL_RECALL_CLICKHOUSE_USERNAME: undefined }), 'TOTAL_RECALL_CLICKHOUSE_USERNAME must be set'],
    [
      'a file that is not mounted',
      withEnv({ TOTAL_RECALL_MASTER_KEY_FILE: '/keysx/master.key' }),
      '/keysx/master.key, which nothing mounts',
    ],
    ['an address that is loopback', withEnv({ TOTAL_RECALL_SERVICE_HOST: '127.0.0.1' }), 'SERVICE_PORT is reached from inside alone'],
    ['a port that is another', withEnv({ TOTAL_RECALL_SERVICE_PORT: '8431' }), 'says ports 8421, 8430 and listens on 8431, 8421'],
    ['a program that is none', { ...INGEST, program: 'injest' }, 'no program of ours'],
  ])('%s is a problem', (_, container, problem) => {
    expect(containerProblems(container)).toEqual([expect.stringContaining(problem)]);
  });

  it('is one of those that do all roles of ingest together', () => {
    expect(roleProblems([])).toEqual([]);
    expect(roleProblems([INGEST])).toEqual([]);
    const apart = ['append', 'project'].map((roles) => withEnv({ TOTAL_RECALL_INGEST_ROLES: roles }));
    expect(roleProblems(apart)).toEqual(['No container has the role embed of ingest.']);
  });

  it('runs what its first argument names, and the standalone service without any', () => {
    expect(programOf(['apps/gateway/dist/program/main.js'])).toBe('gateway');
    expect(programOf(undefined)).toBe('cli');
    expect(programOf(['apps/cli/bin/total-recall.js', 'index', 'rebuild'])).toBe('index');
    expect(imageEnv('FROM x\nENV A_B=1 \\\n  C=/d/e\nUSER 1\n')).toEqual({ A_B: '1', C: '/d/e' });
  });
});

describe('a compose project', () => {
  const project: ComposeProject = {
    services: {
      ingest: {
        image: 'registry.example.com/total-recall:1',
        command: ['apps/ingest/dist/program/main.js'],
        environment: ['TOTAL_RECALL_SERVICE_TLS=mesh', 'TOTAL_RECALL_S3_ENDPOINT=http://s3:7070/?a=b'],
        secrets: [{ source: 'one' }, { source: 'two', target: '/run/secrets/other' }],
        depends_on: { kafka: { condition: 'service_healthy' } },
        ports: [{ target: 8430 }],
      },
      kafka: { image: 'kafka:1' },
    },
  };

  it('gives its containers of our image, with what the image sets', () => {
    expect(composeContainers(project, { TOTAL_RECALL_HOST: '0.0.0.0' })).toEqual([
      {
        name: 'ingest',
        program: 'ingest',
        env: { TOTAL_RECALL_HOST: '0.0.0.0', TOTAL_RECALL_SERVICE_TLS: 'mesh', TOTAL_RECALL_S3_ENDPOINT: 'http://s3:7070/?a=b' },
        mounts: ['/run/secrets/one', '/run/secrets/other'],
      },
    ]);
  });

  it('publishes nothing beyond loopback, and waits for no health that is not told', () => {
    expect(composeProblems(project)).toEqual([
      'ingest publishes 8430 beyond loopback.',
      'ingest waits for the health of kafka, which has no check.',
    ]);
  });
});

const MANIFESTS = `
kind: ServiceAccount
metadata: { name: gateway }
---
kind: ConfigMap
metadata: { name: shared }
data: { TOTAL_RECALL_KAFKA_BROKERS: 'kafka:9092' }
---
kind: Deployment
metadata: { name: gateway, labels: { app.kubernetes.io/component: gateway } }
spec:
  template:
    metadata: { labels: { app: gateway, app.kubernetes.io/component: gateway } }
    spec:
      serviceAccountName: gateway
      automountServiceAccountToken: false
      topologySpreadConstraints: [{ topologyKey: zone, labelSelector: { matchLabels: { app: gateway } } }]
      volumes: [{ name: key, secret: { secretName: service-key } }]
      containers:
        - name: service
          image: total-recall
          args: [apps/gateway/dist/program/main.js]
          envFrom: [{ configMapRef: { name: shared } }]
          env:
            - { name: TOTAL_RECALL_INGEST_ADDRESS, value: 'ingest:8430' }
            - { name: POD_IP, valueFrom: { fieldRef: { fieldPath: status.podIP } } }
            - { name: TOTAL_RECALL_RETRIEVER_ADDRESS, value: '$(POD_IP):8430' }
            - { name: TOTAL_RECALL_KAFKA_USERNAME, valueFrom: { secretKeyRef: { name: kafka, key: username } } }
          ports: [{ name: http, containerPort: 8420 }, { name: operations, containerPort: 8421 }]
          volumeMounts: [{ name: key, mountPath: /secrets }]
          securityContext: { readOnlyRootFilesystem: true }
          resources: { requests: { cpu: 1 }, limits: { memory: 1Gi } }
          startupProbe: { httpGet: { path: /livez, port: operations } }
          readinessProbe: { httpGet: { path: /readyz, port: operations } }
          livenessProbe: { httpGet: { path: /livez, port: operations } }
---
kind: StatefulSet
metadata: { name: ingest }
spec:
  template:
    metadata: { labels: { app: ingest } }
    spec: { containers: [{ name: other, image: other, ports: [{ name: service, containerPort: 8430 }] }] }
---
kind: StatefulSet
metadata: { name: kafka }
spec:
  template:
    metadata: { labels: { app: kafka } }
    spec: { containers: [{ name: kafka, image: kafka, ports: [{ name: kafka, containerPort: 9092 }] }] }
---
kind: Service
metadata: { name: ingest }
spec: { selector: { app: ingest }, ports: [{ port: 8430, targetPort: service }] }
---
kind: Service
metadata: { name: kafka }
spec: { selector: { app: kafka }, ports: [{ port: 9092, targetPort: kafka }] }
---
kind: Ingress
metadata: { name: outside }
spec:
  rules: [{ http: { paths: [{ backend: { service: { name: ingest, port: { number: 8430 } } } }] } }]
---
kind: HorizontalPodAutoscaler
metadata: { name: gateway }
spec: { scaleTargetRef: { name: gateway } }
---
kind: NetworkPolicy
metadata: { name: default-deny }
spec: { podSelector: {}, policyTypes: [Ingress, Egress] }
---
kind: NetworkPolicy
metadata: { name: gateway }
spec:
  podSelector: { matchLabels: { app: gateway } }
  policyTypes: [Egress]
  egress:
    - to: [{ podSelector: { matchLabels: { app: ingest } } }]
      ports: [{ port: service }]
    - to: [{ podSelector: { matchLabels: { app: kafka } } }]
      ports: [{ port: 9092 }]
---
kind: NetworkPolicy
metadata: { name: ingest }
spec:
  podSelector: { matchLabels: { app: ingest } }
  policyTypes: [Ingress]
  ingress:
    - from: [{ podSelector: { matchLabels: { app: gateway } } }, { namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: other } } }]
`;
const objectsOf = (text: string): KubernetesObject[] => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);

describe('Kubernetes manifests', () => {
  it('give their containers of our image, with what config maps and secrets say', () => {
    expect(kubernetesContainers(objectsOf(MANIFESTS), { TOTAL_RECALL_HOST: '0.0.0.0' })).toEqual([
      {
        name: 'Deployment gateway',
        program: 'gateway',
        env: {
          TOTAL_RECALL_HOST: '0.0.0.0',
          TOTAL_RECALL_KAFKA_BROKERS: 'kafka:9092',
          TOTAL_RECALL_INGEST_ADDRESS: 'ingest:8430',
          TOTAL_RECALL_KAFKA_USERNAME: 'from-a-secret',
          TOTAL_RECALL_RETRIEVER_ADDRESS: 'from-a-secret:8430',
          POD_IP: 'from-a-secret',
        },
        ports: [8420, 8421],
        mounts: ['/secrets'],
      },
    ]);
  });

  it('give none of those that wait for commands', () => {
    const waiting = MANIFESTS.replace('          args: [apps/gateway', "          command: [sleep, '1']\n          args: [apps/gateway");
    expect(kubernetesContainers(objectsOf(waiting), {})).toEqual([]);
  });

  it('fit together', () => {
    expect(kubernetesProblems(objectsOf(MANIFESTS))).toEqual([]);
  });

  it.each([
    ['serviceAccountName: gateway', 'serviceAccountName: other', 'there is no service account other'],
    ['automountServiceAccountToken: false', 'automountServiceAccountToken: true', 'a token of the cluster'],
    ['configMapRef: { name: shared }', 'configMapRef: { name: gone }', 'there is no config map gone'],
    ['volumeMounts: [{ name: key', 'volumeMounts: [{ name: lock', 'there is no volume lock'],
    ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'may be written to'],
    ['resources: { requests: { cpu: 1 }, ', 'resources: { ', 'nothing of its resources'],
    ['path: /livez, port: operations', 'path: /livez, port: http', 'a probe asks /livez on port http'],
    ['startupProbe: { httpGet: { path: /livez', 'startupProbe: { httpGet: { path: /readyz', 'its startup probe asks /readyz'],
    ['labels: { app.kubernetes.io/component: gateway }', 'labels: { app: gateway }', 'that of its pods is gateway'],
    ['secret: { secretName: service-key }', 'persistentVolumeClaim: { claimName: gone }', 'there is no volume claim gone'],
    ['topologyKey: zone, labelSelector: { matchLabels: { app: gateway } }', 'topologyKey: zone', 'does not count its own pods'],
    [
      'topologyKey: zone, labelSelector: { matchLabels: { app: gateway',
      'topologyKey: zone, labelSelector: { matchLabels: { app: other',
      'the spread over zone',
    ],
    ['targetPort: service', 'targetPort: http', 'ingest has no port http'],
    ['selector: { app: kafka }', 'selector: { app: rabbit }', 'there are no pods behind it'],
    ['service: { name: ingest,', 'service: { name: gone,', 'Ingress outside: no service gone has port 8430'],
    ['port: { number: 8430 }', 'port: { name: http }', 'Ingress outside: no service ingest has port http'],
    ["'ingest:8430'", "'ingest:8431'", 'no service ingest has port 8431'],
    ["'kafka:9092'", "'kafka:9092,rabbit:9092'", 'no service rabbit has port 9092'],
    [
      'kind: HorizontalPodAutoscaler',
      `kind: ScaledObject\nspec: { scaleTargetRef: { name: gateway } }\n---\nkind: HorizontalPodAutoscaler`,
      'is scaled by',
    ],
  ])('%s made %s is a problem', (before, after, problem) => {
    const problems = kubernetesProblems(objectsOf(MANIFESTS.replace(before, after)));
    expect(problems).toContainEqual(expect.stringContaining(problem));
  });

  it('give a pod that serves the proxy memory for what it holds, and streams time to end', () => {
    const problemsOf = (limit: string, more: readonly string[], graceSeconds = 150): string[] => {
      const env = ['TOTAL_RECALL_PROXY_PORT: 8424', ...more].map((setting) => setting.replace(/(\w+): (\d+)/, "{ name: $1, value: '$2' }"));
      return kubernetesProblems(
        objectsOf(
          MANIFESTS.replace('          env:\n', `          env:\n${env.map((one) => `            - ${one}\n`).join('')}`)
            .replace('limits: { memory: 1Gi }', `limits: { memory: ${limit} }`)
            .replace(
              '      automountServiceAccountToken',
              `      terminationGracePeriodSeconds: ${graceSeconds}\n      automountServiceAccountToken`,
            ),
        ),
      );
    };
    const settings = ['TOTAL_RECALL_MEMORY_MB: 768', 'TOTAL_RECALL_SHUTDOWN_DEADLINE_MS: 80000'];
    expect(problemsOf('1536Mi', settings)).toEqual([]);
    expect(problemsOf('1Gi', settings)).toEqual(['Deployment gateway: its proxy needs a memory limit of 1396 MiB.']);
    expect(problemsOf('4Gi', settings.slice(1))).toEqual([expect.stringContaining('needs TOTAL_RECALL_MEMORY_MB')]);
    expect(problemsOf('1536Mi', settings.slice(0, 1))).toEqual([expect.stringContaining('less than a minute to end')]);
    expect(problemsOf('1536Mi', settings, 60)).toEqual(['Deployment gateway: it is killed before its shutdown deadline.']);
  });

  it('allow the arrows of their network policies and no others', () => {
    const arrows = networkArrows(objectsOf(MANIFESTS), 'total-recall');
    expect(arrows).toEqual(['gateway -> ingest:8430']);
    expect(networkArrows(objectsOf(MANIFESTS.replace('kubernetes.io/metadata.name: other', 'x: y')), 'total-recall')).toEqual(arrows);
    // Without a policy that denies, a connection needs no policy at its end.
    const open = networkArrows(
      objectsOf(MANIFESTS.replace('podSelector: {}, policyTypes', 'podSelector: { matchLabels: { app: none } }, policyTypes')),
      'total-recall',
    );
    expect(open).toEqual([
      'gateway -> ingest:8430',
      'gateway -> kafka:9092',
      'ingest -> gateway:8420',
      'ingest -> gateway:8421',
      'ingest -> kafka:9092',
      'kafka -> gateway:8420',
      'kafka -> gateway:8421',
    ]);
    expect(arrowProblems(open, new Set(['gateway', 'kafka', 'ingest']))).toContain('The network policies allow kafka -> gateway:8420.');
    expect(arrowProblems(arrows, new Set(['gateway', 'kafka', 'ingest']))).toEqual([
      'The network policies allow gateway -> ingest:8430.',
      'The network policies do not allow gateway -> kafka:9092.',
    ]);
  });
});

it('alerts are wrapped as they are', () => {
  expect(prometheusRule('# About.\ngroups:\n  - name: one\n')).toMatch(/kind: PrometheusRule\n[^]*\nspec:\n  groups:\n    - name: one\n$/);
});
