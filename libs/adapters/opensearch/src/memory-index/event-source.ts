import { idEnding } from '@total-recall/domain';
import type { IndexedEvent, IndexWrite, LogRecord } from '@total-recall/ports';

/**
 * An event as it is stored: the original record with its sealed body in base64. The event that supersedes it is stored
 * separately, in `flags`.
 */
export interface EventSource {
  readonly scope: string;
  readonly session: string;
  /** The part of the event id that its origin determines. */
  readonly ending: string;
  readonly ordinal: number;
  /** Numbers of its documents, which a newer version has to remove. */
  readonly parts: readonly number[];
  /** Ids of the artifacts that hold its content. */
  readonly artifacts?: readonly string[];
  readonly event: {
    readonly record: Omit<LogRecord, 'sealed'> & { readonly sealed: string };
    readonly accepted: IndexedEvent['accepted'];
  };
}

export interface FlagSource {
  readonly scope: string;
  readonly event: string;
  /** True when the event is pinned; only in a flag of a pin. */
  readonly pinned?: boolean;
  readonly recordedAt?: number;
  /** Id of the newer event; only in a flag of a supersession. */
  readonly by?: string;
}

export function toEventSource(
  scope: string,
  { event: { record, accepted }, artifactIds }: Pick<IndexWrite, 'event' | 'artifactIds'>,
  parts: readonly number[],
): EventSource {
  const sealed = Buffer.from(record.sealed.buffer, record.sealed.byteOffset, record.sealed.byteLength).toString('base64');
  return {
    scope,
    session: record.envelope.session,
    ending: idEnding(record.envelope.id),
    ordinal: accepted.ordinal,
    parts,
    ...(artifactIds && artifactIds.length > 0 && { artifacts: artifactIds }),
    event: { record: { ...record, sealed }, accepted },
  };
}

export function toIndexedEvent({ event: { record, accepted } }: EventSource, supersededBy: string | undefined): IndexedEvent {
  const sealed = new Uint8Array(Buffer.from(record.sealed, 'base64'));
  return { record: { ...record, sealed }, accepted, ...(supersededBy === undefined ? {} : { supersededBy }) };
}
