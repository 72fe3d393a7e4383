import { indexIsMissing } from './opensearch-errors.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';
import type { DocumentAddress } from './read-many.ts';

interface DocumentAnswer<T> {
  readonly found?: boolean;
  readonly _source?: T;
  readonly _version?: number;
  readonly error?: { readonly type: string };
}

/**
 * Reads a document as it was last written; `undefined` when it does not exist. Errors: `unavailable` when its index is
 * missing.
 */
export async function readDocument<T>(
  connection: OpenSearchConnection,
  { index, id, routing }: DocumentAddress,
  { doing, field }: { readonly doing: string; readonly field?: string },
): Promise<T | undefined> {
  const { body } = await connection.request<DocumentAnswer<T>>({
    method: 'GET',
    path: `/${index}/_doc/${id}`,
    query: { routing, ...(field === undefined ? {} : { _source: field }) },
    doing,
    accept: [404],
  });
  if (body.error) throw indexIsMissing(doing, body.error);
  return body.found ? body._source : undefined;
}

/** Reads the version of a document as it was last written, without its content; errors as `readDocument`. */
export async function readVersion(
  connection: OpenSearchConnection,
  { index, id, routing }: DocumentAddress,
  doing: string,
): Promise<number | undefined> {
  const { body } = await connection.request<DocumentAnswer<never>>({
    method: 'GET',
    path: `/${index}/_doc/${id}`,
    query: { routing, _source: false },
    doing,
    accept: [404],
  });
  if (body.error) throw indexIsMissing(doing, body.error);
  return body.found ? body._version : undefined;
}
