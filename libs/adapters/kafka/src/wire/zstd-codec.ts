import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';

/** Small ones are done at once: a trip to the thread pool costs more than the work. */
const AT_ONCE_BYTES = 128 * 1024;
const DECOMPRESSED_MAX_BYTES = 64 * 1024 * 1024;
/** Bodies are sealed and do not shrink; what does are keys and envelopes, for which the fastest level does. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const compressAside = promisify(zstdCompress);
const decompressAside = promisify(zstdDecompress);

/** kafkajs has no zstd of its own; its codecs are one table for the process. */
export function registerZstd(): void {
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { readonly buffer: Buffer }) =>
      buffer.length <= AT_ONCE_BYTES ? zstdCompressSync(buffer, OPTIONS) : compressAside(buffer, OPTIONS),
    decompress: async (buffer: Buffer) =>
      buffer.length <= AT_ONCE_BYTES
        ? zstdDecompressSync(buffer, { maxOutputLength: DECOMPRESSED_MAX_BYTES })
        : decompressAside(buffer, { maxOutputLength: DECOMPRESSED_MAX_BYTES }),
  });
}
