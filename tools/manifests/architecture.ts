/** The arrows of ARCHITECTURE.md between pods, with the ports that they go to. */
export const ARROWS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['ingest:8430', 'retriever:8430', 'kafka:9092'],
  ingest: ['kafka:9092', 'opensearch:9200', 'clickhouse:8123', 's3:7070'],
  retriever: ['kafka:9092', 'opensearch:9200', 'clickhouse:8123', 's3:7070'],
  prepare: ['kafka:9092', 'opensearch:9200', 'clickhouse:8123', 's3:7070'],
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
