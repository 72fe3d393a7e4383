import type { EntryContent } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';

/** Reads the content of an event; undefined if its body is gone. */
export async function readableContent(
  { sealer, content }: Pick<IngestDeps, 'sealer' | 'content'>,
  record: LogRecord,
): Promise<EntryContent | undefined> {
  const { envelope, body } = await sealer.open(record);
  if (typeof body === 'string') return undefined;
  return content.read(envelope, body);
}
