import { createMemoryStores, wireMemoryStores } from '@total-recall/adapter-memory/testing';
import {
  artifactsOf,
  emptySession,
  evolveSession,
  indexDocuments,
  sessionKey,
  type EventBody,
  type EventEnvelope,
  type EventKind,
  type PolicySettings,
  type SessionAddress,
} from '@total-recall/domain';
import type { IndexWrite, TokenCounter } from '@total-recall/ports';
import { createCallReader, createUlidFactory, CURRENT_SCHEMA_VERSION, LIMITS } from '@total-recall/runtime';
import { createRetriever, type RetrieverConfig, type RetrieverDeps } from '../src/index.ts';

export interface Written {
  readonly id?: string;
  readonly kind: EventKind;
  readonly text?: string;
  readonly at?: number;
  /** When it was recorded. Default: when it occurred. */
  readonly recordedAt?: number;
  readonly body?: Partial<EventBody>;
}

const HOME: SessionAddress = { tenant: 'acme', space: 'main', session: 's1' };

/** Counts words in place of a tokenizer: exact, additive over blanks, and the same everywhere. */
export const WORDS: TokenCounter = {
  families: [{ name: 'o200k', exact: true }],
  count: async (_family, texts) => texts.map((text) => words(text)),
  countNow: (_family, text) => words(text),
  close: async () => undefined,
};

function words(text: string): number {
  return text.match(/[A-Za-z0-9]+|[^\sA-Za-z0-9]+/g)?.length ?? 0;
}

/** Builds a retriever over memory stores, with a writer that appends records and a projector that the test drives. */
export function createMemoryRetriever(options: { policy?: PolicySettings; config?: Partial<RetrieverConfig>; partitions?: number } = {}) {
  const stores = createMemoryStores(options);
  const wired = wireMemoryStores(stores, options);
  const { log, index, sessions, keys, artifacts, sealer, content, analyser } = wired;
  const deps: RetrieverDeps = {
    ...wired,
    tokens: WORDS,
    signer: { sign: (id) => `${id}.signed`, signIn: (_place, id) => `${id}.signed` },
    onErased: (run) => keys.onDestroyed(run),
    observer: { assembled: () => undefined, overBudget: () => undefined, violated: () => undefined, recalled: () => undefined },
  };
  const newId = createUlidFactory(wired);
  const refreshed = new Map<number, number>();
  const calls = createCallReader(deps);

  async function append(events: readonly Written[], address: SessionAddress = HOME): Promise<string[]> {
    const { keyId, key } = await keys.sessionKey(address);
    const records = events.map(({ id = newId(address.tenant), kind, text = '', at = Date.UTC(2031, 0, 1), recordedAt = at, body }) => {
      const whole: EventBody = { text, meta: {}, ...body };
      const size = words(text) + 4;
      const envelope: EventEnvelope = {
        schemaVersion: CURRENT_SCHEMA_VERSION,
        id,
        ...address,
        kind,
        occurredAt: at,
        recordedAt,
        tokens: { whole: size, stripped: size, preview: size },
        family: 'o200k',
        keyId,
      };
      return { key: sessionKey(address), envelope, sealed: sealer.seal(envelope, whole, key) };
    });
    await log.append(records);
    return records.map((record) => record.envelope.id);
  }

  /** Folds and indexes everything appended so far, as the projector does; without `isFound` up to the refresh. */
  async function project({ isFound = true } = {}): Promise<void> {
    for (let partition = 0; partition < log.partitions; partition++) {
      const records = await log.read(partition, (refreshed.get(partition) ?? -1) + 1, 100_000);
      const last = records.at(-1);
      if (last === undefined) continue;
      const writes: IndexWrite[] = [];
      const supersessions: { eventId: string; by: string; tenant: string; space: string }[] = [];
      for (const record of records) {
        const [opened] = await sealer.openAll([record]);
        const { state, accepted } = evolveSession((await sessions.load(record.envelope)) ?? emptySession(record.envelope), opened!);
        await sessions.save([state]);
        const { id, tenant, space, kind } = record.envelope;
        if (accepted === undefined || typeof opened!.body === 'string') continue;
        const entry = await content.read(record.envelope, opened!.body);
        calls.keep(record.envelope, accepted, opened!.body);
        const call = await calls.labelFor(record.envelope, accepted, opened!.body);
        const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };
        const documents = indexDocuments(kind, entry, analyser, limits, call);
        const { agent, pinned, supersedes } = opened!.body.meta;
        writes.push({
          event: { record, accepted },
          documents: documents.map((document) => ({ eventId: id, ...document })),
          agent,
          pinned,
          artifactIds: artifactsOf(opened!.body),
        });
        for (const eventId of supersedes ?? []) supersessions.push({ eventId, by: id, tenant, space });
      }
      await index.write(partition, writes, supersessions);
      const { offset } = last.position;
      if (isFound) await index.refresh(partition);
      await index.advanceMarks(partition, { folded: offset, searchable: isFound ? offset : (await index.marks(partition)).searchable });
      refreshed.set(partition, offset);
    }
  }

  async function writeArtifact(text: string, address: SessionAddress = HOME): Promise<NonNullable<EventBody['artifacts']>[number]> {
    const written = await artifacts.write(address, Buffer.from(text, 'utf8'), { mime: 'text/plain' });
    return {
      id: written.artifactId,
      role: 'content',
      mime: 'text/plain',
      sizeBytes: written.sizeBytes,
      sha256: written.sha256,
      createdAt: 0,
      preview: text.slice(-200),
      previewKind: 'text',
    };
  }

  return { retriever: createRetriever(deps, options.config), deps, stores, append, project, writeArtifact, home: HOME };
}
