import { TotalRecallError } from '@total-recall/runtime';
import { fetchRecords } from '../wire/fetch-records.ts';
import type { KafkaConnection } from '../wire/kafka-connection.ts';
import { LostEnd } from '../wire/lost-end.ts';
import { decodeAudit, type StoredAudit } from './audit-records.ts';

const FETCH_BYTES = 512 * 1024;
/** Number of reads of one call. Callers continue where it stopped. */
const MOST_FETCHES = 64;
const DEADLINE_MS = 15_000;
const DOING = 'read the audit';

/** Reads entries of all tenants out of a topic, in order. */
export interface AuditScan {
  /** Returns the offset after the last record. */
  end(): Promise<number>;
  /** Returns true where the topic has no offset `next`, up to which it was read: a new leader may show less for a moment. */
  hasLost(next: number): Promise<boolean>;
  /**
   * Passes on the entries from an offset up to, but not including, an end, until `take` returns false, or enough was
   * read for one call. Returns the offset to continue at.
   */
  read(from: number, end: number, take: (stored: StoredAudit) => boolean | void): Promise<number>;
}

export function createAuditScan(connection: KafkaConnection, topic: string): AuditScan {
  const place = { topic, partition: 0 };
  const reading = { doing: DOING, maxBytes: FETCH_BYTES, waitMs: 0, deadlineMs: DEADLINE_MS };
  return {
    async hasLost(next) {
      try {
        await fetchRecords(connection, place, next, { ...reading, waitMs: 1 });
        return false;
      } catch (error) {
        if (error instanceof LostEnd) return true;
        throw error;
      }
    },
    end: async () => (await connection.endOffsets(topic, [0], { doing: DOING, deadlineMs: DEADLINE_MS })).get(0)!,
    async read(from, end, take) {
      let next = from;
      for (let fetches = 0; next < end && fetches < MOST_FETCHES; fetches += 1) {
        const fetched = await fetchRecords(connection, place, next, reading);
        for (const record of fetched.records) {
          if (record.offset >= end) return end;
          const stored = decodeAudit(record);
          if (stored && take(stored) === false) return record.offset + 1;
        }
        next = Math.min(end, fetched.next);
      }
      return next;
    },
  };
}

/** Reads the offset in a cursor. Errors: `invalid_cursor`. */
export function offsetIn(cursor: string): number {
  const offset = Number(cursor);
  if (/^\d{1,15}$/.test(cursor) && Number.isSafeInteger(offset)) return offset;
  throw new TotalRecallError('invalid_cursor', 'The cursor is not one that the audit gave. Begin again without one.');
}
