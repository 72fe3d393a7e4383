const SERVERS = ['kafka:9092', 'opensearch:9200', 'clickhouse:8123', 's3:7070'];

/** Connections between pods in ARCHITECTURE.md, with their ports. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  // The gateway calls the owner of a partition at the address of its pod.
  gateway: ['ingest-append:8430', 'ingest-project:8430', 'retriever:8430', 'consolidator:8430', 'kafka:9092'],
  'ingest-append': SERVERS,
  'ingest-project': SERVERS,
  'ingest-embed': SERVERS,
  retriever: SERVERS,
  // The owner of a partition is called here too.
  consolidator: ['ingest-append:8430', 'ingest-project:8430', ...SERVERS],
  prepare: SERVERS,
  'rebuild-index': SERVERS,
  topics: ['kafka:9092'],
};

/** Returns the differences between the connections found and those of the architecture, limited to pods that exist. */
export function arrowProblems(found: readonly string[], names: ReadonlySet<string>): string[] {
  const wanted = Object.entries(ARROWS)
    .filter(([from]) => names.has(from))
    .flatMap(([from, targets]) => targets.filter((to) => names.has(to.split(':')[0]!)).map((to) => `${from} -> ${to}`));
  return [
    ...found.filter((arrow) => !wanted.includes(arrow)).map((arrow) => `The network policies allow ${arrow}.`),
    ...wanted.filter((arrow) => !found.includes(arrow)).map((arrow) => `The network policies do not allow ${arrow}.`),
  ];
}
