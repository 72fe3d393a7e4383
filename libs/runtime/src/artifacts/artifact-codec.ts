import { createHash } from 'node:crypto';
import type { ArtifactPlace, ArtifactStore, Clock, KeyStore, Random } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { artifactIdOf } from '../ids/hashes.ts';
import { yieldToEventLoop } from '../parallel/in-slices.ts';
import { encodePrefix, openPrefix, readLayout, type ArtifactHeader } from './artifact-header.ts';
import { FRAME_BYTES, openFrame, sealFrames } from './frames.ts';

/** Size of the first read, which covers the whole prefix of all but very large artifacts. */
const FIRST_READ_BYTES = 4 * 1024;
const HASH_STEP_BYTES = 1024 * 1024;
const KEY_BYTES = 32;

export interface WrittenArtifact {
  readonly artifactId: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  /** False if the space already had the same bytes; nothing was written then. */
  readonly created: boolean;
}

export interface ReadArtifact {
  readonly header: ArtifactHeader;
  readonly bytes: Uint8Array;
  /** Offsets in the plain bytes; `to` is exclusive. */
  readonly range: { readonly from: number; readonly to: number };
}

/**
 * Reads and writes large payloads, compressed and sealed. An artifact has a random key of its own, wrapped under
 * its space's key. It is cut into frames of 64 KiB, so that reading a range costs only the frames it touches. Its
 * id is an HMAC of the content: equal payloads of a space are stored once, and an id confirms nothing about
 * content outside the space.
 */
export interface ArtifactCodec {
  /** Resolves once the bytes are durable. */
  write(
    place: { readonly tenant: string; readonly space: string },
    bytes: Uint8Array,
    about: { readonly mime: string; readonly title?: string },
  ): Promise<WrittenArtifact>;
  /**
   * Returns undefined if there is no such artifact. `to` is exclusive and clipped. Errors:
   * `range_not_satisfiable`, `erased`, `damaged`.
   */
  read(place: ArtifactPlace, range?: { readonly from: number; readonly to?: number }): Promise<ReadArtifact | undefined>;
  head(place: ArtifactPlace): Promise<ArtifactHeader | undefined>;
  /** Returns true where the store has such an artifact, whether it opens or not. */
  isStored(place: ArtifactPlace): Promise<boolean>;
}

interface Opened {
  readonly header: ArtifactHeader;
  readonly artifactKey: Uint8Array;
  readonly prefixBytes: number;
}

export function createArtifactCodec(deps: {
  readonly store: Pick<ArtifactStore, 'get' | 'put' | 'stat'>;
  readonly keys: Pick<KeyStore, 'open' | 'spaceKey'>;
  readonly clock: Clock;
  readonly random: Random;
}): ArtifactCodec {
  const { store, keys, clock, random } = deps;

  async function open(place: ArtifactPlace): Promise<Opened | undefined> {
    let bytes = await store.get(place, { from: 0, to: FIRST_READ_BYTES });
    if (!bytes) return undefined;
    const layout = readLayout(bytes);
    if (!layout) throw damaged(place);
    const spaceKey = await keys.open(place.tenant, place.space, layout.keyId);
    if (spaceKey === 'destroyed') throw new TotalRecallError('erased', `The artifact ${place.artifactId} was erased.`);
    if (!spaceKey) throw damaged(place);
    if (layout.prefixBytes > bytes.length) bytes = (await store.get(place, { from: 0, to: layout.prefixBytes })) ?? bytes;
    const opened = openPrefix(bytes, layout, spaceKey, boundTo(place));
    if (!opened) throw damaged(place);
    return { ...opened, prefixBytes: layout.prefixBytes };
  }

  return {
    async write(place, bytes, about) {
      const spaceKey = await keys.spaceKey(place.tenant, place.space);
      const sha256 = await contentHash(bytes);
      const artifactId = artifactIdOf(spaceKey.key, sha256);
      const at: ArtifactPlace = { tenant: place.tenant, space: place.space, artifactId };
      const written = { artifactId, sha256, sizeBytes: bytes.length };
      if (await store.stat(at)) return { ...written, created: false };
      const artifactKey = random.bytes(KEY_BYTES);
      const frames = await sealFrames(bytes, artifactKey, artifactId);
      const header: ArtifactHeader = {
        mime: about.mime,
        sizeBytes: bytes.length,
        sha256,
        createdAt: clock.now(),
        ...(about.title === undefined ? {} : { title: about.title }),
        frames: frames.map(({ length }) => length),
      };
      const prefix = encodePrefix({ header, artifactKey, spaceKey: spaceKey.key, keyId: spaceKey.keyId, bound: boundTo(at), random });
      const { created } = await store.put(at, Buffer.concat([prefix, ...frames]));
      return { ...written, created };
    },
    async read(place, range) {
      const opened = await open(place);
      if (!opened) return undefined;
      const wanted = clipRange(place, opened.header.sizeBytes, range);
      const bytes = wanted.to > wanted.from ? await readFrames(store, place, opened, wanted) : new Uint8Array(0);
      return { header: opened.header, bytes, range: wanted };
    },
    async head(place) {
      return (await open(place))?.header;
    },
    isStored: async (place) => (await store.stat(place)) !== undefined,
  };
}

async function readFrames(
  store: Pick<ArtifactStore, 'get'>,
  place: ArtifactPlace,
  opened: Opened,
  range: { from: number; to: number },
): Promise<Uint8Array> {
  const { frames } = opened.header;
  const first = Math.floor(range.from / FRAME_BYTES);
  const last = Math.floor((range.to - 1) / FRAME_BYTES);
  const ends: number[] = [];
  let end = opened.prefixBytes;
  for (const length of frames) ends.push((end += length));
  const start = first === 0 ? opened.prefixBytes : ends[first - 1]!;
  const stored = await store.get(place, { from: start, to: ends[last]! });
  if (!stored) throw damaged(place);
  const plain: Uint8Array[] = [];
  for (let index = first, at = 0; index <= last; at += frames[index]!, index++) {
    const frame = await openFrame(stored.subarray(at, at + frames[index]!), opened.artifactKey, place.artifactId, index, frames.length);
    if (!frame) throw damaged(place);
    plain.push(frame);
  }
  const from = range.from - first * FRAME_BYTES;
  return Buffer.concat(plain).subarray(from, from + range.to - range.from);
}

function clipRange(
  place: ArtifactPlace,
  sizeBytes: number,
  range: { readonly from: number; readonly to?: number } | undefined,
): { from: number; to: number } {
  if (!range) return { from: 0, to: sizeBytes };
  const to = Math.min(range.to ?? sizeBytes, sizeBytes);
  const whole = Number.isSafeInteger(range.from) && Number.isSafeInteger(to);
  if (!whole || range.from < 0 || to < range.from || range.from > sizeBytes || (range.from === sizeBytes && sizeBytes > 0)) {
    throw new TotalRecallError(
      'range_not_satisfiable',
      `The artifact ${place.artifactId} has ${sizeBytes} bytes; the range asked for lies outside.`,
      { details: { sizeBytes } },
    );
  }
  return { from: range.from, to };
}

/** Hashes in steps, so that a payload of many megabytes does not block the main loop. */
async function contentHash(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += HASH_STEP_BYTES) {
    hash.update(bytes.subarray(at, at + HASH_STEP_BYTES));
    if (at + HASH_STEP_BYTES < bytes.length) await yieldToEventLoop();
  }
  return hash.digest('hex');
}

function boundTo({ tenant, space, artifactId }: ArtifactPlace): string {
  return JSON.stringify([tenant, space, artifactId]);
}

function damaged(place: ArtifactPlace): TotalRecallError {
  return new TotalRecallError(
    'damaged',
    `The artifact ${place.artifactId} failed its integrity check; its stored bytes are damaged or not ours. Tell the operator.`,
    { details: { artifactId: place.artifactId } },
  );
}
