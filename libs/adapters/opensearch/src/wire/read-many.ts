import { TotalRecallError } from '@total-recall/runtime';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface DocumentAddress {
  readonly index: string;
  readonly id: string;
  readonly routing: string;
}

export interface FoundDocument<T> {
  readonly version: number;
  readonly source: T;
}

interface ManyAnswer<T> {
  readonly docs: readonly {
    readonly found?: boolean;
    readonly _version?: number;
    readonly _source?: T;
    readonly error?: { readonly type: string };
  }[];
}

const AT_ONCE = 2;

/**
 * Reads documents by id, in the order of the ids and as they were last written; `undefined` for missing ones. `fields`
 * limits the fields returned, `portion` the documents in one request. Errors: `unavailable` when only some could be
 * looked up.
 */
export async function readMany<T>(
  connection: OpenSearchConnection,
  addresses: readonly DocumentAddress[],
  options: { readonly doing: string; readonly fields?: readonly string[]; readonly portion: number },
): Promise<(FoundDocument<T> | undefined)[]> {
  const { doing, fields, portion } = options;
  const found = Array.from<FoundDocument<T> | undefined>({ length: addresses.length });
  const starts = Array.from({ length: Math.ceil(addresses.length / portion) }, (_, at) => at * portion);
  const readNext = async (): Promise<void> => {
    for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
      const docs = addresses.slice(from, from + portion).map(({ index, id, routing }) => ({
        _index: index,
        _id: id,
        routing,
        ...(fields ? { _source: fields } : {}),
      }));
      const { body } = await connection.request<ManyAnswer<T>>({ method: 'POST', path: '/_mget', body: { docs }, doing });
      for (const [at, { found: isFound, _version, _source, error }] of body.docs.entries()) {
        // A document that failed is not known to be missing.
        if (error)
          throw new TotalRecallError('unavailable', `OpenSearch could not ${doing} (${error.type}). Try again.`, {
            cause: error,
            retryAfterMs: 500,
          });
        if (isFound) found[from + at] = { version: _version!, source: _source! };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
  return found;
}
