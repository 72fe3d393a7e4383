import type { ErasedRest, EventBody, EventEnvelope, EventRecord, MissingBody } from '@total-recall/domain';
import type { KeyStore, LogRecord, Random, RevisedBodies, Sealer } from '@total-recall/ports';
import { TotalRecallError } from '../errors.ts';
import { createSlices } from '../parallel/in-slices.ts';
import { createSystemRandom } from '../system/system-random.ts';
import { decrypt, encrypt, NONCE_BYTES } from './aead.ts';
import { envelopeBytes } from './envelope-bytes.ts';
import { eventKey, isWholeKey, MAX_DESTROYED_LEAVES } from './event-keys.ts';
import { packAside, packBody, unpackBody } from './pack-body.ts';
import { CURRENT_SCHEMA_VERSION, upcastBody } from './upcast-body.ts';

/** Sealed with the session's key itself; no longer written. */
const OF_SESSION = 1;
/** Sealed with the event's own key. */
const OF_EVENT = 2;
/** Replaces an event's first body, with the last byte of a revision number; stored outside the log. */
const REVISED = 3;
/** Replaces the sealed body of a record that could not be processed. The original is in the log alone. */
export const SET_ASIDE_BODY: Uint8Array = Uint8Array.of(0);
/** Most revisions of a body. Each takes a leaf of its session's key, so the key store refuses one more. */
const MAX_REVISIONS = MAX_DESTROYED_LEAVES;

type Key = Uint8Array | 'destroyed' | undefined;

/** Names the key of an event's body; revision 0 is the first body. */
export function bodyKeyName(eventId: string, revision: number): string {
  return revision === 0 ? eventId : `${eventId}#${revision}`;
}

/**
 * Seals bodies as `format (2), nonce (12), ciphertext, tag (16)`, each with its own key derived from the session's. The
 * plain text comes from `packBody`; the additional data is the header before the nonce and the envelope. Also reads
 * format 1, sealed with the session's key itself, and format 3, which replaces a body whose key was destroyed and has
 * the last byte of the revision number after the format. A destroyed key gives `erased`, a record that a projector set
 * aside `damaged`, any other fault of a record `unreadable`. Throws only if the key store or the store of revised bodies
 * fails, because that says nothing about the record and may pass.
 */
export function createSealer(deps: {
  readonly keys: Pick<KeyStore, 'open'>;
  readonly random?: Random;
  readonly revised?: Pick<RevisedBodies, 'read'>;
}): Sealer {
  const { keys, random = createSystemRandom(), revised } = deps;
  const keyOf = ({ tenant, space, keyId }: EventEnvelope): Promise<Key> => keys.open(tenant, space, keyId);
  const sealAs = (header: readonly number[], envelope: EventEnvelope, packed: Uint8Array, key: Uint8Array): Uint8Array => {
    const nonce = random.bytes(NONCE_BYTES);
    return Buffer.concat([Buffer.from(header), nonce, encrypt(key, nonce, packed, additionalData(header, envelope))]);
  };
  const sealOwn = (envelope: EventEnvelope, packed: Uint8Array, key: Uint8Array): Uint8Array => {
    requireCurrent(envelope);
    return sealAs([OF_EVENT], envelope, packed, present(eventKey(key, envelope.id)));
  };
  /** Opens synchronously if the record has its own body, as nearly all do. */
  const openOne = (record: LogRecord, key: Key): EventRecord | Promise<EventRecord> => {
    const { envelope, position } = record;
    const body = openFirst(record, key);
    if (body !== 'elsewhere') return { offset: position.offset, envelope, body };
    if (!isSealedBody(record)) return findRest(revised, record, key as Uint8Array);
    return findRevised(revised, record, key as Uint8Array).then((found) => ({ offset: position.offset, envelope, ...found }));
  };
  return {
    seal: (envelope, body, key) => sealOwn(envelope, packBody(body), key),
    async sealAll(events, key) {
      const slices = createSlices();
      const sealed: Uint8Array[] = [];
      for (const { envelope, body } of events) {
        const packed = await packAside(body);
        sealed.push(sealOwn(envelope, packed, key));
        await slices(packed.length);
      }
      return sealed;
    },
    revise(record, body, key) {
      const { envelope } = record;
      const revision = revisionOf(record, key) + 1;
      if (revision > MAX_REVISIONS) throw new TotalRecallError('invalid_request', 'This event has been revised too often.');
      const own = present(eventKey(key, bodyKeyName(envelope.id, revision)));
      return { revision, sealed: sealAs([REVISED, lastByte(revision)], envelope, packBody(body), own) };
    },
    revision: revisionOf,
    needsOwnKey: ({ sealed }, key) => sealed[0] === OF_SESSION && isWholeKey(key),
    async open(record) {
      return openOne(record, await keyOf(record.envelope));
    },
    async openAll(records) {
      const known = new Map<string, Key>();
      const result: EventRecord[] = [];
      const slices = createSlices();
      for (const record of records) {
        const { tenant, space, keyId } = record.envelope;
        const name = `${tenant}/${space}/${keyId}`;
        if (!known.has(name)) known.set(name, await keyOf(record.envelope));
        const opened = openOne(record, known.get(name));
        result.push(opened instanceof Promise ? await opened : opened);
        await slices(record.sealed.length);
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
  throw new TotalRecallError('erased', 'This event was erased; its key was destroyed and no new one is created.');
}

/** The key is of one revision alone, so the header need not hold the whole number. */
const lastByte = (revision: number): number => revision & 0xff;

/**
 * Returns the first revision whose key exists. A body of another form than that of today may have been sealed with the
 * session's key itself, and then its own key gives nothing.
 */
function revisionOf({ envelope: { id }, sealed }: LogRecord, key: Uint8Array): number {
  for (let revision = sealed[0] !== OF_EVENT && !isWholeKey(key) ? 1 : 0; revision <= MAX_REVISIONS; revision += 1)
    if (eventKey(key, bodyKeyName(id, revision))) return revision;
  return MAX_REVISIONS;
}

/** Opens the record's own body. Returns `elsewhere` if its key is gone, so that a revised body may exist. */
function openFirst({ envelope, sealed }: LogRecord, key: Key): EventBody | MissingBody | 'elsewhere' {
  if (key === 'destroyed') return 'erased';
  if (key === undefined) return missingOf(sealed);
  const isOfEvent = sealed[0] === OF_EVENT;
  try {
    if (!isSealedBody({ sealed })) return eventKey(key, envelope.id) ? missingOf(sealed) : 'elsewhere';
    const own = isOfEvent ? eventKey(key, envelope.id) : isWholeKey(key) ? key : undefined;
    return own ? (openWith(own, 1, envelope, sealed) ?? 'unreadable') : 'elsewhere';
  } catch {
    return 'unreadable';
  }
}

/** Returns false for a record that was set aside, and for one whose bytes are damaged. */
const isSealedBody = ({ sealed }: Pick<LogRecord, 'sealed'>): boolean => sealed[0] === OF_EVENT || sealed[0] === OF_SESSION;

const missingOf = (sealed: Uint8Array): MissingBody => (sealed.length === 1 && sealed[0] === SET_ASIDE_BODY[0] ? 'damaged' : 'unreadable');

/** Opens what an erasure left of a record that is no sealed body. Nothing else that replaced its body is given. */
async function findRest(revised: Pick<RevisedBodies, 'read'> | undefined, record: LogRecord, key: Uint8Array): Promise<EventRecord> {
  const { envelope, position } = record;
  const found = await findRevised(revised, record, key);
  const isGone = found.rest !== undefined || (found.body === 'erased' && found.revision === undefined);
  return { offset: position.offset, envelope, ...(isGone ? found : { body: missingOf(record.sealed) }) };
}

/**
 * Opens the revised body of an event. A body that marks itself as the rest of an erased event is returned as `rest`. One
 * whose key is there and that does not open was lost or changed: then there is a revision without a body. Where only an
 * erasure takes the first body, the event is still an erased one.
 */
async function findRevised(
  revised: Pick<RevisedBodies, 'read'> | undefined,
  record: LogRecord,
  key: Uint8Array,
): Promise<Pick<EventRecord, 'body' | 'rest' | 'revision'>> {
  const { envelope } = record;
  const revision = revisionOf(record, key);
  const sealed = await revised?.read(envelope, revision);
  const own = eventKey(key, bodyKeyName(envelope.id, revision));
  if (sealed === 'erased' || revised === undefined || (!sealed && !own)) return { body: 'erased' };
  const isWhole = sealed && own && sealed[0] === REVISED && sealed[1] === lastByte(revision);
  const body = isWhole ? openWith(own, 2, envelope, sealed) : undefined;
  if (!body) return { body: losesBodyByErasureAlone(record) ? 'erased' : 'unreadable', revision };
  return isRest(body) ? { body: 'erased', rest: body, revision } : { body, revision };
}

/** Records of the service also lose their first body where they quote what was erased, old ones where a neighbour was. */
const losesBodyByErasureAlone = ({ sealed, envelope: { kind } }: LogRecord): boolean =>
  sealed[0] === OF_EVENT && kind !== 'compaction' && kind !== 'task_state';

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
