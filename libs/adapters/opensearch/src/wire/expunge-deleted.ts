import { TotalRecallError } from '@total-recall/runtime';
import type { OpenSearchConnection } from './opensearch-connection.ts';

interface ShardStats {
  readonly routing: { readonly node: string };
  readonly seq_no: { readonly max_seq_no: number };
  readonly retention_leases: { readonly leases: readonly { readonly retaining_seq_no: number }[] };
}

interface StatsAnswer {
  readonly indices: Readonly<Record<string, { readonly shards: Readonly<Record<string, readonly ShardStats[]>> }>>;
}

interface SegmentsAnswer {
  readonly indices: Readonly<
    Record<
      string,
      {
        readonly shards: Readonly<
          Record<
            string,
            readonly {
              readonly routing: { readonly node: string };
              readonly segments: Readonly<Record<string, { readonly deleted_docs: number }>>;
            }[]
          >
        >;
      }
    >
  >;
}

/** Settings under which any deletion justifies a merge. */
const SETTINGS = { index: { merge: { policy: { expunge_deletes_allowed: 0 } } } };
const LOOKS = 1_200;
/** Retry number that gives the longest delay, one to two seconds. */
const LONG_PAUSE = 4;

/**
 * Rewrites every segment with deleted documents, in all copies. Resolves once none of the segments from before the call
 * is left, neither in searches nor in the last commit. The server keeps deleted documents for copies that may need them
 * and checks twice a minute. Errors: `unavailable` when it takes longer than half an hour.
 */
export async function expungeDeleted(connection: OpenSearchConnection, indices: readonly string[]): Promise<void> {
  const path = `/${indices.join(',')}`;
  await connection.request({ method: 'PUT', path: `${path}/_settings`, body: SETTINGS, doing: 'let deleted documents be merged away' });
  await connection.request({ method: 'POST', path: `${path}/_refresh`, doing: 'make what was removed visible' });
  const removedUpTo = await readStats(connection, path, ({ seq_no }) => seq_no.max_seq_no);
  await until(connection, 'wait for copies', async () => {
    const kept = await readStats(connection, path, ({ retention_leases }) =>
      Math.min(Infinity, ...retention_leases.leases.map(({ retaining_seq_no }) => retaining_seq_no)),
    );
    return [...removedUpTo].every(([copy, upTo]) => (kept.get(copy) ?? Infinity) > upTo);
  });
  await flush(connection, path);
  const before = await segmentsWithDeleted(connection, path);
  if (before.size === 0) return;
  await until(connection, 'merge deleted documents away', async () => {
    await connection.request({
      method: 'POST',
      path: `${path}/_forcemerge`,
      query: { only_expunge_deletes: true, wait_for_completion: false },
      doing: 'merge deleted documents away',
    });
    await flush(connection, path);
    const present = await segments(connection, path, () => true);
    return [...before].every((segment) => !present.has(segment));
  });
  // The second-last commit is released by the next one.
  await flush(connection, path);
}

async function until(connection: OpenSearchConnection, doing: string, isDone: () => Promise<boolean>): Promise<void> {
  for (let look = 1; look <= LOOKS; look += 1) {
    if (await isDone()) return;
    await connection.backOff(Math.min(look, LONG_PAUSE));
  }
  throw new TotalRecallError('unavailable', `OpenSearch is slow to ${doing}. Try again.`, { retryAfterMs: 60_000 });
}

/** Flushes, and refreshes to release segments that an earlier search still holds. */
async function flush(connection: OpenSearchConnection, path: string): Promise<void> {
  await connection.request({ method: 'POST', path: `${path}/_refresh`, doing: 'let go of earlier segments' });
  await connection.request({ method: 'POST', path: `${path}/_flush`, query: { force: true }, doing: 'commit what was removed' });
}

/** Reads statistics by copy of a shard. */
async function readStats(connection: OpenSearchConnection, path: string, of: (shard: ShardStats) => number): Promise<Map<string, number>> {
  const { body } = await connection.request<StatsAnswer>({
    method: 'GET',
    path: `${path}/_stats/docs`,
    query: { level: 'shards' },
    doing: 'look at shards',
  });
  const found = new Map<string, number>();
  for (const [index, { shards }] of Object.entries(body.indices))
    for (const [shard, copies] of Object.entries(shards))
      for (const copy of copies) found.set(`${index}/${shard}/${copy.routing.node}`, of(copy));
  return found;
}

const segmentsWithDeleted = (connection: OpenSearchConnection, path: string): Promise<Set<string>> =>
  segments(connection, path, (deleted) => deleted > 0);

async function segments(connection: OpenSearchConnection, path: string, wanted: (deleted: number) => boolean): Promise<Set<string>> {
  const { body } = await connection.request<SegmentsAnswer>({ method: 'GET', path: `${path}/_segments`, doing: 'look at segments' });
  const found = new Set<string>();
  for (const [index, { shards }] of Object.entries(body.indices))
    for (const [shard, copies] of Object.entries(shards))
      for (const { routing, segments: held } of copies)
        for (const [name, { deleted_docs }] of Object.entries(held))
          if (wanted(deleted_docs)) found.add(`${index}/${shard}/${routing.node}/${name}`);
  return found;
}
