import { isDeepStrictEqual } from 'node:util';
import { INDEX_LIMITS, type IndexWrite, type TextDocument, type TextHit } from '@total-recall/ports';
import { batchesOf } from '@total-recall/runtime';
import { bySpace } from '../follow/accepted-events.ts';
import { isDamaged, placeOf } from './compare-events.ts';
import type { VerifyDeps } from './verify-deps.ts';
import type { Findings, VerifyFault } from './verify-report.ts';

/** Totals of a space's documents. */
export interface DocumentTotals {
  documents: number;
  totalLength: number;
}

/** Compares the text documents of events: their places, and how often each term occurs in them. */
export async function compareDocuments(
  { index }: Pick<VerifyDeps, 'index'>,
  findings: Findings,
  writes: readonly IndexWrite[],
): Promise<void> {
  for (const own of bySpace(writes, ({ event }) => event.record)) {
    const faults = await faultsOf(index, own);
    for (const write of own) {
      findings.checked('documents', write.documents.length);
      const fault = faults.get(write.event.record.envelope.id);
      if (fault) findings.add({ kind: 'documents', fault, remedy: 'fill_anew', ...placeOf(write.event) });
    }
  }
}

type Faults = Map<string, VerifyFault>;

/**
 * Finds faults by event. If a batch hits an unreadable page, it is split in halves, so that the
 * page does not hide the rest.
 */
async function faultsOf(index: VerifyDeps['index'], writes: readonly IndexWrite[]): Promise<Faults> {
  try {
    const faults: Faults = new Map();
    await comparePlaces(index, writes, faults);
    await compareTerms(index, writes, faults);
    return faults;
  } catch (error) {
    if (!isDamaged(error)) throw error;
    if (writes.length === 1) return new Map([[writes[0]!.event.record.envelope.id, 'damaged']]);
    const half = Math.ceil(writes.length / 2);
    return new Map([...(await faultsOf(index, writes.slice(0, half))), ...(await faultsOf(index, writes.slice(half)))]);
  }
}

/** Compares the listed documents of each place; an event may have more than one place lists. */
async function comparePlaces(index: VerifyDeps['index'], writes: readonly IndexWrite[], faults: Faults): Promise<void> {
  const { tenant, space } = writes[0]!.event.record.envelope;
  const places = writes.map(({ event }) => ({ session: event.record.envelope.session, ordinal: event.accepted.ordinal }));
  const found = Map.groupBy(await index.documentsAt({ tenant, space, terms: [], places }), ({ eventId }) => eventId);
  for (const { event, documents } of writes) {
    const { id } = event.record.envelope;
    const hits = found.get(id) ?? [];
    const known = new Map(documents.map((document) => [document.part, document]));
    if (hits.length < Math.min(documents.length, INDEX_LIMITS.documentsPerPlace)) faults.set(id, 'missing');
    for (const hit of hits) {
      const document = known.get(hit.part);
      if (document === undefined) faults.set(id, 'unknown');
      else if (!isAtPlace(hit, event, document)) faults.set(id, 'differs');
    }
  }
}

function isAtPlace(hit: TextHit, { record: { envelope }, accepted }: IndexWrite['event'], { passage, terms }: TextDocument): boolean {
  return (
    hit.length === terms.length &&
    hit.ordinal === accepted.ordinal &&
    hit.turn === accepted.turn &&
    hit.kind === envelope.kind &&
    hit.session === envelope.session &&
    hit.occurredAt === envelope.occurredAt &&
    isDeepStrictEqual(hit.passage, passage)
  );
}

/** Compares the terms of the documents, and how often each has them. */
async function compareTerms(index: VerifyDeps['index'], writes: readonly IndexWrite[], faults: Faults): Promise<void> {
  const { tenant, space } = writes[0]!.event.record.envelope;
  const documents = writes.flatMap((write) => write.documents);
  for (const asked of batchesOf(documents, INDEX_LIMITS.documents)) {
    const compared = await index.compareTerms({ tenant, space, documents: asked });
    for (const [at, fault] of compared.entries()) if (fault !== 'same') faults.set(asked[at]!.eventId, fault);
  }
}

/** Adds the documents of an event to the totals of its space. */
export function addTotals(totals: Map<string, DocumentTotals>, key: string, { documents }: Pick<IndexWrite, 'documents'>): void {
  const own = totals.get(key) ?? { documents: 0, totalLength: 0 };
  totals.set(key, own);
  own.documents += documents.length;
  for (const { terms } of documents) own.totalLength += terms.length;
}
