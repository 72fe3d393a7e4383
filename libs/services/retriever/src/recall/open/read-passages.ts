import { evidenceText, utf8Length, wholeTextArtifact } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { OpenedEvent } from './open-events.ts';

/** A part of an event's text or artifact, in bytes; `toByte` excluded. */
export interface PassageRange {
  readonly fromByte: number;
  readonly toByte: number;
}

/** Texts of some passages of an event. */
export interface ReadPassages {
  /** In the order asked. */
  readonly texts: readonly string[];
  readonly totalBytes: number;
  /** The full text, if that was read. */
  readonly text?: string;
}

/** Texts up to this size are read whole; of longer ones only the passages. */
const WHOLE_BYTES = 256 * 1024;

/** Reads passages of an event. Without any it reads the full text. */
export async function readPassages(
  { content }: Pick<RetrieverDeps, 'content'>,
  opened: Pick<OpenedEvent, 'envelope' | 'body' | 'content'>,
  place: { readonly tenant: string; readonly space: string },
  ranges: readonly PassageRange[],
): Promise<ReadPassages> {
  const { envelope, body } = opened;
  const artifact = envelope.kind === 'tool_call' ? undefined : wholeTextArtifact(body);
  if (artifact !== undefined && artifact.sizeBytes > WHOLE_BYTES && opened.content === undefined && ranges.length > 0) {
    const at = { ...place, artifactId: artifact.id };
    const read = ranges.map(
      async ({ fromByte: from, toByte: to }) => (await content.artifact(at, { from, to }))?.bytes ?? new Uint8Array(),
    );
    const texts = (await Promise.all(read)).map((bytes) => Buffer.from(bytes).toString('utf8'));
    return { texts, totalBytes: artifact.sizeBytes };
  }
  const text = evidenceText(envelope.kind, opened.content ?? (await content.read(place, body)));
  if (ranges.length === 0) return { texts: [], totalBytes: utf8Length(text), text };
  const bytes = Buffer.from(text, 'utf8');
  const texts = ranges.map(({ fromByte, toByte }) => bytes.subarray(fromByte, toByte).toString('utf8'));
  return { texts, totalBytes: bytes.length, text };
}
