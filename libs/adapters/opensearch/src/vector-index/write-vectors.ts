import type { DocumentVector } from '@total-recall/ports';
import type { IndexContext } from '../memory-index/index-context.ts';
import type { TextSource } from '../memory-index/text-reads.ts';
import type { Replaced } from '../memory-index/write-events.ts';
import { documentKey, scopeOf } from '../plan/document-ids.ts';
import { writeBulk, type BulkWrite } from '../wire/bulk-writer.ts';
import { readMany } from '../wire/read-many.ts';
import { checkDimensions, checkModel, checkVectors, widthOf } from './check-vectors.ts';
import { findSet, findSets, makeSet, setTokenDimensions, type VectorSetSource } from './vector-sets.ts';
import { tokensId, toTokenSource, toVectorSource, vectorId } from './vector-sources.ts';

/** A vector whose document is stored. */
interface Ready {
  readonly vector: DocumentVector;
  readonly text: TextSource;
  readonly version: number;
}

const IDS_A_REQUEST = 2_000;

/**
 * Writes vectors of stored documents, token vectors first. A stored vector thus means that all of it is stored, so a
 * repeat ends with one lookup. Vectors carry the version of their document and the fields that filters use. With
 * `replaces` they take the place of vectors of the same version, and of what was removed at it: a write of that version
 * is refused by a removal as long as the server keeps it.
 */
export async function writeVectors(
  context: IndexContext,
  model: string,
  vectors: readonly DocumentVector[],
  replaces: boolean,
): Promise<void> {
  checkModel(model);
  checkVectors(vectors);
  const byScope = Map.groupBy(vectors, ({ tenant, space }) => scopeOf(tenant, space));
  const sets = new Map<string, VectorSetSource | undefined>();
  for (const [scope, own] of byScope) {
    const set = await findSet(context, scope, model);
    sets.set(scope, set);
    checkDimensions(set?.dimensions, own[0]!.vector.values.length);
    checkDimensions(set?.tokenDimensions, widthOf(own));
  }
  for (const [scope, own] of byScope) await writeToScope(context, scope, model, own, { known: sets.get(scope), replaces });
}

async function writeToScope(
  context: IndexContext,
  scope: string,
  model: string,
  vectors: readonly DocumentVector[],
  { known, replaces }: { readonly known: VectorSetSource | undefined; readonly replaces: boolean },
): Promise<void> {
  const ready = await withTexts(context, scope, vectors);
  if (ready.length === 0) return;
  const set = known ?? (await makeSet(context, scope, model, ready[0]!.vector.vector.values.length));
  checkDimensions(set.dimensions, ready[0]!.vector.vector.values.length);
  const width = widthOf(ready.map(({ vector }) => vector));
  checkDimensions(set.tokenDimensions, width);
  if (width !== undefined && set.tokenDimensions === undefined) await setTokenDimensions(context, set, width);
  const fresh = replaces ? ready : await withoutHeld(context, scope, set, ready);
  await writeBulk(
    context.connection,
    fresh.flatMap((one) => toWrites(scope, set, one, replaces)),
    'write vectors',
  );
  // A repeat writes nothing, but the write before it may have ended without a refresh.
  context.freshness.wrote(set.index);
}

/** Pairs the first vector of each document that the space holds with its text. */
async function withTexts({ connection, names }: IndexContext, scope: string, vectors: readonly DocumentVector[]): Promise<Ready[]> {
  const first = new Map<string, DocumentVector>();
  for (const vector of vectors) {
    const id = documentKey(scope, vector.eventId, vector.part);
    if (!first.has(id)) first.set(id, vector);
  }
  const addresses = [...first.keys()].map((id) => ({ index: names.texts, id, routing: scope }));
  const texts = await readMany<TextSource>(connection, addresses, { doing: 'look for texts', portion: IDS_A_REQUEST });
  return [...first.values()].flatMap((vector, at) => {
    const text = texts[at];
    return text ? [{ vector, text: text.source, version: text.version }] : [];
  });
}

async function withoutHeld({ connection }: IndexContext, scope: string, set: VectorSetSource, ready: readonly Ready[]): Promise<Ready[]> {
  const addresses = ready.map(({ vector }) => ({
    index: set.index,
    id: vectorId(set, scope, vector.eventId, vector.part),
    routing: scope,
  }));
  const held = await readMany(connection, addresses, { doing: 'look for vectors', fields: ['part'], portion: IDS_A_REQUEST });
  return ready.filter(({ version }, at) => (held[at]?.version ?? 0) < version);
}

function toWrites(
  scope: string,
  set: VectorSetSource,
  { vector: { eventId, part, vector, tokens }, text, version }: Ready,
  replacesEqual: boolean,
): BulkWrite[] {
  const { length: _length, terms: _terms, ...place } = text;
  const common = { index: set.index, routing: scope, version, replacesEqual };
  const own: BulkWrite = { ...common, id: vectorId(set, scope, eventId, part), source: toVectorSource(place, set, vector) };
  if (!tokens) return [own];
  return [{ ...common, id: tokensId(set, scope, eventId, part), source: toTokenSource(scope, set, tokens) }, own];
}

/** Removes the vectors of texts that have changed, for every model. */
export async function removeReplaced(context: IndexContext, replaced: readonly Replaced[]): Promise<void> {
  for (const [scope, own] of Map.groupBy(replaced, (one) => one.scope)) {
    const sets = await findSets(context, [{ term: { scope } }]);
    const writes = sets.flatMap((set) =>
      own.flatMap(({ eventId, parts, vectorsUpTo }) =>
        parts.flatMap((part) =>
          [vectorId(set, scope, eventId, part), tokensId(set, scope, eventId, part)].map((id): BulkWrite => {
            return { index: set.index, id, routing: scope, version: vectorsUpTo, replacesEqual: true };
          }),
        ),
      ),
    );
    await writeBulk(context.connection, writes, 'remove vectors of replaced texts');
    for (const { index } of sets) context.freshness.wrote(index);
  }
}
