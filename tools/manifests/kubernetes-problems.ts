import { isOurs, portOf, selects, workloadsOf, type KubernetesObject, type Workload } from './kubernetes.ts';

/** Returns the inconsistencies in a set of manifests that is applied as a whole. */
export function kubernetesProblems(objects: readonly KubernetesObject[]): string[] {
  const workloads = workloadsOf(objects);
  const ours = workloads.filter(isOurs);
  return [
    ...ours.flatMap((workload) => podProblems(workload, objects)),
    ...ours.filter(({ kind }) => kind !== 'Job').flatMap((workload) => servingProblems(workload, objects)),
    ...objects.filter(({ kind }) => kind === 'Service').flatMap((service) => serviceProblems(service, workloads)),
    ...objects.filter(({ kind }) => kind === 'Ingress').flatMap((ingress) => ingressProblems(ingress, objects)),
    ...ours.flatMap((workload) => addressProblems(workload, objects)),
    ...ours.flatMap((workload) => labelProblems(workload, objects)),
    ...ours.flatMap((workload) => proxyProblems(workload, objects)),
    ...ours.flatMap(spreadProblems),
  ];
}

/** Checks that what spreads pods counts its own: without a selector it counts none, and spreads nothing. */
function spreadProblems({ kind, name, labels, pod }: Workload): string[] {
  return (pod.topologySpreadConstraints ?? [])
    .filter(({ labelSelector }) => labelSelector === undefined || !selects(labelSelector, labels))
    .map(({ topologyKey }) => `${kind} ${name}: the spread over ${topologyKey} does not count its own pods.`);
}

const COMPONENT = 'app.kubernetes.io/component';

/** Checks that an object has the component of its pods, by which it can be applied or waited for alone. */
function labelProblems({ kind, name, labels }: Workload, objects: readonly KubernetesObject[]): string[] {
  const own = objects.find((object) => object.kind === kind && object.metadata.name === name)?.metadata.labels?.[COMPONENT];
  return own === labels[COMPONENT] ? [] : [`${kind} ${name}: its component is ${own}, and that of its pods is ${labels[COMPONENT]}.`];
}

function podProblems({ kind, name, pod }: Workload, objects: readonly KubernetesObject[]): string[] {
  const of = (problem: string): string => `${kind} ${name}: ${problem}`;
  const has = (wanted: string, called: string | undefined): boolean =>
    objects.some((object) => object.kind === wanted && object.metadata.name === called);
  const maps = pod.containers.flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => configMapRef.name));
  const mounted = new Set(pod.containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map((mount) => mount.name)));
  return [
    ...(has('ServiceAccount', pod.serviceAccountName) ? [] : [of(`there is no service account ${pod.serviceAccountName}.`)]),
    ...(pod.automountServiceAccountToken === false ? [] : [of('it gets a token of the cluster that it has no use for.')]),
    ...maps.filter((map) => !has('ConfigMap', map)).map((map) => of(`there is no config map ${map}.`)),
    ...pod.containers.flatMap(({ resources, securityContext, volumeMounts = [] }) => [
      ...(resources?.requests && resources.limits ? [] : [of('it says nothing of its resources.')]),
      ...(securityContext?.readOnlyRootFilesystem ? [] : [of('its root file system may be written to.')]),
      ...volumeMounts.filter((mount) => !volumesOf(pod, objects).has(mount.name)).map((mount) => of(`there is no volume ${mount.name}.`)),
    ]),
    ...(pod.volumes ?? [])
      .map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName)
      .filter((claim) => claim !== undefined && !has('PersistentVolumeClaim', claim))
      .map((claim) => of(`there is no volume claim ${claim}.`)),
    ...(pod.volumes ?? [])
      .filter(
        (volume) => volume.secret !== undefined && !mounted.has(volume.name) && volume.name !== 'master-key' && volume.name !== 'secret',
      )
      .map((volume) => of(`nothing mounts the secret ${volume.secret!.secretName}.`)),
  ];
}

function volumesOf(pod: Workload['pod'], objects: readonly KubernetesObject[]): ReadonlySet<string> {
  const claimed = objects.flatMap(({ spec }) =>
    ((spec?.volumeClaimTemplates ?? []) as KubernetesObject[]).map(({ metadata }) => metadata.name),
  );
  return new Set([...(pod.volumes ?? []).map(({ name }) => name), ...claimed]);
}

/** Checks a serving workload: probes on declared ports, a start by life alone, a disruption budget, at most one autoscaler. */
function servingProblems(workload: Workload, objects: readonly KubernetesObject[]): string[] {
  const { kind, name, pod, labels } = workload;
  const of = (problem: string): string => `${kind} ${name}: ${problem}`;
  const startsBy = pod.containers.map(({ startupProbe }) => startupProbe?.httpGet?.path);
  const probes = pod.containers.flatMap(({ startupProbe, readinessProbe, livenessProbe }) => [startupProbe, readinessProbe, livenessProbe]);
  const scalers = objects.filter(
    ({ kind: scaler, spec }) => (scaler === 'HorizontalPodAutoscaler' || scaler === 'ScaledObject') && spec.scaleTargetRef.name === name,
  );
  const budgets = objects.filter((object) => object.kind === 'PodDisruptionBudget' && selects(object.spec.selector, labels));
  const policies = objects.filter((object) => object.kind === 'NetworkPolicy' && selects(object.spec.podSelector, labels));
  const directions = new Set(policies.flatMap(({ spec }) => spec.policyTypes as string[]));
  return [
    ...probes.flatMap((probe) => {
      const { path, port } = probe?.httpGet ?? { path: 'nothing', port: 'none' };
      const isThere = (path === '/readyz' || path === '/livez') && portOf(workload, port) === portOf(workload, 'operations');
      return isThere ? [] : [of(`a probe asks ${path} on port ${port}.`)];
    }),
    // The start ends with the operations port. A pod that is unready for long, as after a restore, must not be killed for it.
    ...startsBy
      .filter((path) => path === '/readyz')
      .map((path) => of(`its startup probe asks ${path}, and would kill what is unready for long.`)),
    ...(budgets.length <= 1 ? [] : [of('it has several disruption budgets.')]),
    ...(scalers.length <= 1 ? [] : [of(`it is scaled by ${scalers.map((scaler) => scaler.kind).join(' and ')}.`)]),
    ...['Ingress', 'Egress'].filter((direction) => !directions.has(direction)).map((direction) => of(`no policy rules its ${direction}.`)),
  ];
}

function serviceProblems({ metadata, spec }: KubernetesObject, workloads: readonly Workload[]): string[] {
  const behind = workloads.filter(({ labels }) => selects({ matchLabels: spec.selector }, labels));
  if (behind.length === 0) return [`Service ${metadata.name}: there are no pods behind it.`];
  const ports = spec.ports as { port: number; targetPort: string | number }[];
  return behind.flatMap((workload) =>
    ports
      .filter(({ targetPort, port }) => portOf(workload, targetPort ?? port) === undefined)
      .map(({ targetPort }) => `Service ${metadata.name}: ${workload.name} has no port ${targetPort}.`),
  );
}

interface IngressRule {
  readonly http?: { readonly paths: readonly { readonly backend: { readonly service: ServiceBackend } }[] };
}

interface ServiceBackend {
  readonly name: string;
  readonly port: { readonly name?: string; readonly number?: number };
}

/** Checks that a way in from outside leads to a service and a port that it has. */
function ingressProblems({ metadata, spec }: KubernetesObject, objects: readonly KubernetesObject[]): string[] {
  const rules = (spec.rules ?? []) as readonly IngressRule[];
  return rules
    .flatMap(({ http }) => http?.paths ?? [])
    .flatMap(({ backend: { service: wanted } }) => {
      const service = objects.find(({ kind, metadata: { name } }) => kind === 'Service' && name === wanted.name);
      const ports = (service?.spec.ports ?? []) as readonly { readonly name?: string; readonly port: number }[];
      const isThere = ports.some(({ name, port }) => port === wanted.port.number || (name !== undefined && name === wanted.port.name));
      const called = wanted.port.name ?? wanted.port.number;
      return isThere ? [] : [`Ingress ${metadata.name}: no service ${wanted.name} has port ${called}.`];
    });
}

/** MiB that the proxy holds beside bodies: what is said within answers, and a few answers. */
const PROXY_ANSWERS_MIB = 320;

/** Checks that a pod that serves the proxy has memory for what it holds, and time for streams of models to end. */
function proxyProblems({ kind, name, pod }: Workload, objects: readonly KubernetesObject[]): string[] {
  const of = (problem: string): string => `${kind} ${name}: ${problem}`;
  return pod.containers.flatMap(({ env = [], envFrom = [], resources }) => {
    const shared = envFrom.flatMap(({ configMapRef }) => {
      const map = objects.find((object) => object.kind === 'ConfigMap' && object.metadata.name === configMapRef.name);
      return Object.entries(map?.data ?? {});
    });
    const settings = new Map([...shared, ...env.map((variable) => [variable.name, variable.value ?? ''] as const)]);
    if (!settings.has('TOTAL_RECALL_PROXY_PORT')) return [];
    const kept = Number(settings.get('TOTAL_RECALL_MEMORY_MB'));
    if (Number.isNaN(kept)) return [of('its proxy needs TOTAL_RECALL_MEMORY_MB, as the default leaves it no memory.')];
    const needed = Math.ceil(1.15 * kept + kept / 4 + PROXY_ANSWERS_MIB);
    const stopsWithin = Number(settings.get('TOTAL_RECALL_SHUTDOWN_DEADLINE_MS') ?? 0) / 1_000;
    return [
      ...(mebibytes(resources?.limits?.memory) >= needed ? [] : [of(`its proxy needs a memory limit of ${needed} MiB.`)]),
      ...(stopsWithin >= 80 ? [] : [of('its proxy cuts streams of models that have less than a minute to end.')]),
      ...((pod.terminationGracePeriodSeconds ?? 30) > stopsWithin ? [] : [of('it is killed before its shutdown deadline.')]),
    ];
  });
}

function mebibytes(quantity: string | undefined): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity ?? '') ?? [];
  return unit === undefined ? Number.NaN : Number(count) * (unit === 'Gi' ? 1_024 : 1);
}

/** Checks that every `host:port` without a dot in a container's settings names an existing service and port. */
function addressProblems({ kind, name, pod }: Workload, objects: readonly KubernetesObject[]): string[] {
  const maps = pod.containers.flatMap(({ envFrom = [] }) =>
    envFrom.flatMap(({ configMapRef }) => {
      const map = objects.find((object) => object.kind === 'ConfigMap' && object.metadata.name === configMapRef.name);
      return Object.entries(map?.data ?? {});
    }),
  );
  const own = pod.containers.flatMap(({ env = [] }) => env.map(({ name: variable, value = '' }) => [variable, value] as const));
  return [...maps, ...own].flatMap(([variable, value]) =>
    [...value.matchAll(/(?:^|,|\/\/)([a-z][a-z0-9-]*):(\d+)/g)].flatMap(([, host, port]) => {
      const service = objects.find((object) => object.kind === 'Service' && object.metadata.name === host);
      const isThere = (service?.spec.ports as { port: number }[] | undefined)?.some((open) => open.port === Number(port));
      return isThere ? [] : [`${kind} ${name}: ${variable} is ${value}, and no service ${host} has port ${port}.`];
    }),
  );
}
