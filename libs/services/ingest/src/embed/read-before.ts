import { rulesOf, textBefore, type EntryContent } from '@total-recall/domain';
import type { IndexedEvent, LogRecord } from '@total-recall/ports';
import type { IngestDeps } from '../ingest-deps.ts';
import { readableContent } from './readable-content.ts';

/** A record that the index holds as an accepted event, with the fold's result. */
export type AcceptedRecord = Pick<IndexedEvent, 'record' | 'accepted'>;

export interface BeforeReader {
  /** Returns the end of the message that this one answers; empty if it answers none. */
  before(event: AcceptedRecord): Promise<string>;
  /** Keeps the end of a message for the next one. */
  keep(event: AcceptedRecord, content: EntryContent): void;
}

/** Creates a reader of preceding messages, which come from the same batch, or else from the index. */
export function createBeforeReader(deps: Pick<IngestDeps, 'index' | 'sealer' | 'content'>): BeforeReader {
  const kept = new Map<string, string>();

  async function stored({ tenant, space, session }: LogRecord['envelope'], ordinal: number): Promise<string> {
    const [event] = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal: ordinal, toOrdinal: ordinal, limit: 1 });
    // Recall results are no context either (I-13).
    if (event === undefined || !event.accepted.indexed) return '';
    const { kind } = event.record.envelope;
    if (!rulesOf(kind).isTalk) return '';
    const content = await readableContent(deps, event.record);
    return content === undefined ? '' : textBefore(kind, content);
  }

  return {
    async before({ record: { envelope }, accepted: { ordinal } }) {
      if (ordinal <= 1 || !rulesOf(envelope.kind).isTalk) return '';
      return kept.get(placeKey(envelope, ordinal - 1)) ?? stored(envelope, ordinal - 1);
    },
    keep({ record: { envelope }, accepted: { ordinal } }, content) {
      kept.set(placeKey(envelope, ordinal), rulesOf(envelope.kind).isTalk ? textBefore(envelope.kind, content) : '');
    },
  };
}

function placeKey({ tenant, space, session }: LogRecord['envelope'], ordinal: number): string {
  return JSON.stringify([tenant, space, session, ordinal]);
}
