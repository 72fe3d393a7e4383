import { embeddingSteps, rulesOf, quantiseVector } from '@total-recall/domain';
import { type DocumentVector, type LogRecord, type VectorIndex } from '@total-recall/ports';
import { DEFAULT_INGEST_CONFIG } from '@total-recall/ingest';
import { createArtifactCodec, createContentReader, createSealer, inSlices, LIMITS } from '@total-recall/runtime';
import type { Cores } from '@total-recall/data-folder';
import type { VectorBank } from './vector-bank.ts';

export interface FilledVectors {
  readonly documents: number;
  readonly tokenRows: number;
  readonly tokenDocuments: number;
}

export interface FillVectorsOptions {
  /**
   * Returns true for events that get vectors. Vectors of other spaces would only take disk, as each space has its own
   * segments.
   */
  readonly wanted?: (record: LogRecord) => boolean;
  readonly withTokens?: boolean;
}

const RECORDS = 500;
const WRITTEN = 500;

/**
 * Gives every event of a store the vectors that the embed role would make, from a bank, and advances the role's marks,
 * so that the service continues from there.
 */
export async function fillVectors(
  { stores, clock, random }: Cores,
  bank: VectorBank,
  { wanted = () => true, withTokens = true }: FillVectorsOptions = {},
): Promise<FilledVectors> {
  const index: VectorIndex = stores.index.vectors!;
  const sealer = createSealer({ keys: stores.keys });
  const content = createContentReader({ artifacts: createArtifactCodec({ store: stores.artifacts, keys: stores.keys, clock, random }) });
  const filled = { documents: 0, tokenRows: 0, tokenDocuments: 0 };
  const vectorsOf = async (record: LogRecord): Promise<DocumentVector[]> => {
    const { envelope, body } = await sealer.open(record);
    if (typeof body === 'string' || body.recall !== undefined) return [];
    const { embedParts, embedResultParts } = DEFAULT_INGEST_CONFIG;
    const limits = {
      passageChars: LIMITS.passageChars,
      maxPassages: LIMITS.passagesPerEvent,
      maxParts: envelope.kind === 'tool_result' ? embedResultParts : embedParts,
    };
    const texts = await inSlices(embeddingSteps(envelope.kind, await content.read(envelope, body), limits));
    const made: DocumentVector[] = [];
    for (const { part, text, lineStarts } of texts) {
      const { vector, kept } = await bank.embed(text, lineStarts);
      const tokens = withTokens ? kept : undefined;
      const { tenant, space, id } = envelope;
      made.push({ tenant, space, eventId: id, part, vector: quantiseVector(vector), ...(tokens && { tokens }) });
      filled.documents += 1;
      if (tokens) filled.tokenDocuments += 1;
      filled.tokenRows += tokens?.lines.length ?? 0;
    }
    return made;
  };
  for (let partition = 0; partition < stores.log.partitions; partition += 1) {
    const end = await stores.log.end(partition);
    for (let from = 0; from <= end;) {
      const records = await stores.log.read(partition, from, RECORDS);
      if (records.length === 0) break;
      const made = [];
      for (const record of records)
        if (wanted(record) && rulesOf(record.envelope.kind).vectors !== 'none') made.push(...(await vectorsOf(record)));
      for (let at = 0; at < made.length; at += WRITTEN) await index.writeVectors(partition, bank.model, made.slice(at, at + WRITTEN));
      from = records.at(-1)!.position.offset + 1;
    }
    await index.setProgress(partition, bank.model, end);
    await stores.index.advanceMarks(partition, { folded: -1, searchable: -1, embedded: end });
  }
  return filled;
}
