import { rulesOf, type EntryContent } from '@total-recall/domain';
import { VECTOR_LIMITS, type DocumentId, type IndexedEvent, type IndexWrite, type VectorIndex, type VectorSet } from '@total-recall/ports';
import { textsToEmbed } from '../embed/texts-to-embed.ts';
import { isDamaged, placeOf } from './compare-events.ts';
import type { VerifyDeps, VerifyOptions } from './verify-deps.ts';
import type { Findings } from './verify-report.ts';

interface Space {
  readonly tenant: string;
  readonly space: string;
}

export interface VectorComparison {
  /** Checks the vectors that an event must have of each model that has reached it. */
  check(write: IndexWrite, content: EntryContent): Promise<void>;
  /** Finds surplus vectors, of models that have reached these offsets. Must be called after all events were checked. */
  finish(folded: readonly number[]): void;
}

interface KnownSpace {
  readonly place: Space;
  readonly sets: ReadonlyMap<string, VectorSet>;
  /** Expected number of vectors, by model. */
  readonly wanted: Map<string, number>;
}

/** Names an event. */
const nameOf = ({ tenant, space, id }: Space & { readonly id: string }): string => JSON.stringify([tenant, space, id]);

/** Returns the names of the events whose vectors are about to be made again, since an erasure removed them. */
async function owedOf({ log, vectors }: Pick<VerifyDeps, 'log'> & { readonly vectors: VectorIndex }): Promise<Set<string>> {
  const names = new Set<string>();
  for (let partition = 0; partition < log.partitions; partition += 1)
    for (const { eventId: id, ...place } of await vectors.owedVectors(partition, VECTOR_LIMITS.owed)) names.add(nameOf({ ...place, id }));
  return names;
}

const keyOf = ({ tenant, space }: Space): string => JSON.stringify([tenant, space]);

/** Counts the documents that have a vector. */
async function heldOf(vectors: VectorIndex, set: VectorSet | undefined, place: Space, documents: readonly DocumentId[]): Promise<number> {
  if (set === undefined) return 0;
  const vector = new Float32Array(set.dimensions);
  vector[0] = 1;
  const found = await vectors.similarities({ ...place, model: set.model, vector, documents });
  return found.filter((similarity) => similarity !== undefined).length;
}

/** Creates a comparison of vectors with their documents, for every model with vectors in any of the spaces. */
export async function createVectorComparison(
  deps: Pick<VerifyDeps, 'analyser' | 'log'> & { readonly vectors: VectorIndex },
  options: VerifyOptions,
  findings: Findings,
  spaces: readonly Space[],
): Promise<VectorComparison> {
  const known = new Map<string, KnownSpace>();
  const models = new Set(options.model === undefined ? [] : [options.model]);
  for (const place of spaces) {
    const sets = await deps.vectors.vectorSets(place.tenant, place.space);
    for (const set of sets) models.add(set.model);
    known.set(keyOf(place), { place, sets: new Map(sets.map((set) => [set.model, set])), wanted: new Map() });
  }
  const reached = new Map<string, readonly number[]>();
  for (const model of models)
    reached.set(
      model,
      await Promise.all(Array.from({ length: deps.log.partitions }, (_, partition) => deps.vectors.progress(partition, model))),
    );

  const owed = await owedOf(deps);

  /** Returns how many vectors the event is to have; of one whose vectors are about to be made again, as many as there are. */
  async function compareModel(
    model: string,
    { place, sets }: KnownSpace,
    event: IndexedEvent,
    documents: readonly DocumentId[],
  ): Promise<number> {
    const wanted = documents.length;
    findings.checked('vectors', wanted);
    try {
      const held = await heldOf(deps.vectors, sets.get(model), place, documents);
      if (owed.has(nameOf(event.record.envelope))) return held;
      const at = { model, held, wanted, ...placeOf(event) };
      if (held < wanted) findings.add({ kind: 'vectors', fault: 'missing', remedy: 'make_vectors', ...at });
      return wanted;
    } catch (error) {
      if (!isDamaged(error)) throw error;
      findings.add({ kind: 'vectors', fault: 'damaged', remedy: 'fill_anew', model, ...placeOf(event) });
      return wanted;
    }
  }

  return {
    async check({ event, documents }, content) {
      const { envelope, position } = event.record;
      if (models.size === 0 || !event.accepted.indexed || rulesOf(envelope.kind).vectors === 'none') return;
      if (options.embedWithout.includes(envelope.kind)) return;
      const indexed = new Set(documents.map(({ part }) => part));
      const texts = await textsToEmbed(deps, options, { kind: envelope.kind, content });
      const asked = texts.flatMap(({ part }) => (indexed.has(part) ? [{ eventId: envelope.id, part }] : []));
      if (asked.length === 0) return;
      for (const [model, offsets] of reached) {
        if (offsets[position.partition]! < position.offset) continue;
        const space = known.get(keyOf(envelope))!;
        const wanted = await compareModel(model, space, event, asked);
        space.wanted.set(model, (space.wanted.get(model) ?? 0) + wanted);
      }
    },
    finish(folded) {
      for (const { place, sets, wanted } of known.values())
        for (const [model, { documents: held }] of sets) {
          // Before a model has caught up, newer records may have vectors while older ones have none,
          // so counts prove nothing.
          const isThrough = reached.get(model)!.every((offset, partition) => offset >= folded[partition]!);
          const count = wanted.get(model) ?? 0;
          if (isThrough && held > count)
            findings.add({ kind: 'vectors', fault: 'unknown', remedy: 'fill_anew', ...place, model, held, wanted: count });
        }
    },
  };
}
