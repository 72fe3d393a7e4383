import { embeddingTexts, hasTokenVectors, isEmbedded, joinEmbeddings } from '@total-recall/domain';
import { VECTOR_LIMITS, type DocumentVector, type Embedder, type LogRecord } from '@total-recall/ports';
import { LIMITS, TotalRecallError } from '@total-recall/runtime';
import { acceptedEvents, bySpace } from '../follow/accepted-events.ts';
import type { IngestConfig, IngestDeps, IngestVectors } from '../ingest-deps.ts';
import { createBeforeReader, type AcceptedRecord, type BeforeReader } from './read-before.ts';
import { readableContent } from './readable-content.ts';

interface Item {
  readonly record: LogRecord;
  readonly part: number;
  readonly chunks: readonly string[];
  /** What the first chunk is read with. */
  readonly before?: string;
}

const PROBE = 'a text that any model can read';

/** Resolves, with how many documents got vectors, once all are durable. What may pass is thrown. */
export type BatchEmbedder = (records: readonly LogRecord[], mayBeHeld: boolean) => Promise<number>;

/**
 * Makes vectors of the accepted events among the records and writes them; a text that the embedder cannot take is left out. A repeat writes
 * nothing new, and where some of the documents may have vectors, the model is not asked for those.
 */
export function createBatchEmbedder(
  deps: IngestDeps,
  vectors: IngestVectors,
  config: IngestConfig,
  embedder: Embedder,
  partition: number,
): BatchEmbedder {
  async function flush(items: readonly Item[]): Promise<number> {
    const made = await embedItems(vectors, embedder, items);
    if (made.length > 0) await vectors.index.writeVectors(partition, embedder.model, made);
    return made.length;
  }
  return async (records, mayBeHeld) => {
    const accepted = await acceptedOf(deps, config, records);
    const held = mayBeHeld ? await heldOf(vectors, embedder, accepted) : undefined;
    const reader = createBeforeReader(deps);
    let documents = 0;
    let items: Item[] = [];
    let texts = 0;
    for (const one of accepted) {
      for (const item of await itemsOf(deps, config, one, reader)) {
        if (held?.has(documentKey(one.record, item.part))) continue;
        if (texts + item.chunks.length > config.embedTexts && texts > 0) {
          documents += await flush(items);
          items = [];
          texts = 0;
        }
        items.push(item);
        texts += item.chunks.length;
      }
    }
    return items.length > 0 ? documents + (await flush(items)) : documents;
  };
}

function documentKey({ envelope }: LogRecord, part: number): string {
  return `${envelope.id} ${part}`;
}

/** Documents of these events that have a vector of the model. */
async function heldOf({ index }: IngestVectors, embedder: Embedder, accepted: readonly AcceptedRecord[]): Promise<Set<string>> {
  const anyDirection = new Float32Array(embedder.dimensions);
  anyDirection[0] = 1;
  const held = new Set<string>();
  for (const own of bySpace(accepted, ({ record }) => record)) {
    const { tenant, space } = own[0]!.record.envelope;
    const places = own.map(({ record, ordinal }) => ({ session: record.envelope.session, ordinal }));
    const found = await index.vectorsAt({ tenant, space, model: embedder.model, vector: anyDirection, places });
    for (const { eventId, part } of found) held.add(`${eventId} ${part}`);
  }
  return held;
}

/** The records that stand in the index as they are: accepted, for recall, of a kind with vectors. */
async function acceptedOf({ index }: IngestDeps, config: IngestConfig, records: readonly LogRecord[]): Promise<AcceptedRecord[]> {
  const wanted = records.filter(({ envelope: { kind } }) => isEmbedded(kind) && !config.embedWithout.includes(kind));
  const accepted = await acceptedEvents(index, wanted);
  return wanted.flatMap((record) => {
    const event = accepted.get(record);
    return event?.accepted.indexed === true ? [{ record, ordinal: event.accepted.ordinal }] : [];
  });
}

async function itemsOf(deps: IngestDeps, config: IngestConfig, accepted: AcceptedRecord, reader: BeforeReader): Promise<Item[]> {
  const { record } = accepted;
  const { kind } = record.envelope;
  const content = await readableContent(deps, record);
  if (content === undefined) return [];
  reader.keep(accepted, content);
  const maxParts = kind === 'tool_result' ? config.embedResultParts : config.embedParts;
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent, maxParts };
  return embeddingTexts(kind, content, limits, await reader.before(accepted))
    .filter(({ chunks }) => chunks.some((chunk) => saysSomething(deps, chunk)))
    .map((text) => ({ record, ...text }));
}

/** Longer texts hold more than words that stand in every text. */
const ALWAYS_SAYS_SOMETHING_CHARS = 120;

/** A text without letters, or of nothing but stop words, is near to everything and says nothing. */
function saysSomething({ analyser }: IngestDeps, text: string): boolean {
  return /\p{L}/u.test(text) && (text.length > ALWAYS_SAYS_SOMETHING_CHARS || analyser.analyse(text).length > 0);
}

async function embedItems(vectors: IngestVectors, embedder: Embedder, items: readonly Item[]): Promise<DocumentVector[]> {
  try {
    return await embedTogether(embedder, items);
  } catch (error) {
    if (mayPass(error)) throw error;
  }
  const made: DocumentVector[] = [];
  for (const item of items) {
    try {
      made.push(...(await embedTogether(embedder, [item])));
    } catch (error) {
      if (mayPass(error)) throw error;
      // Where not even a plain text passes it is not this one's fault: nothing is left out then.
      await embedder.embed([{ text: PROBE, kind: 'document' }]);
      vectors.observer?.skipped?.(item.record.envelope.id, error);
    }
  }
  return made;
}

function mayPass(error: unknown): boolean {
  return error instanceof TotalRecallError && (error.code === 'unavailable' || error.code === 'closed');
}

async function embedTogether(embedder: Embedder, items: readonly Item[]): Promise<DocumentVector[]> {
  const withTokens = Map.groupBy(items, ({ record }) => hasTokenVectors(record.envelope.kind));
  return (await Promise.all([...withTokens].map(([tokens, own]) => embedAlike(embedder, own, tokens)))).flat();
}

async function embedAlike(embedder: Embedder, items: readonly Item[], tokens: boolean): Promise<DocumentVector[]> {
  const inputs = items.flatMap(({ chunks, before }) =>
    chunks.map((text, at) => ({ text, kind: 'document' as const, ...(at === 0 && before !== undefined && { before }) })),
  );
  const embeddings = await embedder.embed(inputs, { tokens });
  let at = 0;
  return items.map(({ record, part, chunks }) => {
    const { tenant, space, id } = record.envelope;
    const own = embeddings.slice(at, (at += chunks.length));
    return { tenant, space, eventId: id, part, ...joinEmbeddings(own, VECTOR_LIMITS.tokens) };
  });
}
