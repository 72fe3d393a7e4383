import type { ErasedRest, EventBody, EventEnvelope, EventRecord, MissingBody } from '@total-recall/domain';
import type { KeyStore, LogRecord, Random, RevisedBodies, Sealer } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createSystemRandom } from '../system/system-random.ts';
import { decrypt, encrypt, NONCE_BYTES } from './aead.ts';
import { envelopeBytes } from './envelope-bytes.ts';
import { eventKey, isWholeKey } from './event-keys.ts';
import { packBody, unpackBody } from './pack-body.ts';
import { CURRENT_SCHEMA_VERSION, upcastBody } from './upcast-body.ts';

/** Sealed with the session's key itself; no longer written. */
const OF_SESSION = 1;
/** Sealed with the event's own key. */
const OF_EVENT = 2;
/** What stands in the place of an event's first body, by a number; not in the log. */
const REVISED = 3;
/** In place of a sealed body that could not be worked off and is in the log alone. */
export const SET_ASIDE_BODY: Uint8Array = Uint8Array.of(0);
/** Times a body may be revised. */
const MAX_REVISIONS = 255;

type Key = Uint8Array | 'destroyed' | undefined;

/** The name of the key of an event's body, 0 the first one. */
export function bodyKeyName(eventId: string, revision: number): string {
  return revision === 0 ? eventId : `${eventId}#${revision}`;
}

/**
 * Seals bodies as `format (2), nonce (12), ciphertext, tag (16)`, each with a key of its own drawn from its session's; the plain text is what
 * `packBody` makes of the body, the additional data the header before the nonce and the envelope. Reads format 1, sealed with the session's key
 * itself, and 3, which takes the place of a body whose key was destroyed and has the number of the revision behind the format. A destroyed key
 * gives `erased`, what a projector set aside `damaged`, anything else that is wrong with a record `unreadable`. Only a failure of the key store
 * or of what keeps revised bodies is thrown: it says nothing about the record and may pass.
 */
export function createSealer(deps: { readonly keys: KeyStore; readonly random?: Random; readonly revised?: RevisedBodies }): Sealer {
  const { keys, random = createSystemRandom(), revised } = deps;
  const keyOf = ({ tenant, space, keyId }: EventEnvelope): Promise<Key> => keys.open(tenant, space, keyId);
  const sealAs = (header: readonly number[], envelope: EventEnvelope, body: object, key: Uint8Array): Uint8Array => {
    const nonce = random.bytes(NONCE_BYTES);
    return Buffer.concat([Buffer.from(header), nonce, encrypt(key, nonce, packBody(body), additionalData(header, envelope))]);
  };
  /** At once where the body is the record's own, as nearly all are. */
  const openOne = (record: LogRecord, key: Key): EventRecord | Promise<EventRecord> => {
    const { envelope, position } = record;
    const body = openFirst(record, key);
    if (body !== 'elsewhere') return { offset: position.offset, envelope, body };
    return findRevised(revised, record, key as Uint8Array).then((found) => ({ offset: position.offset, envelope, ...found }));
  };
  return {
    seal(envelope, body, key) {
      requireCurrent(envelope);
      return sealAs([OF_EVENT], envelope, body, present(eventKey(key, envelope.id)));
    },
    revise(record, body, key) {
      const { envelope } = record;
      const revision = revisionOf(record, key) + 1;
      if (revision > MAX_REVISIONS) throw new TotalRecallError('invalid_request', 'This event has been revised too often.');
      const own = present(eventKey(key, bodyKeyName(envelope.id, revision)));
      return { revision, sealed: sealAs([REVISED, revision], envelope, body, own) };
    },
    revision: revisionOf,
    needsOwnKey: ({ sealed }, key) => sealed[0] === OF_SESSION && isWholeKey(key),
    async open(record) {
      return openOne(record, await keyOf(record.envelope));
    },
    async openAll(records) {
      const known = new Map<string, Key>();
      const result: EventRecord[] = [];
      for (const record of records) {
        const { tenant, space, keyId } = record.envelope;
        const name = `${tenant}/${space}/${keyId}`;
        if (!known.has(name)) known.set(name, await keyOf(record.envelope));
        const opened = openOne(record, known.get(name));
        result.push(opened instanceof Promise ? await opened : opened);
      }
      return result;
    },
  };
}

function requireCurrent({ schemaVersion }: EventEnvelope): void {
  if (schemaVersion !== CURRENT_SCHEMA_VERSION)
    throw new TotalRecallError('internal', `Records are written with schema version ${CURRENT_SCHEMA_VERSION}, not ${schemaVersion}.`);
}

function present(key: Uint8Array | undefined): Uint8Array {
  if (key) return key;
  throw new TotalRecallError('erased', 'This event was erased; its key was destroyed and no other is made.');
}

/** The number of the first body whose key is there. */
function revisionOf({ envelope: { id }, sealed }: LogRecord, key: Uint8Array): number {
  for (let revision = sealed[0] === OF_SESSION && !isWholeKey(key) ? 1 : 0; revision <= MAX_REVISIONS; revision += 1)
    if (eventKey(key, bodyKeyName(id, revision))) return revision;
  return MAX_REVISIONS;
}

/** The body as the record has it, or `elsewhere` where that one's key is gone and another may stand in its place. */
function openFirst({ envelope, sealed }: LogRecord, key: Key): EventBody | MissingBody | 'elsewhere' {
  if (key === 'destroyed') return 'erased';
  if (sealed.length === 1 && sealed[0] === SET_ASIDE_BODY[0]) return 'damaged';
  if (key === undefined) return 'unreadable';
  const isOfEvent = sealed[0] === OF_EVENT;
  if (!isOfEvent && sealed[0] !== OF_SESSION) return 'unreadable';
  try {
    const own = isOfEvent ? eventKey(key, envelope.id) : isWholeKey(key) ? key : undefined;
    return own ? (openWith(own, 1, envelope, sealed) ?? 'unreadable') : 'elsewhere';
  } catch {
    return 'unreadable';
  }
}

/** What stands in the place of a first body. What says of itself that it is the rest of an erased event is that. */
async function findRevised(
  revised: RevisedBodies | undefined,
  record: LogRecord,
  key: Uint8Array,
): Promise<Pick<EventRecord, 'body' | 'rest' | 'revision'>> {
  const { envelope } = record;
  const revision = revisionOf(record, key);
  const sealed = await revised?.read(envelope, revision);
  if (!sealed) return { body: 'erased' };
  const own = eventKey(key, bodyKeyName(envelope.id, revision));
  if (!own || sealed[0] !== REVISED || sealed[1] !== revision) return { body: 'unreadable', revision };
  const body = openWith(own, 2, envelope, sealed);
  if (!body) return { body: 'unreadable', revision };
  return isRest(body) ? { body: 'erased', rest: body, revision } : { body, revision };
}

const isRest = (body: EventBody): body is ErasedRest => (body as Partial<ErasedRest>).isErased === true;

function openWith(key: Uint8Array, headerBytes: number, envelope: EventEnvelope, sealed: Uint8Array): EventBody | undefined {
  const start = headerBytes + NONCE_BYTES;
  if (sealed.length < start) return undefined;
  try {
    const header = sealed.subarray(0, headerBytes);
    const plain = decrypt(key, sealed.subarray(headerBytes, start), sealed.subarray(start), additionalData(header, envelope));
    if (!plain) return undefined;
    return upcastBody(envelope.schemaVersion, unpackBody(plain));
  } catch {
    return undefined;
  }
}

function additionalData(header: Iterable<number>, envelope: EventEnvelope): Uint8Array {
  return Buffer.concat([Buffer.from([...header]), envelopeBytes(envelope)]);
}
