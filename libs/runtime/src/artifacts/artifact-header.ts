import { createHmac } from 'node:crypto';
import type { Random } from '@total-recall/ports';
import { decrypt, encrypt, NONCE_BYTES, TAG_BYTES } from '../sealing/aead.ts';

/** Metadata of an artifact, sealed together with its bytes. */
export interface ArtifactHeader {
  readonly mime: string;
  readonly sizeBytes: number;
  /** Hex SHA-256 of the plain bytes. */
  readonly sha256: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly title?: string;
  /** Stored length of each frame, in order. */
  readonly frames: readonly number[];
}

const MAGIC = Buffer.from('TRA1', 'latin1');
const WRAPPED_BYTES = NONCE_BYTES + 32 + TAG_BYTES;

/** Encodes magic number, key id, wrapped artifact key and sealed header; the frames follow. Lengths are big-endian. */
export function encodePrefix(parts: {
  readonly header: ArtifactHeader;
  readonly artifactKey: Uint8Array;
  readonly spaceKey: Uint8Array;
  readonly keyId: string;
  readonly bound: string;
  readonly random: Random;
}): Uint8Array {
  const { random, bound } = parts;
  const wrapNonce = random.bytes(NONCE_BYTES);
  const headerNonce = random.bytes(NONCE_BYTES);
  const keyId = Buffer.from(parts.keyId, 'utf8');
  const sealed = encrypt(
    headerKeyed(parts.artifactKey),
    headerNonce,
    Buffer.from(JSON.stringify(parts.header), 'utf8'),
    bytesOf('header', bound),
  );
  const lengths = Buffer.alloc(6);
  lengths.writeUInt16BE(keyId.length, 0);
  lengths.writeUInt32BE(sealed.length, 2);
  return Buffer.concat([
    MAGIC,
    lengths,
    keyId,
    wrapNonce,
    encrypt(parts.spaceKey, wrapNonce, parts.artifactKey, bytesOf('key', bound)),
    headerNonce,
    sealed,
  ]);
}

/** The clear part of a prefix: the key that opens it, and its length. */
export interface PrefixLayout {
  readonly keyId: string;
  readonly keyIdBytes: number;
  readonly prefixBytes: number;
}

/** Reads the first 10 bytes and the key id. Returns undefined if the bytes are not the start of an artifact. */
export function readLayout(bytes: Uint8Array): PrefixLayout | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < 10 || !view.subarray(0, 4).equals(MAGIC)) return undefined;
  const keyIdBytes = view.readUInt16BE(4);
  const headerBytes = view.readUInt32BE(6);
  if (view.length < 10 + keyIdBytes) return undefined;
  return {
    keyId: view.toString('utf8', 10, 10 + keyIdBytes),
    keyIdBytes,
    prefixBytes: 10 + keyIdBytes + WRAPPED_BYTES + NONCE_BYTES + headerBytes,
  };
}

/**
 * Opens the artifact's key and header. Returns undefined if the prefix was not sealed for this
 * place under this space key.
 */
export function openPrefix(
  bytes: Uint8Array,
  layout: PrefixLayout,
  spaceKey: Uint8Array,
  bound: string,
): { header: ArtifactHeader; artifactKey: Uint8Array } | undefined {
  if (bytes.length < layout.prefixBytes) return undefined;
  const wrapAt = 10 + layout.keyIdBytes;
  const headerAt = wrapAt + WRAPPED_BYTES;
  const artifactKey = decrypt(
    spaceKey,
    bytes.subarray(wrapAt, wrapAt + NONCE_BYTES),
    bytes.subarray(wrapAt + NONCE_BYTES, headerAt),
    bytesOf('key', bound),
  );
  if (!artifactKey) return undefined;
  const nonce = bytes.subarray(headerAt, headerAt + NONCE_BYTES);
  const plain = decrypt(
    headerKeyed(artifactKey),
    nonce,
    bytes.subarray(headerAt + NONCE_BYTES, layout.prefixBytes),
    bytesOf('header', bound),
  );
  if (!plain) return undefined;
  return { header: JSON.parse(Buffer.from(plain).toString('utf8')) as ArtifactHeader, artifactKey };
}

// Frames use counters as nonces under the artifact's key. The header has a random nonce, so it gets a derived key.
function headerKeyed(artifactKey: Uint8Array): Uint8Array {
  return createHmac('sha256', artifactKey).update('artifact-header').digest();
}

function bytesOf(purpose: string, bound: string): Uint8Array {
  return Buffer.from(`${purpose} ${bound}`, 'utf8');
}
