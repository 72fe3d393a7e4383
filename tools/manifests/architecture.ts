const SERVERS = ['kafka:9092', 'opensearch:9200', 'clickhouse:8123', 's3:7070'];

/** The arrows of ARCHITECTURE.md between pods, with the ports that they go to. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  // The owner of a partition is asked by the address of its pod.
  gateway: ['ingest-append:8430', 'ingest-project:8430', 'retriever:8430', 'consolidator:8430', 'kafka:9092'],
  'ingest-append': SERVERS,
  'ingest-project': SERVERS,
  'ingest-embed': SERVERS,
  retriever: SERVERS,
  // The owner of a partition is asked here too.
  consolidator: ['ingest-append:8430', 'ingest-project:8430', ...SERVERS],
  prepare: SERVERS,
  'rebuild-index': SERVERS,
};

/** What of the arrows found differs from the architecture's between those that are there. */
export function arrowProblems(found: readonly string[], names: ReadonlySet<string>): string[] {
  const wanted = Object.entries(ARROWS)
    .filter(([from]) => names.has(from))
    .flatMap(([from, targets]) => targets.filter((to) => names.has(to.split(':')[0]!)).map((to) => `${from} -> ${to}`));
  return [
    ...found.filter((arrow) => !wanted.includes(arrow)).map((arrow) => `The network policies allow ${arrow}.`),
    ...wanted.filter((arrow) => !found.includes(arrow)).map((arrow) => `The network policies do not allow ${arrow}.`),
  ];
}
