import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { SessionState } from '@total-recall/domain';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/**
 * A session state as text of a tenth of its JSON: the entries of a full window have some hundred kilobytes, which the server would parse, store and merge with
 * every save, and nobody searches.
 */
export async function packState(state: SessionState): Promise<string> {
  return (await compress(JSON.stringify(state), LEVEL)).toString('base64');
}

export async function unpackState(packed: string): Promise<SessionState> {
  return JSON.parse((await decompress(Buffer.from(packed, 'base64'))).toString()) as SessionState;
}
