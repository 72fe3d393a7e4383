import {
  emptySession,
  evolveSession,
  indexDocuments,
  sessionKey,
  type EventBody,
  type EventEnvelope,
  type NewEvent,
} from '@total-recall/domain';
import { createSeededRandom } from '@total-recall/evaluation';
import type { IndexWrite, LogRecord } from '@total-recall/ports';
import { createSealer, createUlidFactory, CURRENT_SCHEMA_VERSION, LIMITS } from '@total-recall/runtime';
import type { Cores } from '@total-recall/data-folder';
import type { FilledStore, Layout } from './fill-store.ts';
import { TENANT } from './open-service.ts';
import { createTraffic } from './traffic.ts';

/** Share of the largest space. With `EXPONENT`, the fall of the sizes, 200 spaces hold all events. */
const LARGEST = 0.3;
const EXPONENT = 1.28;
const SAMPLE = 300;
/** Largest number of events in a small space. */
export const SMALL_SPACE = 10_000;
const CHARS_PER_TOKEN = 3.6;
/** Start of the clock of the events. */
const FIRST_AT = 1_760_000_000_000;

/** Returns the number of events of each space, the largest first. A single space has them all. */
export function zipfSizes({ events, spaces }: Layout): number[] {
  if (spaces === 1) return [events];
  return Array.from({ length: spaces }, (_, rank) => Math.max(20, Math.round(events * LARGEST * (rank + 1) ** -EXPONENT)));
}

/**
 * Fills a large store in minutes. Sealed records go into the log and are folded, analysed and written to the read model
 * in large batches. It makes no append per request, does not count tokens (the length stands in), stores no artifacts
 * (long results stay in their event) and does not compact.
 */
export async function fillDirect(cores: Cores, layout: Layout, seed: number): Promise<FilledStore> {
  const traffic = createTraffic(seed, 0);
  const random = createSeededRandom(`direct ${seed}`);
  const store = createDirectStore(cores);
  const sample: { space: string; text: string }[] = [];
  const sizes = zipfSizes(layout);
  const sessions = [];
  let events = 0;
  let textBytes = 0;
  for (const [rank, size] of sizes.entries()) {
    const space = `space-${rank}`;
    const chance = SAMPLE / (rank === 0 ? size : sizes.filter((own) => own <= SMALL_SPACE).reduce((sum, own) => sum + own, 0));
    for (let left = size, session = 0; left > 0; session += 1) {
      const run: NewEvent[] = [];
      while (run.length === 0 || (run.length < left && run.length < 400)) run.push(...traffic.next().events);
      const address = { tenant: TENANT, space, session: `run-${session}` };
      await store.write(address, run);
      sessions.push(address);
      for (const event of run) {
        textBytes += Buffer.byteLength(event.text ?? '') + Buffer.byteLength(event.call?.arguments ?? '');
        const wanted = (rank === 0 || size <= SMALL_SPACE) && random.below(1_000_000) < 2 * chance * 1_000_000;
        if (wanted && (event.text?.length ?? 0) > 40) sample.push({ space, text: event.text! });
      }
      left -= run.length;
      events += run.length;
    }
  }
  await store.finish();
  return { layout, sessions, longest: sessions[0]!, events, textBytes, sample, chunkRates: [] };
}

type Address = Pick<EventEnvelope, 'tenant' | 'space' | 'session'>;

function createDirectStore({ stores, clock, random, analyser }: Cores) {
  const sealer = createSealer({ keys: stores.keys });
  const newId = createUlidFactory({ clock, random });
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent };
  let recorded = 0;

  async function seal(address: Address, events: readonly NewEvent[]): Promise<{ record: LogRecord; body: EventBody }[]> {
    const { keyId, key } = await stores.keys.sessionKey(address);
    const made = events.map((event) => {
      const { kind, text = '', call, isError, messageId, meta = {} } = event;
      const body: EventBody = { text, ...(call && { call }), ...(isError && { isError }), ...(messageId && { messageId }), meta };
      const tokens = Math.ceil((text.length + (call?.arguments?.length ?? 0)) / CHARS_PER_TOKEN) + 8;
      const at = FIRST_AT + (recorded += 1) * 1_000;
      const envelope: EventEnvelope = {
        schemaVersion: CURRENT_SCHEMA_VERSION,
        id: newId(address.tenant),
        ...address,
        kind,
        occurredAt: at,
        recordedAt: at,
        tokens: { whole: tokens, stripped: tokens, preview: tokens },
        family: 'o200k',
        keyId,
      };
      return { record: { key: sessionKey(address), envelope, sealed: sealer.seal(envelope, body, key) }, body };
    });
    const positions = await stores.log.append(made.map(({ record }) => record));
    return made.map(({ record, body }, at) => ({ record: { ...record, position: positions[at]! }, body }));
  }
  return {
    async write(address: Address, events: readonly NewEvent[]): Promise<void> {
      let state = emptySession(address);
      const writes: IndexWrite[] = [];
      for (const { record, body } of await seal(address, events)) {
        const evolved = evolveSession(state, { offset: record.position.offset, envelope: record.envelope, body });
        state = evolved.state;
        if (!evolved.accepted) continue;
        const documents = indexDocuments(record.envelope.kind, { body, fullText: body.text }, analyser, limits);
        writes.push({
          event: { record, accepted: evolved.accepted },
          documents: documents.map((document) => ({ eventId: record.envelope.id, ...document })),
          ...(body.meta.agent === undefined ? {} : { agent: body.meta.agent }),
        });
      }
      await stores.index.write(stores.log.partitionOf(sessionKey(address)), writes);
      await stores.sessions.save([state]);
    },
    async finish(): Promise<void> {
      for (let partition = 0; partition < stores.log.partitions; partition += 1) {
        await stores.index.refresh(partition);
        const end = await stores.log.end(partition);
        await stores.index.advanceMarks(partition, { folded: end, searchable: end });
      }
    },
  };
}
