import type { EventBody, EventEnvelope, EventRecord, MissingBody } from '@total-recall/domain';
import type { KeyStore, LogRecord, Random, Sealer } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createSystemRandom } from '../system/system-random.ts';
import { decrypt, encrypt, NONCE_BYTES } from './aead.ts';
import { envelopeBytes } from './envelope-bytes.ts';
import { CURRENT_SCHEMA_VERSION, upcastBody } from './upcast-body.ts';

const FORMAT = 1;
/** In place of a sealed body that could not be worked off and is in the log alone. */
export const SET_ASIDE_BODY: Uint8Array = Uint8Array.of(0);
const HEADER_BYTES = 1 + NONCE_BYTES;

type Key = Uint8Array | 'destroyed' | undefined;

/**
 * Seals bodies as `format (1), nonce (12), ciphertext, tag (16)`; the plain text is compact JSON, the additional data the format
 * byte and the envelope. A destroyed key gives `erased`, what a projector set aside `damaged`, anything else that is wrong with a record `unreadable`. Only a failure
 * of the key store itself is thrown: it says nothing about the record and may pass.
 */
export function createSealer(deps: { readonly keys: KeyStore; readonly random?: Random }): Sealer {
  const { keys, random = createSystemRandom() } = deps;
  const keyOf = ({ tenant, space, keyId }: EventEnvelope): Promise<Key> => keys.open(tenant, space, keyId);
  return {
    seal(envelope, body, key) {
      if (envelope.schemaVersion !== CURRENT_SCHEMA_VERSION) {
        throw new TotalRecallError(
          'internal',
          `Records are written with schema version ${CURRENT_SCHEMA_VERSION}, not ${envelope.schemaVersion}.`,
        );
      }
      const nonce = random.bytes(NONCE_BYTES);
      const plain = Buffer.from(JSON.stringify(body), 'utf8');
      return Buffer.concat([Buffer.of(FORMAT), nonce, encrypt(key, nonce, plain, additionalData(envelope))]);
    },
    async open(record) {
      return opened(record, await keyOf(record.envelope));
    },
    async openAll(records) {
      const known = new Map<string, Key>();
      const result: EventRecord[] = [];
      for (const record of records) {
        const { tenant, space, keyId } = record.envelope;
        const name = `${tenant}/${space}/${keyId}`;
        if (!known.has(name)) known.set(name, await keyOf(record.envelope));
        result.push(opened(record, known.get(name)));
      }
      return result;
    },
  };
}

function opened(record: LogRecord, key: Key): EventRecord {
  return { offset: record.position.offset, envelope: record.envelope, body: openBody(record, key) };
}

function openBody({ envelope, sealed }: LogRecord, key: Key): EventBody | MissingBody {
  if (key === 'destroyed') return 'erased';
  if (sealed.length === 1 && sealed[0] === SET_ASIDE_BODY[0]) return 'damaged';
  if (key === undefined || sealed[0] !== FORMAT || sealed.length < HEADER_BYTES) return 'unreadable';
  try {
    const plain = decrypt(key, sealed.subarray(1, HEADER_BYTES), sealed.subarray(HEADER_BYTES), additionalData(envelope));
    if (!plain) return 'unreadable';
    return upcastBody(envelope.schemaVersion, JSON.parse(Buffer.from(plain).toString('utf8'))) ?? 'unreadable';
  } catch {
    return 'unreadable';
  }
}

function additionalData(envelope: EventEnvelope): Uint8Array {
  return Buffer.concat([Buffer.of(FORMAT), envelopeBytes(envelope)]);
}
