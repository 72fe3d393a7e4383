import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventEnvelope, PolicySettings, SessionAddress } from '@total-recall/domain';
import { createMemoryService, createServiceStores } from '@total-recall/retriever/testing';
import { createRevisedBodies } from '@total-recall/runtime';

/** A log as a version of the event schema wrote it, with what opens it. Bytes are in base64. Never changed. */
export interface RecordedLog {
  readonly schemaVersion: number;
  /** Policy under which its compactions were decided. */
  readonly policy: PolicySettings;
  readonly records: readonly { readonly key: string; readonly envelope: EventEnvelope; readonly sealed: string }[];
  /** Session keys by id, as they are after its erasures. */
  readonly keys: Readonly<Record<string, string>>;
  readonly revised: readonly { readonly eventId: string; readonly revision: number; readonly sealed: string }[];
}

/** States and windows that the present fold makes of a recorded log. */
export interface FoldedLog {
  readonly sessions: readonly { readonly session: string; readonly state: unknown; readonly window: unknown }[];
}

const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
const pathOf = (version: number, name: string): string => join(import.meta.dirname, `schema-${version}${name}.json`);
export const logPath = (version: number): string => pathOf(version, '');
export const foldedPath = (version: number): string => pathOf(version, '-folded');

export async function readRecorded<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

/** Opens and folds a recorded log with the services over memory stores, and assembles the window of each session. */
export async function foldRecorded({ policy, records, keys, revised }: RecordedLog): Promise<FoldedLog> {
  const fresh = createServiceStores();
  const opened = new Map(Object.entries(keys).map(([keyId, key]) => [keyId, bytesOf(key)]));
  const stores: typeof fresh = { ...fresh, keys: { ...fresh.keys, open: async (_tenant, _space, keyId) => opened.get(keyId) } };
  const envelopes = new Map(records.map(({ envelope }) => [envelope.id, envelope]));
  const bodies = createRevisedBodies({ store: stores.artifactStore, keys: stores.keys });
  for (const { eventId, revision, sealed } of revised) await bodies.write(envelopes.get(eventId)!, revision, bytesOf(sealed));
  for (const { sealed, ...record } of records) await stores.log.append([{ ...record, sealed: bytesOf(sealed) }]);
  const { ingest, retriever, failures, violations } = createMemoryService(stores, { policy });
  await ingest.start();
  await ingest.settle(60_000);
  const places = new Map(records.map(({ key, envelope }) => [key, envelope]));
  const sessions: FoldedLog['sessions'][number][] = [];
  for (const envelope of places.values()) sessions.push(await foldedSession(stores, retriever, envelope));
  const end = await stores.log.end(0);
  await ingest.stop();
  const wrong = [...failures, ...violations];
  if (wrong.length > 0) throw new Error(`The recorded log was folded with failures: ${JSON.stringify(wrong)}`);
  if (end !== records.length - 1) throw new Error(`The fold of ${records.length} records decided something: the log ends at ${end}.`);
  return JSON.parse(JSON.stringify({ sessions })) as FoldedLog;
}

type Service = ReturnType<typeof createMemoryService>;

async function foldedSession(stores: Service['stores'], retriever: Service['retriever'], { tenant, space, session }: SessionAddress) {
  const state = await stores.sessions.load({ tenant, space, session });
  const { blocks, tokens, turn, cycle } = await retriever.assembleWindow({ tenant, space, session });
  return { session, state, window: { blocks, tokens, turn, cycle } };
}
