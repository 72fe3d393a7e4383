import { TotalRecallError } from '@total-recall/runtime';
import { readAliases, type GenerationOptions } from '../plan/index-generations.ts';
import { INDEX_KINDS, indexNames } from '../plan/index-names.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';

/**
 * Refuses a generation that has lost some of its indices. Its remaining marks and session states would claim that the
 * lost data exists, so it must not be filled up. A generation without data may be under construction and is accepted.
 * Errors: `invalid_request`, with the remedy.
 */
export async function refuseRemains(options: GenerationOptions & { readonly generation: string }): Promise<void> {
  const names = indexNames(options);
  const connection = connectOpenSearch(options.opensearch);
  try {
    const held = Object.keys(await readAliases(connection, Object.values(names).join(',')));
    const lost = INDEX_KINDS.filter((kind) => !held.includes(names[kind]));
    if (lost.length === 0 || held.length === 0) return;
    const indices = held.join(',');
    await connection.request({ method: 'POST', path: `/${indices}/_refresh`, doing: 'make what was written visible' });
    const { body } = await connection.request<{ readonly count: number }>({
      method: 'GET',
      path: `/${indices}/_count`,
      doing: 'count documents',
    });
    if (body.count === 0) return;
    const { generation } = options;
    const advice = lost.includes('events')
      ? `Remove it: total-recall index drop ${generation}`
      : 'Fill the next one: total-recall index rebuild';
    throw new TotalRecallError(
      'invalid_request',
      `The index generation ${generation} has lost its ${lost.join(', ')}, and what is left of it is not to be trusted. ${advice}`,
    );
  } finally {
    await connection.close();
  }
}
