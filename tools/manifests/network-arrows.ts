import { portOf, selects, workloadsOf, type KubernetesObject, type Labels, type Workload } from './kubernetes.ts';

interface Peer {
  readonly podSelector?: { readonly matchLabels?: Labels };
  readonly namespaceSelector?: { readonly matchLabels?: Labels };
  readonly ipBlock?: object;
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: string | number }[];
}

/** Returns the connections that the network policies allow in a namespace, as `gateway -> ingest:8430`. */
export function networkArrows(objects: readonly KubernetesObject[], namespace: string): string[] {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const pods = workloadsOf(objects);
  const own = { 'kubernetes.io/metadata.name': namespace };

  const allows = (direction: 'Ingress' | 'Egress', at: Workload, other: Workload, target: Workload, port: number): boolean => {
    const ruling = policies.filter(({ spec }) => selects(spec.podSelector, at.labels) && spec.policyTypes.includes(direction));
    if (ruling.length === 0) return true;
    const rules = ruling.flatMap(({ spec }) => ((direction === 'Ingress' ? spec.ingress : spec.egress) ?? []) as Rule[]);
    return rules.some(({ from, to, ports }) => {
      const peers = direction === 'Ingress' ? from : to;
      const isPeer = peers === undefined || peers.some((peer) => isMet(peer, other.labels, own));
      return isPeer && (ports === undefined || ports.some((named) => portOf(target, named.port) === port));
    });
  };

  return pods
    .flatMap((from) =>
      pods
        .filter((to) => to !== from)
        .flatMap((to) =>
          openPorts(to)
            .filter((port) => allows('Egress', from, to, to, port) && allows('Ingress', to, from, to, port))
            .map((port) => `${from.name} -> ${to.name}:${port}`),
        ),
    )
    .sort();
}

const openPorts = ({ pod }: Workload): number[] =>
  pod.containers.flatMap(({ ports = [] }) => ports.map(({ containerPort }) => containerPort));

function isMet({ podSelector, namespaceSelector, ipBlock }: Peer, labels: Labels, namespace: Labels): boolean {
  return (
    ipBlock === undefined && selects(podSelector, labels) && (namespaceSelector === undefined || selects(namespaceSelector, namespace))
  );
}
