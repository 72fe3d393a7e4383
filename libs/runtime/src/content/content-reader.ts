import { makePreview, PREVIEW_FROM_CHARS, type ArtifactRef, type EntryContent, type EventBody } from '@total-recall/domain';
import { TotalRecallError } from '../errors.ts';
import type { ArtifactCodec } from '../artifacts/artifact-codec.ts';

/** Opens what an event says: inline text as it is, or its content artifact. */
export interface ContentReader {
  read(place: { readonly tenant: string; readonly space: string }, body: EventBody): Promise<EntryContent>;
  /** Remembers the text of an artifact just written, so that the projector need not read it back. */
  remember(artifactId: string, text: string): void;
}

/** Characters of artifact text kept in memory, over all artifacts. */
const CACHE_CHARS = 16 * 1024 * 1024;

export function contentArtifact(body: EventBody): ArtifactRef | undefined {
  return body.artifacts?.find((artifact) => artifact.role === 'content');
}

export interface ContentReaderDeps {
  readonly artifacts: Pick<ArtifactCodec, 'read'>;
  readonly cacheChars?: number;
  /** Told of an artifact that is not there, or cannot be read. */
  readonly onMissing?: (artifactId: string, error: unknown) => void;
}

export function createContentReader(deps: ContentReaderDeps): ContentReader {
  const cache = new Map<string, string>();
  let held = 0;
  const remember = (artifactId: string, text: string): void => {
    if (cache.has(artifactId)) return;
    cache.set(artifactId, text);
    held += text.length;
    for (const [oldest, old] of cache) {
      if (held <= (deps.cacheChars ?? CACHE_CHARS)) break;
      cache.delete(oldest);
      held -= old.length;
    }
  };
  // An artifact that is gone or damaged costs its own text, never the events around it: its preview, which is sealed in the event, stands in.
  const readWhole = async (place: { tenant: string; space: string }, artifact: ArtifactRef) => {
    try {
      const read = await deps.artifacts.read({ ...place, artifactId: artifact.id });
      if (!read) deps.onMissing?.(artifact.id, undefined);
      return read;
    } catch (error) {
      if (!(error instanceof TotalRecallError) || error.code === 'closed' || error.code === 'unavailable') throw error;
      deps.onMissing?.(artifact.id, error);
      return undefined;
    }
  };
  const readText = async (place: { tenant: string; space: string }, artifact: ArtifactRef): Promise<string> => {
    const known = cache.get(artifact.id);
    if (known !== undefined) return known;
    const read = await readWhole(place, artifact);
    if (!read) return artifact.preview;
    const text = Buffer.from(read.bytes).toString('utf8');
    remember(artifact.id, text);
    return text;
  };
  return {
    remember,
    async read(place, body) {
      const artifact = contentArtifact(body);
      if (artifact) return { body, fullText: await readText(place, artifact), preview: artifact.preview };
      if (body.text.length < PREVIEW_FROM_CHARS) return { body, fullText: body.text };
      return { body, fullText: body.text, preview: makePreview(body.text, { mime: 'text/plain' }).text };
    },
  };
}
