import {
  encodePosition,
  evidenceText,
  parseEventRef,
  textEncodingOf,
  type EventBody,
  type OpenRequest,
  type WantedRange,
} from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import { decodeBytes, TotalRecallError } from '@total-recall/runtime';
import { missingArtifactError } from '../read/missing-artifact-error.ts';
import type { ReadDeps } from '../read/folded-session.ts';
import { findEvent } from '../read/find-event.ts';
import { damaged } from '../read/views.ts';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';

/** The whole text of an event or artifact, and the range of it that was asked for. */
export interface OpenedText {
  readonly text: string;
  readonly wanted: WantedRange;
  readonly artifactId?: string;
  readonly event?: IndexedEvent;
  readonly body?: EventBody;
}

const ARTIFACT = /^art_[0-9a-f]{32}$/;

/**
 * Reads what `ref` names. Errors: `not_found`, `erased`, `damaged`, `unsupported_media_type` for
 * an artifact without text.
 */
export async function readOpened(deps: ReadDeps, config: RetrieverConfig, request: OpenRequest): Promise<OpenedText> {
  const { fromLine, toLine, fromByte, toByte, ref } = request;
  const asked: WantedRange = { fromLine, toLine, fromByte, toByte };
  if (ARTIFACT.test(ref)) return { ...(await readArtifact(deps, request)), wanted: asked, artifactId: ref };
  const event = await findEvent(deps, config, request);
  const { envelope, body } = await deps.sealer.open(event.record);
  if (body === 'erased') throw new TotalRecallError('erased', 'The event was erased.');
  if (typeof body === 'string') throw damaged({ id: envelope.id, position: encodePosition(event.record.position) });
  const text = evidenceText(envelope.kind, await deps.content.read(envelope, body));
  const bytes = parseEventRef(ref)?.bytes;
  const isNarrowed = Object.values(asked).some((bound) => bound !== undefined);
  return { text, wanted: bytes && !isNarrowed ? { fromByte: bytes.from, toByte: bytes.to } : asked, event, body };
}

async function readArtifact(deps: RetrieverDeps, { tenant, space, ref }: OpenRequest): Promise<{ text: string }> {
  const place = { tenant, space, artifactId: ref };
  const read = await deps.artifacts.read(place);
  if (read === undefined) throw await missingArtifactError(deps, place);
  const { mime, sizeBytes } = read.header;
  const encoding = textEncodingOf(read.bytes, mime);
  if (encoding !== undefined) return { text: decodeBytes(read.bytes, encoding) };
  throw new TotalRecallError(
    'unsupported_media_type',
    `The artifact is ${mime} of ${sizeBytes} bytes and no text. What is said of it stands in its event; a program gets its bytes by GET artifact.`,
    { details: { mime, sizeBytes } },
  );
}
