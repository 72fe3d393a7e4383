import { isOurImage, PLACEHOLDER, programOf, type Container } from './container.ts';

export type Labels = Readonly<Record<string, string>>;

interface EnvVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string } };
}

interface PodContainer {
  readonly name: string;
  readonly image: string;
  /** Set where something else than a program of ours waits for commands; these read the settings that all share. */
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvVariable[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly resources?: { readonly requests?: object; readonly limits?: { readonly memory?: string } };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly securityContext?: { readonly readOnlyRootFilesystem?: boolean };
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
}

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly topologySpreadConstraints?: readonly {
    readonly topologyKey: string;
    readonly labelSelector?: { readonly matchLabels?: Labels };
  }[];
  readonly containers: readonly PodContainer[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly secret?: { readonly secretName: string };
    readonly persistentVolumeClaim?: { readonly claimName: string };
  }[];
}

export interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Labels };
  readonly data?: Readonly<Record<string, string>>;
  // The specification has many forms; each reader knows its own.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly spec?: any;
}

/** A workload and the specification of its pods. */
export interface Workload {
  readonly kind: string;
  readonly name: string;
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly pod: PodSpec;
}

const MAKES_PODS: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'Job']);

export function workloadsOf(objects: readonly KubernetesObject[]): Workload[] {
  return objects
    .filter(({ kind }) => MAKES_PODS.has(kind))
    .map(({ kind, metadata, spec }) => ({
      kind,
      name: metadata.name,
      labels: spec.template.metadata?.labels ?? {},
      annotations: spec.template.metadata?.annotations ?? {},
      pod: spec.template.spec as PodSpec,
    }));
}

export const isOurs = ({ pod }: Workload): boolean => pod.containers.some(({ image }) => isOurImage(image));

/** Returns the containers of our image with the values from config maps and secrets. */
export function kubernetesContainers(objects: readonly KubernetesObject[], image: Readonly<Record<string, string>>): Container[] {
  const maps = new Map(objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata, data }) => [metadata.name, data ?? {}]));
  return workloadsOf(objects).flatMap(({ kind, name, pod }) =>
    pod.containers
      .filter(({ image, command }) => isOurImage(image) && command === undefined)
      .map((container) => {
        const shared = (container.envFrom ?? []).map(({ configMapRef }) => maps.get(configMapRef.name) ?? {});
        const own = new Map((container.env ?? []).map(({ name: variable, value }) => [variable, value ?? PLACEHOLDER]));
        const filledIn = [...own].map(([variable, value]) => [variable, withReferences(value, own)] as const);
        return {
          name: `${kind} ${name}`,
          program: programOf(container.args),
          env: { ...image, ...Object.assign({}, ...shared), ...Object.fromEntries(filledIn) },
          ports: (container.ports ?? []).map(({ containerPort }) => containerPort),
          mounts: (container.volumeMounts ?? []).map(({ mountPath }) => mountPath),
        };
      }),
  );
}

/** Expands `$(NAME)` references to other variables of the container. */
function withReferences(value: string, own: ReadonlyMap<string, string>): string {
  return value.replace(/\$\((\w+)\)/g, (reference, name: string) => own.get(name) ?? reference);
}

export function selects(selector: { readonly matchLabels?: Labels } | undefined, labels: Labels): boolean {
  return Object.entries(selector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
}

/** Returns the number of a port that is given by name or number. */
export function portOf({ pod }: Workload, port: string | number): number | undefined {
  if (typeof port === 'number') return port;
  return pod.containers.flatMap(({ ports = [] }) => ports).find(({ name }) => name === port)?.containerPort;
}
