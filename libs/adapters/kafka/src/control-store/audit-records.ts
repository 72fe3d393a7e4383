import type { AuditEntry } from '@total-recall/ports';
import { readJson } from '../table/read-json.ts';
import type { FetchedRecord } from '../wire/fetch-records.ts';
import type { ProducedRecord } from '../wire/partition-producer.ts';

/** An entry of the audit as it stands in `tr.audit-entries`. */
export interface StoredAudit {
  readonly entry: AuditEntry;
  readonly offset: number;
}

/** Each entry has a key of its own, so compaction keeps it until it is removed. */
export function encodeAudit(entry: AuditEntry): ProducedRecord {
  return { key: keyOf(entry), value: Buffer.from(JSON.stringify(entry)) };
}

/** Returns the record that lets the brokers remove an entry. */
export function encodeAuditRemoval(entry: AuditEntry): ProducedRecord {
  return { key: keyOf(entry), value: null };
}

/** Decodes a record; undefined when it is no entry. */
export function decodeAudit({ offset, value }: Pick<FetchedRecord, 'offset' | 'value'>): StoredAudit | undefined {
  const entry = readJson<AuditEntry>(value);
  return entry && { entry, offset };
}

function keyOf({ tenant, id }: AuditEntry): Buffer {
  return Buffer.from(`${tenant}/${id}`);
}
