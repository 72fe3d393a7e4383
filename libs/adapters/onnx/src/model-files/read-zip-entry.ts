import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const END_SIGNATURE = 0x06_05_4b_50;
const CENTRAL_SIGNATURE = 0x02_01_4b_50;
const LOCAL_SIGNATURE = 0x04_03_4b_50;
const END_SIZE = 22;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY_BYTES = 16 << 20;
/** Allowance for deflate, which makes incompressible data a little larger. */
const DEFLATE_SLACK = 65_536;

/**
 * Reads one entry of a zip archive, stored or deflated. Does not support zip64 or encryption and does not check CRCs,
 * as the caller checks a hash. Errors: throws when the archive is damaged, lacks the entry, or the entry exceeds
 * `maxBytes`.
 */
export async function readZipEntry(path: string, name: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  const read = async (position: number, length: number): Promise<Buffer> => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
    if (bytesRead !== length) throw new Error('the archive ends too early');
    return buffer;
  };
  try {
    const { size } = await file.stat();
    const tailLength = Math.min(size, END_SIZE + MAX_COMMENT);
    const entry = findEntry(await readDirectory(await read(size - tailLength, tailLength), read), name);
    if (entry.size > maxBytes || entry.packedSize > maxBytes + DEFLATE_SLACK)
      throw new Error(`${name} has ${entry.size} bytes, more than ${maxBytes}`);
    const local = await read(entry.offset, 30);
    if (local.readUInt32LE(0) !== LOCAL_SIGNATURE) throw new Error('the archive is damaged');
    const packed = await read(entry.offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), entry.packedSize);
    if (entry.method === 0) return packed;
    if (entry.method !== 8) throw new Error(`${name} is packed by method ${entry.method}`);
    return await promisify(inflateRaw)(packed, { maxOutputLength: Math.max(1, entry.size) });
  } finally {
    await file.close();
  }
}

interface ZipEntry {
  readonly method: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

async function readDirectory(tail: Buffer, read: (position: number, length: number) => Promise<Buffer>): Promise<Buffer> {
  for (let at = tail.length - END_SIZE; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    const length = tail.readUInt32LE(at + 12);
    if (length > MAX_DIRECTORY_BYTES) throw new Error('the archive lists too much');
    return read(tail.readUInt32LE(at + 16), length);
  }
  throw new Error('it is not a zip archive');
}

function findEntry(directory: Buffer, name: string): ZipEntry {
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== CENTRAL_SIGNATURE) throw new Error('the archive is damaged');
    const nameLength = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + 46, at + 46 + nameLength) === name) {
      return {
        method: directory.readUInt16LE(at + 10),
        packedSize: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no ${name}`);
}
