import { rulesOf, quantiseVector, type EmbeddingText } from '@total-recall/domain';
import type { DocumentVector, Embedder, LogRecord } from '@total-recall/ports';
import { createCallReader, type CallReader } from '@total-recall/runtime';
import { acceptedEvents, bySpace } from '../follow/accepted-events.ts';
import { isTransient } from '../follow/failure-reason.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps, IngestVectors } from '../ingest-deps.ts';
import { createBeforeReader, type AcceptedRecord, type BeforeReader } from './read-before.ts';
import { readableContent } from './readable-content.ts';
import { textsToEmbed } from './texts-to-embed.ts';

type Item = EmbeddingText & { readonly record: LogRecord };

/** Readers of the context of a batch's events. */
interface ContextReaders {
  readonly messages: BeforeReader;
  readonly calls: CallReader;
}

const PROBE = 'a text that any model can read';

/**
 * Vectors that the documents of a batch have: none yet; of some already, which are left; or such as may have been made of
 * what is erased by now, which are replaced.
 */
export type HeldVectors = 'none' | 'some' | 'outdated';

/** Resolves, once all vectors are durable, with the number of documents that got one. Throws transient errors. */
export type BatchEmbedder = (records: readonly LogRecord[], held: HeldVectors) => Promise<number>;

export type BatchEmbedderDeps = Pick<IngestDeps, 'index' | 'sealer' | 'content' | 'analyser'>;
export type BatchEmbedderConfig = Pick<IngestConfig, 'embedTexts' | 'embedWithout' | 'embedParts' | 'embedResultParts'>;

/**
 * Makes and writes the vectors of the accepted events among the records. Skips a text that the embedder cannot take. A
 * repeat writes nothing new, unless vectors are `outdated`. The model is not asked for documents with a vector that is left.
 */
export function createBatchEmbedder(
  deps: BatchEmbedderDeps,
  vectors: IngestVectors,
  config: BatchEmbedderConfig,
  embedder: Embedder,
  partition: number,
): BatchEmbedder {
  async function flush(items: readonly Item[], held: HeldVectors): Promise<number> {
    const missing = held === 'some' ? await withoutVectors(vectors, embedder, items) : items;
    if (missing.length === 0) return 0;
    const made = await embedItems(vectors, embedder, missing);
    if (made.length > 0) await vectors.index.writeVectors(partition, embedder.model, made, { replaces: held === 'outdated' });
    return made.length;
  }
  return async (records, held) => {
    const accepted = await acceptedOf(deps, config, records);
    // They are of this batch alone: what they keep may be erased before the next one.
    const readers = { messages: createBeforeReader(deps), calls: createCallReader(deps) };
    let documents = 0;
    let items: Item[] = [];
    for (const one of accepted) {
      for (const item of await itemsOf(deps, config, one, readers)) {
        if (items.length >= config.embedTexts) {
          documents += await flush(items, held);
          items = [];
        }
        items.push(item);
      }
    }
    return items.length > 0 ? documents + (await flush(items, held)) : documents;
  };
}

/** Returns the documents without a vector of this model. */
async function withoutVectors({ index }: IngestVectors, embedder: Embedder, items: readonly Item[]): Promise<Item[]> {
  const anyDirection = new Float32Array(embedder.dimensions);
  anyDirection[0] = 1;
  const missing = new Set<Item>();
  for (const own of bySpace(items, ({ record }) => record)) {
    const { tenant, space } = own[0]!.record.envelope;
    const documents = own.map(({ record, part }) => ({ eventId: record.envelope.id, part }));
    const found = await index.similarities({ tenant, space, model: embedder.model, vector: anyDirection, documents });
    own.forEach((item, at) => found[at] === undefined && missing.add(item));
  }
  return items.filter((item) => missing.has(item));
}

/** Returns the records that are in the index: accepted, open to recall, and of a kind with vectors. */
async function acceptedOf(
  { index }: BatchEmbedderDeps,
  config: BatchEmbedderConfig,
  records: readonly LogRecord[],
): Promise<AcceptedRecord[]> {
  const wanted = records.filter(({ envelope: { kind } }) => rulesOf(kind).vectors !== 'none' && !config.embedWithout.includes(kind));
  const accepted = await acceptedEvents(index, wanted);
  return wanted.flatMap((record) => {
    const event = accepted.get(record);
    return event?.accepted.indexed === true ? [{ record, accepted: event.accepted }] : [];
  });
}

async function itemsOf(
  deps: BatchEmbedderDeps,
  config: BatchEmbedderConfig,
  event: AcceptedRecord,
  { messages, calls }: ContextReaders,
): Promise<Item[]> {
  const { record, accepted } = event;
  const { kind } = record.envelope;
  const content = await readableContent(deps, record);
  if (content === undefined) return [];
  messages.keep(event, content);
  calls.keep(record.envelope, accepted, content.body);
  const before = await messages.before(event);
  const call = await calls.labelFor(record.envelope, accepted, content.body);
  const context = { before, ...(call !== undefined && { call }) };
  const texts = await textsToEmbed(deps, config, { kind, content, context });
  return texts.map((text) => ({ record, ...text }));
}

async function embedItems(vectors: IngestVectors, embedder: Embedder, items: readonly Item[]): Promise<DocumentVector[]> {
  try {
    return await embedTogether(embedder, items);
  } catch (error) {
    if (isTransient(error)) throw error;
  }
  const made: DocumentVector[] = [];
  for (const item of items) {
    try {
      made.push(...(await embedTogether(embedder, [item])));
    } catch (error) {
      if (isTransient(error)) throw error;
      // If even a plain text fails, the embedder is at fault and nothing is skipped.
      await embedder.embed([{ text: PROBE, kind: 'document' }]);
      vectors.observer?.skipped?.(item.record.envelope.id, error);
    }
  }
  return made;
}

async function embedTogether(embedder: Embedder, items: readonly Item[]): Promise<DocumentVector[]> {
  const inputs = items.map(({ text, lineStarts, before }) => ({
    text,
    kind: 'document' as const,
    lineStarts,
    ...(before !== undefined && { before }),
  }));
  const embeddings = await embedder.embed(inputs, { tokens: true });
  return items.map(({ record, part }, at) => {
    const { tenant, space, id } = record.envelope;
    const { vector, kept } = embeddings[at]!;
    return { tenant, space, eventId: id, part, vector: quantiseVector(vector), ...(kept && { tokens: kept }) };
  });
}
