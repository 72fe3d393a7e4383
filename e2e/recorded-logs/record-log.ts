import { createCipheriv, randomBytes } from 'node:crypto';
import { restOfEvent, type EventBody, type EventEnvelope, type NewEvent } from '@total-recall/domain';
import { createMemoryService, createServiceStores } from '@total-recall/retriever/testing';
import { bodyKeyName, createSealer, CURRENT_SCHEMA_VERSION, envelopeBytes } from '@total-recall/runtime';
import type { RecordedLog } from './recorded-log.ts';

const POLICY = { windowTokens: 3_000, markerCap: 3 };
const PLACE = { tenant: 'harbour', space: 'north' };
/** Sealed as the first builds did, with the key of the session itself. */
const BY_SESSION = { ...PLACE, session: 'sealed-by-session' };
const WITH_ERASURE = { ...PLACE, session: 'with-an-erasure' };
const COMPACTED = { ...PLACE, session: 'compacted' };

/** Records a log of the present schema version: every kind of event that callers write, compactions, an erased event. */
export async function recordLog(): Promise<RecordedLog> {
  const stores = createServiceStores();
  const { ingest, failures } = createMemoryService(stores, { policy: POLICY });
  await ingest.start();
  for (const place of [BY_SESSION, WITH_ERASURE, COMPACTED]) {
    for (let at = 0; at < (place === COMPACTED ? 30 : 6); at += 1)
      await ingest.append({ ...place, source: 'crane', events: eventsOf(at), wait: 'searchable' });
  }
  const update = { expectedVersion: 0, fields: { goals: ['clear berth 7'], premises: { tide: 'low' }, phase: 'execute' as const } };
  await ingest.updateTaskState({ ...COMPACTED, update });
  await ingest.append({ ...COMPACTED, idempotencyKey: 'once', events: [{ kind: 'user_message', text: 'Is berth 7 clear?' }] });
  await ingest.settle(60_000);
  await ingest.stop();
  if (failures.length > 0) throw new Error(String(failures[0]));
  const revised = await eraseOne(stores);
  const records: RecordedLog['records'][number][] = [];
  for (const { key, envelope, sealed } of await stores.log.read(0, 0, 100_000)) {
    const bytes = envelope.session === BY_SESSION.session ? await sealBySession(stores, envelope, sealed) : sealed;
    records.push({ key, envelope, sealed: base64(bytes) });
  }
  const keys: Record<string, string> = {};
  for (const place of [BY_SESSION, WITH_ERASURE, COMPACTED]) {
    const { keyId, key } = await stores.keys.sessionKey(place);
    keys[keyId] = base64(key);
  }
  return { schemaVersion: CURRENT_SCHEMA_VERSION, policy: POLICY, records, keys, revised };
}

type Stores = ReturnType<typeof createServiceStores>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function eventsOf(at: number): NewEvent[] {
  const call = { id: `call-${at}`, name: 'read_log' };
  const occurredAt = Date.UTC(2031, 4, 1) + at * 60_000;
  const events: NewEvent[] = [
    { kind: 'user_message', text: `Request ${at}: which crane holds at berth ${at}?` },
    { kind: 'thinking', text: `The log of crane ${at} may say.` },
    { kind: 'tool_call', call: { ...call, arguments: `{"path":"logs/crane_${at}.txt"}` } },
    { kind: 'tool_result', call, text: `crane ${at} holds ${at * 7} t at berth ${at}\n`.repeat(20), isError: at % 5 === 4 },
    ...[...'ab'].map((part): NewEvent => ({ kind: 'agent_message', text: `Crane ${at} holds, part ${part}.`, messageId: `m${at}` })),
  ];
  if (at === 1) events.push({ kind: 'constraint', text: 'Berth 7 is for ferries.' }, { kind: 'objective', text: 'Clear berth 7.' });
  if (at === 2) events.push({ kind: 'persona', text: 'You plan berths.' }, { kind: 'knowledge', text: 'Low tide is at noon.' });
  if (at === 3) events.push({ kind: 'decision', text: 'Crane 3 goes first.', meta: { pinned: true, agent: 'planner', tags: ['lesson'] } });
  if (at === 4) events.push({ kind: 'delegation', text: 'Measure the tide.' }, { kind: 'report', text: 'The tide is low.' });
  if (at === 5) events.push({ kind: 'system_note', text: 'Shift ends.', meta: { subject: 'crew-12' } });
  return events.map((event, of) => ({ ...event, occurredAt, sequence: at * 20 + of + 1 }));
}

/** Seals a body as format 1: under the session's key, as JSON that is not compressed. */
async function sealBySession(stores: Stores, envelope: EventEnvelope, sealed: Uint8Array): Promise<Uint8Array> {
  const position = { generation: stores.log.generation, partition: 0, offset: 0 };
  const { body } = await createSealer({ keys: stores.keys }).open({ key: '', envelope, sealed, position });
  const { key } = await stores.keys.sessionKey(BY_SESSION);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.concat([Buffer.of(1), envelopeBytes(envelope)]));
  return Buffer.concat([Buffer.of(1), nonce, cipher.update(JSON.stringify(body)), cipher.final(), cipher.getAuthTag()]);
}

/** Erases one event as an erasure does: its rest is sealed as a revised body, and the key of the first is destroyed. */
async function eraseOne(stores: Stores): Promise<RecordedLog['revised']> {
  const records = await stores.log.read(0, 0, 100_000);
  const record = records.find(({ envelope }) => envelope.session === WITH_ERASURE.session && envelope.kind === 'tool_result')!;
  const sealer = createSealer({ keys: stores.keys });
  const { body } = await sealer.open(record);
  const { key } = await stores.keys.sessionKey(WITH_ERASURE);
  const { revision, sealed } = sealer.revise(record, restOfEvent(body as EventBody), key);
  await stores.keys.destroyEvents(WITH_ERASURE, [bodyKeyName(record.envelope.id, 0)]);
  return [{ eventId: record.envelope.id, revision, sealed: base64(sealed) }];
}
