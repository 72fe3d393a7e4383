import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { decrypt, encrypt } from '../sealing/aead.ts';

/** Plain bytes of one frame; the last one may be shorter. */
export const FRAME_BYTES = 64 * 1024;

const STORED = 0;
const ZSTD = 1;
/** Frames compressed at once: the number of libuv threads. */
const PARALLEL = 4;
const SYNC_BYTES = 128 * 1024;

/**
 * Compresses a single frame synchronously: in the thread pool, allocation and garbage collection
 * cost more than the work.
 */
const compressAtOnce = (plain: Uint8Array): Uint8Array => zstdCompressSync(plain);
const compressAside: (plain: Uint8Array) => Promise<Uint8Array> = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/**
 * Compresses the frames of a payload, if that helps, and seals them. A sealed frame is at most 17 bytes
 * longer than its plain bytes.
 */
export async function sealFrames(bytes: Uint8Array, key: Uint8Array, artifactId: string): Promise<Uint8Array[]> {
  const count = Math.ceil(bytes.length / FRAME_BYTES);
  const compress = count === 1 ? compressAtOnce : compressAside;
  const frames: Uint8Array[] = [];
  for (let first = 0; first < count; first += PARALLEL) {
    const indices = Array.from({ length: Math.min(PARALLEL, count - first) }, (_, i) => first + i);
    const ready = await Promise.all(
      indices.map(async (index) => {
        const plain = bytes.subarray(index * FRAME_BYTES, (index + 1) * FRAME_BYTES);
        return smallerOf(plain, await compress(plain));
      }),
    );
    ready.forEach((plain, i) => frames.push(encrypt(key, frameNonce(indices[i]!), plain, frameData(artifactId, indices[i]!, count))));
  }
  return frames;
}

/** Opens one frame. Returns undefined if it is not the one that was sealed at this place. */
export async function openFrame(
  sealed: Uint8Array,
  key: Uint8Array,
  artifactId: string,
  index: number,
  count: number,
): Promise<Uint8Array | undefined> {
  const packed = decrypt(key, frameNonce(index), sealed, frameData(artifactId, index, count));
  if (!packed || packed.length === 0) return undefined;
  if (packed[0] === STORED) return packed.subarray(1);
  if (packed[0] !== ZSTD) return undefined;
  const options = { maxOutputLength: FRAME_BYTES };
  return count * FRAME_BYTES <= SYNC_BYTES ? zstdDecompressSync(packed.subarray(1), options) : decompress(packed.subarray(1), options);
}

function smallerOf(plain: Uint8Array, compressed: Uint8Array): Uint8Array {
  return compressed.length < plain.length ? Buffer.concat([Buffer.of(ZSTD), compressed]) : Buffer.concat([Buffer.of(STORED), plain]);
}

// A counter is a safe nonce here: the key is random and seals one artifact, once.
function frameNonce(index: number): Uint8Array {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 8);
  return nonce;
}

function frameData(artifactId: string, index: number, count: number): Uint8Array {
  return Buffer.from(`frame ${artifactId} ${index} of ${count}`, 'utf8');
}
