import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';

/** Size up to which data is compressed synchronously, as the thread pool would cost more than the work. */
const AT_ONCE_BYTES = 128 * 1024;
const DECOMPRESSED_MAX_BYTES = 64 * 1024 * 1024;
/** The fastest level, because sealed bodies do not shrink. Only keys and envelopes do, and for them it suffices. */
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const compressAside = promisify(zstdCompress);
const decompressAside = promisify(zstdDecompress);

/** Registers zstd with kafkajs, which has no codec for it. Its codecs are one table per process. */
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
