import type { EventBody, EventEnvelope } from '@total-recall/domain';
import type { KeyStore, LogRecord, RevisedBodies } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { TotalRecallError } from '../errors.ts';
import { encrypt } from './aead.ts';
import { envelopeBytes } from './envelope-bytes.ts';
import { eventKey, withoutEvents } from './event-keys.ts';
import { bodyKeyName, createSealer, SET_ASIDE_BODY } from './sealer.ts';

const key = new Uint8Array(32).fill(7);
const envelope: EventEnvelope = {
  schemaVersion: 1,
  id: '01JZX0000000000000000000AA',
  tenant: 't',
  space: 's',
  session: 'x',
  kind: 'user_message',
  occurredAt: 1,
  recordedAt: 2,
  tokens: { whole: 3, stripped: 3, preview: 3 },
  family: 'o200k',
  keyId: 'k1',
};
const body: EventBody = { text: 'Grüße \ud800 lone, "quoted"', meta: { tags: ['a'], extra: { n: 1 } } };

/** Keys for the cases of a test: one known, one destroyed, one whose store is down. */
const keys = {
  open: (_tenant: string, _space: string, keyId: string) => {
    if (keyId === 'k1') return Promise.resolve(key);
    if (keyId === 'gone') return Promise.resolve('destroyed' as const);
    if (keyId === 'down') return Promise.reject(new TotalRecallError('unavailable', 'The key store is down.'));
    return Promise.resolve(undefined);
  },
} as KeyStore;
const sealer = createSealer({ keys });

function recordOf(sealed: Uint8Array, changes: Partial<EventEnvelope> = {}): LogRecord {
  return { key: 't/s/x', envelope: { ...envelope, ...changes }, sealed, position: { generation: 'g1', partition: 0, offset: 42 } };
}

describe('sealer', () => {
  it('opens what it sealed', async () => {
    const sealed = sealer.seal(envelope, body, key);
    expect(Buffer.from(sealed).includes('quoted')).toBe(false);
    expect(await sealer.open(recordOf(sealed))).toEqual({ offset: 42, envelope, body });
  });

  it('opens what it sealed of many at once, large and small', async () => {
    const bodies = ['', 'a short text', 'a long text of the harbour '.repeat(5_000)].map((text) => ({ ...body, text }));
    const events = bodies.map((own, at) => ({ envelope: { ...envelope, id: `${envelope.id.slice(0, -1)}${at}` }, body: own }));
    const sealed = await sealer.sealAll(events, key);
    const opened = await sealer.openAll(sealed.map((bytes, at) => recordOf(bytes, { id: events[at]!.envelope.id })));
    expect(opened.map((record) => record.body)).toEqual(bodies);
    expect(sealed[2]!.length).toBe(sealer.seal(events[2]!.envelope, bodies[2]!, key).length);
  });

  it('never seals alike twice', () => {
    expect(sealer.seal(envelope, body, key)).not.toEqual(sealer.seal(envelope, body, key));
  });

  it.each<[string, Partial<EventEnvelope>]>([
    ['tenant', { tenant: 'other' }],
    ['space', { space: 'other' }],
    ['session', { session: 'other' }],
    ['id', { id: '01JZX0000000000000000000AB' }],
    ['kind', { kind: 'persona' }],
    ['time', { occurredAt: 9 }],
    ['recording', { recordedAt: 9 }],
    ['tokens', { tokens: { whole: 4, stripped: 3, preview: 3 } }],
    ['family', { family: 'cl100k' }],
    ['version', { schemaVersion: 0 }],
    ['next version', { schemaVersion: 2 }],
    ['unknown key', { keyId: 'nobody' }],
  ])('is unreadable under another %s', async (_, changes) => {
    expect((await sealer.open(recordOf(sealer.seal(envelope, body, key), changes))).body).toBe('unreadable');
  });

  it('is unreadable when any byte is changed, cut or added', async () => {
    const sealed = sealer.seal(envelope, body, key);
    for (let i = 0; i < sealed.length; i++) {
      const changed = Uint8Array.from(sealed);
      changed[i]! ^= 1;
      expect((await sealer.open(recordOf(changed))).body).toBe('unreadable');
      expect((await sealer.open(recordOf(sealed.subarray(0, i)))).body).toBe('unreadable');
    }
    expect((await sealer.open(recordOf(Buffer.concat([sealed, Buffer.of(0)])))).body).toBe('unreadable');
  });

  it.each([
    ['no JSON', 'not json'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no text', '{"meta":{}}'],
    ['no meta', '{"text":""}'],
  ])('is unreadable where the body is %s', async (_, plain) => {
    const nonce = new Uint8Array(12);
    const additional = Buffer.concat([Buffer.of(2), envelopeBytes(envelope)]);
    const sealed = Buffer.concat([Buffer.of(2), nonce, encrypt(eventKey(key, envelope.id)!, nonce, Buffer.from(plain), additional)]);
    expect((await sealer.open(recordOf(sealed))).body).toBe('unreadable');
  });

  it('says erased for a destroyed key, and throws only for a key store that fails', async () => {
    const sealed = sealer.seal(envelope, body, key);
    expect((await sealer.open(recordOf(sealed, { keyId: 'gone' }))).body).toBe('erased');
    await expect(sealer.open(recordOf(sealed, { keyId: 'down' }))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('says damaged for a record that was set aside, with a key or without, and erased once its key is destroyed', async () => {
    const said = (keyId: string) => sealer.open(recordOf(SET_ASIDE_BODY, { keyId })).then((opened) => opened.body);
    expect(await Promise.all(['k1', 'unknown', 'gone'].map(said))).toEqual(['damaged', 'damaged', 'erased']);
    expect((await sealer.open(recordOf(Uint8Array.of(0, 0)))).body).toBe('unreadable');
    expect((await sealer.open(recordOf(Uint8Array.of(1)))).body).toBe('unreadable');
  });

  it('reads what was sealed with the session key itself, as it was written before', async () => {
    const nonce = new Uint8Array(12).fill(3);
    const additional = Buffer.concat([Buffer.of(1), envelopeBytes(envelope)]);
    const sealed = Buffer.concat([Buffer.of(1), nonce, encrypt(key, nonce, Buffer.from(JSON.stringify(body)), additional)]);
    expect(await sealer.open(recordOf(sealed))).toEqual({ offset: 42, envelope, body });
  });

  it('opens what stands in the place of a body whose key was destroyed, the newest alone, and tells one that was lost from one that was erased', async () => {
    const kept = new Map<string, Uint8Array>();
    let isSpaceErased = false;
    let current: Uint8Array = key;
    const revised = {
      read: async ({ id }: { id: string }, revision: number) => (isSpaceErased ? ('erased' as const) : kept.get(bodyKeyName(id, revision))),
      write: async ({ id }: { id: string }, revision: number, sealed: Uint8Array) => void kept.set(bodyKeyName(id, revision), sealed),
      delete: async ({ id }: { id: string }, revision: number) => void kept.delete(bodyKeyName(id, revision)),
      artifactId: async () => 'art_0',
    };
    const own = createSealer({ keys: { open: async () => current } as unknown as KeyStore, revised });
    const record = recordOf(own.seal(envelope, body, current));
    for (const [at, text] of ['first', 'second'].entries()) {
      const made = own.revise(record, { ...body, text }, current);
      expect(made.revision).toBe(at + 1);
      await revised.write(envelope, made.revision, made.sealed);
      current = withoutEvents(current, [bodyKeyName(envelope.id, at)]);
      expect((await own.open(record)).body).toEqual({ ...body, text });
    }
    const rest = { text: '', meta: {}, isErased: true } as EventBody;
    const made = own.revise(record, rest, current);
    await revised.write(envelope, made.revision, made.sealed);
    current = withoutEvents(current, [bodyKeyName(envelope.id, 2)]);
    expect(await own.openAll([record])).toEqual([{ offset: 42, envelope, body: 'erased', rest, revision: 3 }]);
    kept.clear();
    // Only an erasure takes the body of what somebody said; a record of the service also loses it for quoting what was erased.
    const lost = { offset: 42, envelope, body: 'erased', revision: 3 };
    expect(await own.openAll([record])).toEqual([lost]);
    const ofService = { ...record, envelope: { ...envelope, kind: 'task_state' as const } };
    expect(await own.openAll([ofService])).toEqual([{ ...lost, envelope: ofService.envelope, body: 'unreadable' }]);
    isSpaceErased = true;
    expect(await own.openAll([record])).toEqual([{ offset: 42, envelope, body: 'erased' }]);
    expect(() => own.seal(envelope, body, current)).toThrow(/erased/);
  });

  it.each([
    ['that was set aside', SET_ASIDE_BODY, 'damaged' as const],
    ['of damaged bytes', Uint8Array.of(9, 9), 'unreadable' as const],
  ])('takes out the key of a record %s by its id, and gives what is left of it alone', async (_, sealed, missing) => {
    const kept = new Map<number, Uint8Array>();
    let current: Uint8Array = withoutEvents(key, ['another']);
    const revised = { read: async (_event: object, revision: number) => kept.get(revision) } as unknown as RevisedBodies;
    const own = createSealer({ keys: { open: async () => current } as unknown as KeyStore, revised });
    const whole = recordOf(own.seal(envelope, body, current));
    const record = recordOf(sealed);
    expect((await own.open(record)).body).toBe(missing);
    const rest = { text: '', meta: {}, isErased: true } as EventBody;
    const made = own.revise(record, rest, current);
    // The body may have been sealed with the session's key itself, and then its first revision stands in its place.
    expect(made.revision).toBe(2);
    current = withoutEvents(current, [envelope.id, bodyKeyName(envelope.id, 1)]);
    expect((await own.open(record)).body).toBe(missing);
    kept.set(made.revision, made.sealed);
    for (const left of [record, whole]) expect(await own.open(left)).toMatchObject({ body: 'erased', rest, revision: 2 });
    kept.set(made.revision, own.revise(recordOf(own.seal({ ...envelope, id: 'x' }, body, current)), body, current).sealed);
    expect((await own.open(record)).body).toBe(missing);
  });

  it('revises a body as often as its session has keys to lose', async () => {
    const revisions = 300;
    const kept: Uint8Array[] = [];
    let current: Uint8Array = withoutEvents(
      key,
      Array.from({ length: revisions }, (_, at) => bodyKeyName(envelope.id, at)),
    );
    const revised = {
      read: async (_event: object, revision: number) => (revision === revisions + 1 ? kept[0] : undefined),
      write: async () => undefined,
      delete: async () => undefined,
      artifactId: async () => 'art_0',
    };
    const own = createSealer({ keys: { open: async () => current } as unknown as KeyStore, revised });
    const record = recordOf(own.seal(envelope, body, key));
    const made = own.revise(record, { ...body, text: 'again' }, current);
    expect(made.revision).toBe(revisions + 1);
    kept.push(made.sealed);
    current = withoutEvents(current, [bodyKeyName(envelope.id, revisions)]);
    expect((await own.open(record)).body).toEqual({ ...body, text: 'again' });
  });

  it('opens many in order', async () => {
    const sealed = sealer.seal(envelope, body, key);
    const opened = await sealer.openAll([recordOf(sealed), recordOf(sealed, { keyId: 'gone' }), recordOf(sealed.subarray(3))]);
    expect(opened.map((record) => record.body)).toEqual([body, 'erased', 'unreadable']);
  });

  it('refuses to write a version it does not read', () => {
    expect(() => sealer.seal({ ...envelope, schemaVersion: 2 }, body, key)).toThrow(/schema version 1/);
  });

  it('binds envelopes by bytes that never change', () => {
    expect(Buffer.from(envelopeBytes(envelope)).toString()).toBe(
      '[1,"01JZX0000000000000000000AA","t","s","x","user_message",1,2,3,3,3,"o200k","k1"]',
    );
  });
});
