import {
  attachmentHeading,
  attachmentsWithText,
  joinAttached,
  makePreview,
  PREVIEW_FROM_CHARS,
  type ArtifactRef,
  type AttachedText,
  type EntryContent,
  type EventBody,
  type TextEncoding,
} from '@total-recall/domain';
import { TotalRecallError } from '../errors.ts';
import type { ArtifactPlace } from '@total-recall/ports';
import type { ArtifactCodec, ReadArtifact } from '../artifacts/artifact-codec.ts';
import { decodeBytes } from './decode-bytes.ts';

/** Reads the content of an event: inline text or its content artifact, and the text of its attachments. */
export interface ContentReader {
  read(place: { readonly tenant: string; readonly space: string }, body: EventBody): Promise<EntryContent>;
  /**
   * Reads bytes of an artifact; `to` is exclusive. Returns undefined, and reports it, if the artifact is missing or
   * unreadable: that must not fail the whole answer. Errors: `unavailable`, `closed`.
   */
  artifact(place: ArtifactPlace, range?: { readonly from: number; readonly to?: number }): Promise<ReadArtifact | undefined>;
  /**
   * Caches the text of an artifact just written, decoded from that encoding (UTF-8 by default), so that the
   * projector need not read it back.
   */
  remember(artifactId: string, text: string, encoding?: TextEncoding): void;
  /** Clears the cache, because a text may have been erased. */
  forget(): void;
  /** Characters of the texts in the cache. */
  readonly heldChars: number;
}

/** Characters of artifact text cached, over all artifacts. */
const CACHE_CHARS = 16 * 1024 * 1024;

export interface ContentReaderDeps {
  readonly artifacts: Pick<ArtifactCodec, 'read'>;
  readonly cacheChars?: number;
  /** Called for an artifact that is missing or unreadable. */
  readonly onMissing?: (artifactId: string, error: unknown) => void;
}

export function createContentReader(deps: ContentReaderDeps): ContentReader {
  const cache = new Map<string, string>();
  let held = 0;
  const remember = (artifactId: string, text: string, encoding: TextEncoding = 'utf-8'): void => {
    const key = `${artifactId} ${encoding}`;
    if (cache.has(key)) return;
    cache.set(key, text);
    held += text.length;
    for (const [oldest, old] of cache) {
      if (held <= (deps.cacheChars ?? CACHE_CHARS)) break;
      cache.delete(oldest);
      held -= old.length;
    }
  };
  const artifact: ContentReader['artifact'] = async (place, range) => {
    try {
      const read = await deps.artifacts.read(place, range);
      if (!read) deps.onMissing?.(place.artifactId, undefined);
      return read;
    } catch (error) {
      if (!(error instanceof TotalRecallError) || error.code === 'closed' || error.code === 'unavailable') throw error;
      deps.onMissing?.(place.artifactId, error);
      return undefined;
    }
  };
  const readText = async (
    place: { tenant: string; space: string },
    artifactId: string,
    encoding?: TextEncoding,
  ): Promise<string | undefined> => {
    const known = cache.get(`${artifactId} ${encoding ?? 'utf-8'}`);
    if (known !== undefined) return known;
    // If the artifact is gone or damaged, the preview sealed in the event is used.
    const read = await artifact({ tenant: place.tenant, space: place.space, artifactId });
    if (!read) return undefined;
    const text = encoding === undefined ? Buffer.from(read.bytes).toString('utf8') : decodeBytes(read.bytes, encoding);
    remember(artifactId, text, encoding);
    return text;
  };
  const readAttached = async (place: { tenant: string; space: string }, attachment: ArtifactRef): Promise<AttachedText> => {
    const { given, givenId, encoding } = attachment.text!;
    const words = given ?? (givenId === undefined ? undefined : await readText(place, givenId));
    const own = encoding === undefined ? undefined : await readText(place, attachment.id, encoding);
    const read = [words, own].filter((text) => text !== undefined).join('\n');
    return { heading: attachmentHeading(attachment), text: read === '' ? attachment.preview : read, preview: attachment.preview };
  };
  const forget = (): void => {
    held = 0;
    cache.clear();
  };
  return {
    get heldChars() {
      return held;
    },
    artifact,
    remember,
    forget,
    async read(place, body) {
      const ref = body.artifacts?.find(({ role }) => role === 'content');
      const own = ref ? ((await readText(place, ref.id)) ?? ref.preview) : body.text;
      const preview = ref?.preview ?? (own.length < PREVIEW_FROM_CHARS ? undefined : makePreview(own, { mime: 'text/plain' }).text);
      const content = { body, fullText: own, ...(preview === undefined ? {} : { preview }) };
      const withText = attachmentsWithText(body);
      if (withText.length === 0) return content;
      const attached = await Promise.all(withText.map((one) => readAttached(place, one)));
      return { ...content, fullText: joinAttached(own, attached), parts: { own, attached } };
    },
  };
}
