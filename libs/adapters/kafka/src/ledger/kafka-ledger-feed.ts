import type { LedgerEntry } from '@total-recall/domain';
import type { LedgerFeed } from '@total-recall/ports';
import { createSerialQueue, TotalRecallError } from '@total-recall/runtime';
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
 * request when nothing is new. Errors: as of the ledger; once a partition has lost its end, every call fails, as it would
 * pass over what is written there again.
 */
export async function createKafkaLedgerFeed(options: KafkaLedgerOptions): Promise<LedgerFeed> {
  const { topic, partitions } = await prepareLedgerTopic(options);
  const connection = openConnection(options.kafka);
  /** Entries read by a call that failed later on. */
  let unread: LedgerEntry[] = [];
  const parts = Array.from({ length: partitions }, (_, partition) => ({
    partition,
    next: 0,
    fold: createLedgerFold({ onEntry: (entry) => void unread.push(entry) }),
  }));
  const inTurn = createSerialQueue();
  let closing: Promise<void> | undefined;
  let lost: LostEnd | undefined;

  const readOn = async (part: (typeof parts)[number], end: number): Promise<void> => {
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
  return {
    read: () =>
      inTurn(async () => {
        if (closing) throw new TotalRecallError('closed', 'The ledger is closed.');
        if (lost) throw lost;
        const ends = await connection.endOffsets(topic, [...parts.keys()], { doing: DOING, deadlineMs: DEADLINE_MS });
        try {
          for (const part of parts) await readOn(part, ends.get(part.partition)!);
        } catch (error) {
          if (error instanceof LostEnd) lost = error;
          throw error;
        }
        const read = unread;
        unread = [];
        return read;
      }),
    close: () => (closing ??= connection.close()),
  };
}
