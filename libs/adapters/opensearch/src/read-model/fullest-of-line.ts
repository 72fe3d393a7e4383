import type { Marks } from '@total-recall/domain';
import { numberOf } from '../plan/generation-line.ts';
import { readAliases, type GenerationOptions } from '../plan/index-generations.ts';
import { checkedPrefix, indexNames } from '../plan/index-names.ts';
import { connectOpenSearch, type OpenSearchConnection } from '../wire/opensearch-connection.ts';
import { search } from '../wire/search.ts';

/** Most documents that the server returns at once. */
const MOST_PARTITIONS = 10_000;

/** Returns the generation of a line that holds the most records, the latest of equal ones; undefined where there is none. */
export async function fullestOf(first: string, options: Pick<GenerationOptions, 'opensearch' | 'prefix'>): Promise<string | undefined> {
  const prefix = checkedPrefix(options.prefix);
  const connection = connectOpenSearch(options.opensearch);
  const start = `${prefix}-marks-`;
  try {
    const all = Object.keys(await readAliases(connection, `${start}*`)).map((index) => index.slice(start.length));
    const line = all.filter((name) => numberOf(name, first) !== undefined).sort((a, b) => numberOf(b, first)! - numberOf(a, first)!);
    if (line.length < 2) return line[0];
    const held = await Promise.all(line.map((generation) => recordsIn(connection, indexNames({ prefix, generation }).marks)));
    return line[held.indexOf(Math.max(...held))];
  } finally {
    await connection.close();
  }
}

async function recordsIn(connection: OpenSearchConnection, index: string): Promise<number> {
  const doing = 'compare index generations';
  await connection.request({ method: 'POST', path: `/${index}/_refresh`, doing });
  const query = { bool: { filter: [{ term: { type: 'partition' } }] } };
  const { hits } = await search<Marks>(connection, { index, doing }, { size: MOST_PARTITIONS, query });
  return hits.hits.reduce((sum, { _source: { searchable } }) => sum + searchable + 1, 0);
}
