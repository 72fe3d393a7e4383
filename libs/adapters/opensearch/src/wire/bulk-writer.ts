import { TotalRecallError } from '@total-recall/runtime';
import { BULK_PATH, type OpenSearchConnection } from './opensearch-connection.ts';
import { indexIsMissing, isBusy, MISSING_INDEX } from './opensearch-errors.ts';

/**
 * A document to put or remove. `index` is an alias, so a missing index is an error and is not created. `version` comes
 * from the log: a late write with an older or equal version changes nothing and is no error.
 */
export interface BulkWrite {
  readonly index: string;
  readonly id: string;
  readonly routing: string;
  /** Document to put; absent to remove it. */
  readonly source?: object;
  readonly version?: number;
  /** True when a write of the same version replaces. */
  readonly replacesEqual?: boolean;
}

/** A document that the server refuses permanently, with the reason. It has none of the document's content. */
export interface RefusedWrite {
  readonly write: BulkWrite;
  readonly reason: string;
}

interface BulkItem {
  readonly status: number;
  readonly error?: { readonly type: string; readonly reason?: string };
}

interface Line {
  readonly write: BulkWrite;
  readonly text: string;
}

const REQUEST_BYTES = 4 * 1024 * 1024;
const REQUEST_WRITES = 1_000;
const ATTEMPTS = 6;
const REFUSED = 400;
/** Errors of the index itself, which would refuse every document. */
const OF_THE_INDEX = new Set(['strict_dynamic_mapping_exception']);

/**
 * Writes in requests of at most 4 MB. Documents that a busy node rejects, or fails to store, are sent again, with growing delays. A
 * permanently refused document is an error, or is passed to `onRefused` if given, while the others are written. Errors:
 * `unavailable` when an index is missing.
 */
export async function writeBulk(
  connection: OpenSearchConnection,
  writes: readonly BulkWrite[],
  doing: string,
  onRefused?: (refused: RefusedWrite) => void,
): Promise<void> {
  const send = (portion: readonly Line[]): Promise<void> => sendAll(connection, portion, { doing, onRefused });
  let lines: Line[] = [];
  let bytes = 0;
  for (const write of writes) {
    const line = { write, text: toLine(write) };
    if (lines.length > 0 && (bytes + line.text.length > REQUEST_BYTES || lines.length >= REQUEST_WRITES)) {
      await send(lines);
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += line.text.length;
  }
  if (lines.length > 0) await send(lines);
}

function toLine({ index, id, routing, source, version, replacesEqual }: BulkWrite): string {
  const versioned = version === undefined ? {} : { version, version_type: replacesEqual ? 'external_gte' : 'external' };
  const action = JSON.stringify({
    [source ? 'index' : 'delete']: { _index: index, _id: id, routing, ...versioned, require_alias: true },
  });
  return source ? `${action}\n${JSON.stringify(source)}\n` : `${action}\n`;
}

interface Sending {
  readonly doing: string;
  readonly onRefused: ((refused: RefusedWrite) => void) | undefined;
}

async function sendAll(connection: OpenSearchConnection, all: readonly Line[], sending: Sending): Promise<void> {
  const { doing } = sending;
  let lines = all;
  for (let attempt = 1; ; attempt += 1) {
    const { body } = await connection.request<{ errors: boolean; items: Readonly<Record<string, BulkItem>>[] }>({
      method: 'POST',
      path: BULK_PATH,
      query: { filter_path: 'errors,items.*.status,items.*.error.type,items.*.error.reason' },
      lines: lines.map(({ text }) => text).join(''),
      doing,
    });
    if (!body.errors) return;
    lines = turnedAway(lines, body.items, sending);
    connection.bulk({ retried: attempt === ATTEMPTS ? 0 : lines.length, repeated: conflicts(body.items) });
    if (lines.length === 0) return;
    if (attempt === ATTEMPTS)
      throw new TotalRecallError('unavailable', `OpenSearch has no room to ${doing} (${busyReason(body.items)}). Try again.`, {
        retryAfterMs: 2_000,
      });
    await connection.backOff(attempt);
  }
}

/** Returns the server's own name of why it turned documents away, such as a disk that is full: `cluster_block_exception`. */
function busyReason(items: readonly Readonly<Record<string, BulkItem>>[]): string | undefined {
  return items.map((item) => Object.values(item)[0]!).find(({ status }) => isBusy(status))?.error?.type;
}

/** Counts the documents that were already stored. */
function conflicts(items: readonly Readonly<Record<string, BulkItem>>[]): number {
  return items.filter((item) => Object.values(item)[0]!.status === 409).length;
}

/** Returns the writes to repeat. A version conflict means that the same version or a newer one is stored. */
function turnedAway(lines: readonly Line[], items: readonly Readonly<Record<string, BulkItem>>[], { doing, onRefused }: Sending): Line[] {
  return lines.filter(({ write }, at) => {
    const item = Object.values(items[at]!)[0]!;
    if (item.error === undefined || item.status === 409) return false;
    if (isBusy(item.status)) return true;
    if (onRefused && write.source && item.status === REFUSED && !OF_THE_INDEX.has(item.error.type)) {
      onRefused({ write, reason: item.error.type });
      return false;
    }
    if (item.error.type === MISSING_INDEX) throw indexIsMissing(doing, item.error);
    throw new TotalRecallError('internal', `OpenSearch refused to ${doing} (${item.error.type}).`, { cause: item.error });
  });
}
