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
import { createTextCache } from './text-cache.ts';

/** Reads the content of an event: inline text or its content artifact, and the text of its attachments. */
export interface ContentReader {
  read(place: { readonly tenant: string; readonly space: string }, body: EventBody): Promise<EntryContent>;
  /**
   * Reads the first characters (UTF-16 units) of the text that `read` gives, at most as many. Of an artifact only the
   * frames that hold them are read.
   */
  start(place: { readonly tenant: string; readonly space: string }, body: EventBody, chars: number): Promise<string>;
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
/** Most bytes of one UTF-16 unit in any encoding of a text. */
const BYTES_A_UNIT = 4;

export interface ContentReaderDeps {
  readonly artifacts: Pick<ArtifactCodec, 'read'>;
  readonly cacheChars?: number;
  /** Called for an artifact that is missing or unreadable. */
  readonly onMissing?: (place: ArtifactPlace, error: unknown) => void;
}

export function createContentReader(deps: ContentReaderDeps): ContentReader {
  const cache = createTextCache(deps.cacheChars ?? CACHE_CHARS);
  const artifact: ContentReader['artifact'] = async (place, range) => {
    try {
      const read = await deps.artifacts.read(place, range);
      if (!read) deps.onMissing?.(place, undefined);
      return read;
    } catch (error) {
      if (!(error instanceof TotalRecallError) || error.code === 'closed' || error.code === 'unavailable') throw error;
      deps.onMissing?.(place, error);
      return undefined;
    }
  };
  /** Reads the text of an artifact; with `chars`, of a longer one only as many, and that is not cached. */
  const readText = async (
    place: { tenant: string; space: string },
    artifactId: string,
    { encoding, chars }: { readonly encoding?: TextEncoding; readonly chars?: number } = {},
  ): Promise<string | undefined> => {
    const known = cache.get(artifactId, encoding);
    if (known !== undefined) return known;
    const asked = cache.clears;
    // If the artifact is gone or damaged, the preview sealed in the event is used.
    const range = chars === undefined ? undefined : { from: 0, to: (chars + 1) * BYTES_A_UNIT };
    const read = await artifact({ tenant: place.tenant, space: place.space, artifactId }, range);
    if (!read) return undefined;
    const text = encoding === undefined ? Buffer.from(read.bytes).toString('utf8') : decodeBytes(read.bytes, encoding);
    // The last character may be cut within its bytes: it lies behind those that are asked for.
    if (read.range.to < read.header.sizeBytes) return text.slice(0, chars);
    if (asked === cache.clears) cache.put(artifactId, text, encoding);
    return text;
  };
  const readAttached = async (
    place: { tenant: string; space: string },
    attachment: ArtifactRef,
    part: { readonly chars?: number } = {},
  ): Promise<AttachedText> => {
    const { given, givenId, encoding } = attachment.text!;
    const words = given ?? (givenId === undefined ? undefined : await readText(place, givenId, part));
    const own = encoding === undefined ? undefined : await readText(place, attachment.id, { encoding, ...part });
    const read = [words, own].filter((text) => text !== undefined).join('\n');
    return { heading: attachmentHeading(attachment), text: read === '' ? attachment.preview : read, preview: attachment.preview };
  };
  return {
    get heldChars() {
      return cache.chars;
    },
    artifact,
    remember: cache.put,
    forget: cache.clear,
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
    async start(place, body, chars) {
      const ref = body.artifacts?.find(({ role }) => role === 'content');
      let text = ref ? ((await readText(place, ref.id, { chars })) ?? ref.preview) : body.text;
      for (const attachment of attachmentsWithText(body)) {
        if (text.length >= chars) break;
        text = joinAttached(text, [await readAttached(place, attachment, { chars })]);
      }
      return text.slice(0, chars);
    },
  };
}
