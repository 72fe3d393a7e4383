import { embeddingTexts, isEmbedded, joinEmbeddings, renderTaskState, type EventRecord } from '@total-recall/domain';
import { VECTOR_LIMITS, type DocumentVector, type Embedder, type LogRecord } from '@total-recall/ports';
import { LIMITS, TotalRecallError } from '@total-recall/runtime';
import type { IngestConfig, IngestDeps, IngestVectors } from '../ingest-deps.ts';

interface Item {
  readonly record: LogRecord;
  readonly part: number;
  readonly chunks: readonly string[];
}

const PROBE = 'a text that any model can read';

/**
 * Makes vectors of the accepted events among the records and writes them; resolves, with how many documents have one, once all are durable.
 * A repeat writes nothing new. A text that the embedder cannot take is left out; what may pass is thrown.
 */
export async function embedBatch(
  deps: IngestDeps,
  vectors: IngestVectors,
  config: IngestConfig,
  embedder: Embedder,
  partition: number,
  records: readonly LogRecord[],
): Promise<number> {
  let documents = 0;
  let items: Item[] = [];
  let texts = 0;
  const flush = async (): Promise<void> => {
    const made = await embedItems(vectors, embedder, items);
    if (made.length > 0) await vectors.index.writeVectors(partition, embedder.model, made);
    documents += made.length;
    items = [];
    texts = 0;
  };
  for (const record of await acceptedOf(deps, records)) {
    for (const item of await itemsOf(deps, config, record)) {
      if (texts + item.chunks.length > config.embedTexts && texts > 0) await flush();
      items.push(item);
      texts += item.chunks.length;
    }
  }
  if (items.length > 0) await flush();
  return documents;
}

/** The records that stand in the index as they are: accepted, for recall, of a kind with vectors. */
async function acceptedOf({ index }: IngestDeps, records: readonly LogRecord[]): Promise<LogRecord[]> {
  const wanted = records.filter(({ envelope }) => isEmbedded(envelope.kind));
  const bySpace = Map.groupBy(wanted, ({ envelope }) => JSON.stringify([envelope.tenant, envelope.space]));
  const accepted = new Set<LogRecord>();
  for (const own of bySpace.values()) {
    const { tenant, space } = own[0]!.envelope;
    const events = await index.events(
      tenant,
      space,
      own.map(({ envelope }) => envelope.id),
    );
    own.forEach((record, i) => {
      const event = events[i];
      if (event?.accepted.indexed === true && event.record.position.offset === record.position.offset) accepted.add(record);
    });
  }
  return wanted.filter((record) => accepted.has(record));
}

async function itemsOf(deps: IngestDeps, config: IngestConfig, record: LogRecord): Promise<Item[]> {
  const opened: EventRecord = await deps.sealer.open(record);
  const { envelope, body } = opened;
  if (typeof body === 'string') return [];
  const content = await deps.content.read(envelope, body);
  const readable = body.taskState ? { ...content, fullText: renderTaskState(body.taskState) } : content;
  const maxParts = envelope.kind === 'tool_result' ? config.embedResultParts : config.embedParts;
  const limits = { passageChars: LIMITS.passageChars, maxPassages: LIMITS.passagesPerEvent, maxParts };
  return embeddingTexts(envelope.kind, readable, limits).map((text) => ({ record, ...text }));
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
  const inputs = items.flatMap(({ chunks }) => chunks.map((text) => ({ text, kind: 'document' as const })));
  const embeddings = await embedder.embed(inputs, { tokens: true });
  let at = 0;
  return items.map(({ record, part, chunks }) => {
    const { tenant, space, id } = record.envelope;
    const own = embeddings.slice(at, (at += chunks.length));
    return { tenant, space, eventId: id, part, ...joinEmbeddings(own, VECTOR_LIMITS.tokens) };
  });
}
