import { renderTaskState, type EntryContent } from '@total-recall/domain';
import type { LogRecord } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';

/** What an event says, as it is embedded; undefined where its body is gone. */
export async function readableContent({ sealer, content }: IngestDeps, record: LogRecord): Promise<EntryContent | undefined> {
  const { envelope, body } = await sealer.open(record);
  if (typeof body === 'string') return undefined;
  const read = await content.read(envelope, body);
  return body.taskState ? { ...read, fullText: renderTaskState(body.taskState) } : read;
}
