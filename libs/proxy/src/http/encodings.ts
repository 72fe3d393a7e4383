import type { IncomingHttpHeaders } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Returns how a body is encoded; `identity` where it is not. */
export function encodingOf(headers: IncomingHttpHeaders): string {
  return (headers['content-encoding'] ?? '').trim().toLowerCase() || 'identity';
}

/** Returns true for an encoding that is read. */
export function isKnownEncoding(encoding: string): boolean {
  return encoding === 'identity' || Object.hasOwn(DECODERS, encoding);
}

/** Creates the decoder of an encoding that is read, other than `identity`. */
export function createDecoder(encoding: string): NodeJS.ReadWriteStream {
  return DECODERS[encoding]!();
}
