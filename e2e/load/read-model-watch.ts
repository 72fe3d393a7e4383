import type { Marks } from '@total-recall/domain';
import type { EventLog } from '@total-recall/ports';
import type { Acknowledged, Writer } from './event-load.ts';
import { readPositions } from './positions-in-log.ts';

/** Address of a cluster's read model, read without its services. */
export interface ReadModelPlace {
  readonly opensearchUrl: string;
  readonly namePrefix: string;
  readonly partitions: number;
}

export interface ReadModelWatch {
  /** Returns how often the marks were polled. */
  looks(): number;
  /**
   * Called once the read model holds the whole log: every acknowledged event must have been found by then. Returns the
   * problems.
   */
  stop(): Promise<readonly string[]>;
}

const EVERY_MS = 300;
const IDS_A_SEARCH = 1_000;
const LISTED = 10;

/** Reads the marks of the partitions from the index. Errors: while OpenSearch is unavailable. */
export async function readMarks({ opensearchUrl, namePrefix, partitions }: ReadModelPlace): Promise<Marks[]> {
  return Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      const id = `partition.${partition}`;
      const response = await fetch(`${opensearchUrl}/${namePrefix}-marks/_doc/${id}?routing=${id}`, { signal: AbortSignal.timeout(5_000) });
      const { found, _source } = (await response.json()) as { found?: boolean; _source?: Marks };
      if (response.status !== 200 && response.status !== 404) throw new Error(`marks: ${response.status}`);
      return found && _source ? _source : { folded: -1, searchable: -1 };
    }),
  );
}

/**
 * Polls the marks under load. Every acknowledged event that a mark declares searchable must be found by a search of the
 * index itself, which sees only refreshed data. Anything that cannot be read now is checked later.
 */
export function watchReadModel(place: ReadModelPlace, log: EventLog, writers: readonly Writer[]): ReadModelWatch {
  const positions = readPositions(log);
  const seen = new Set<string>();
  const wrong: string[] = [];
  let looks = 0;
  let stopped = false;
  const look = async (): Promise<void> => {
    const marks = await readMarks(place);
    await positions.readOn();
    const isPassed = (by: readonly Marks[], { id }: Acknowledged): boolean => {
      const position = positions.of(id);
      return position !== undefined && position.offset <= (by[position.partition]?.searchable ?? -1);
    };
    const due = writers.flatMap(({ acknowledged }) => acknowledged.filter((one) => !seen.has(one.id) && isPassed(marks, one)));
    for (let from = 0; from < due.length; from += IDS_A_SEARCH) {
      const ids = due.slice(from, from + IDS_A_SEARCH).map(({ id }) => id);
      const found = await searchable(place, ids);
      const missed = due.filter(({ id }) => ids.includes(id) && !found.has(id));
      // Another index may have replaced the one that the marks described, so the marks are read again.
      const promised = missed.length === 0 ? [] : await readMarks(place);
      const again = missed.length === 0 ? found : await searchable(place, ids);
      for (const one of missed)
        if (isPassed(promised, one) && !again.has(one.id)) wrong.push(`the marks passed ${one.id}, which no search finds`);
      for (const id of again) seen.add(id);
    }
    looks += 1;
  };
  const watching = (async () => {
    while (!stopped) {
      await look().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    looks: () => looks,
    stop: async () => {
      stopped = true;
      await watching;
      await look();
      const acknowledged = writers.reduce((sum, writer) => sum + writer.acknowledged.length, 0);
      if (seen.size < acknowledged)
        wrong.push(`the marks did not come to ${acknowledged - seen.size} of ${acknowledged} acknowledged events`);
      return wrong.slice(0, LISTED);
    },
  };
}

async function searchable({ opensearchUrl, namePrefix }: ReadModelPlace, ids: readonly string[]): Promise<Set<string>> {
  const query = { size: 0, query: { terms: { event: ids } }, aggs: { found: { terms: { field: 'event', size: ids.length } } } };
  const asked = new Request(`${opensearchUrl}/${namePrefix}-texts/_search`, { method: 'POST', body: JSON.stringify(query) });
  asked.headers.set('content-type', 'application/json');
  const response = await fetch(asked, { signal: AbortSignal.timeout(10_000) });
  if (response.status !== 200) throw new Error(`search: ${response.status}`);
  const { aggregations } = (await response.json()) as { aggregations: { found: { buckets: { key: string }[] } } };
  return new Set(aggregations.found.buckets.map(({ key }) => key));
}
