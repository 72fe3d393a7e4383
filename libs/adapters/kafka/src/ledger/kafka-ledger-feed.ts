import { partitionOf, type LedgerEntry } from '@total-recall/domain';
import type { LedgerFeed } from '@total-recall/ports';
import { createClosing, createSerialQueue } from '@total-recall/runtime';
import { fetchRecords } from '../wire/fetch-records.ts';
import { openConnection } from '../wire/kafka-connection.ts';
import { LostEnd } from '../wire/lost-end.ts';
import { prepareLedgerTopic, type KafkaLedgerOptions } from './kafka-ledger.ts';
import { createLedgerFold } from './ledger-fold.ts';
import { decodeLedgerRecord } from './ledger-records.ts';

const FETCH_BYTES = 4 * 1024 * 1024;
const DEADLINE_MS = 15_000;
const DOING = 'read the ledger';

/**
 * Creates a reader of all partitions of `tr.ledger`, which continues on each call. It uses one connection, and one
 * request when nothing is new. A partition that has lost its end is read no more, as what is written there again would be
 * passed over; `refusal` says so. Errors: as of the ledger.
 */
export async function createKafkaLedgerFeed(options: KafkaLedgerOptions): Promise<LedgerFeed> {
  const { topic, partitions } = await prepareLedgerTopic(options);
  const connection = openConnection(options.kafka);
  /** Entries read by a call that failed later on. */
  let unread: LedgerEntry[] = [];
  const parts = Array.from({ length: partitions }, (_, partition) => ({
    partition,
    next: 0,
    lost: undefined as LostEnd | undefined,
    fold: createLedgerFold({ onEntry: (entry) => void unread.push(entry) }),
  }));
  const inTurn = createSerialQueue();
  const { refuseClosed, close } = createClosing('The ledger', () => connection.close());

  const readNew = async (part: (typeof parts)[number], end: number): Promise<void> => {
    const place = { topic, partition: part.partition };
    const reading = { doing: DOING, maxBytes: FETCH_BYTES, waitMs: 0, deadlineMs: DEADLINE_MS };
    // A new leader may show less than it has for a moment; asked to wait there, one that has lost it says so.
    if (part.next > end) await fetchRecords(connection, place, part.next, { ...reading, waitMs: 1 });
    while (part.next < end) {
      const { records, next } = await fetchRecords(connection, place, part.next, reading);
      for (const record of records) {
        const decoded = decodeLedgerRecord(record);
        if (decoded) part.fold.apply(decoded);
      }
      part.next = next;
    }
  };
  const readOn = (part: (typeof parts)[number], end: number): Promise<void> =>
    readNew(part, end).catch((error: unknown) => {
      if (!(error instanceof LostEnd)) throw error;
      part.lost = error;
    });
  return {
    refusal: (tenant) => (tenant === undefined ? parts.find(({ lost }) => lost)?.lost : parts[partitionOf(tenant, partitions)]!.lost),
    read: () =>
      inTurn(async () => {
        refuseClosed();
        const ends = await connection.endOffsets(topic, [...parts.keys()], { doing: DOING, deadlineMs: DEADLINE_MS });
        for (const part of parts) if (!part.lost) await readOn(part, ends.get(part.partition)!);
        const read = unread;
        unread = [];
        return read;
      }),
    close,
  };
}
