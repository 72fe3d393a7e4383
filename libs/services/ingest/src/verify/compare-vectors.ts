import { rulesOf, type EntryContent } from '@total-recall/domain';
import type { DocumentId, IndexedEvent, IndexWrite, VectorIndex, VectorSet } from '@total-recall/ports';
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

const keyOf = ({ tenant, space }: Space): string => JSON.stringify([tenant, space]);

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

  async function heldOf(set: VectorSet | undefined, place: Space, documents: readonly DocumentId[]): Promise<number> {
    if (set === undefined) return 0;
    const vector = new Float32Array(set.dimensions);
    vector[0] = 1;
    const found = await deps.vectors.similarities({ ...place, model: set.model, vector, documents });
    return found.filter((similarity) => similarity !== undefined).length;
  }

  async function compareModel(
    model: string,
    { place, sets }: KnownSpace,
    event: IndexedEvent,
    documents: readonly DocumentId[],
  ): Promise<void> {
    const wanted = documents.length;
    findings.checked('vectors', wanted);
    try {
      const held = await heldOf(sets.get(model), place, documents);
      const at = { model, held, wanted, ...placeOf(event) };
      if (held < wanted) findings.add({ kind: 'vectors', fault: 'missing', remedy: 'make_vectors', ...at });
    } catch (error) {
      if (!isDamaged(error)) throw error;
      findings.add({ kind: 'vectors', fault: 'damaged', remedy: 'fill_anew', model, ...placeOf(event) });
    }
  }

  return {
    async check({ event, documents }, content) {
      const { envelope, position } = event.record;
      if (models.size === 0 || !event.accepted.indexed || rulesOf(envelope.kind).vectors === 'none') return;
      if (options.embedWithout.includes(envelope.kind)) return;
      const indexed = new Set(documents.map(({ part }) => part));
      const texts = textsToEmbed(deps, options, { kind: envelope.kind, content }).filter(({ part }) => indexed.has(part));
      const asked = texts.map(({ part }) => ({ eventId: envelope.id, part }));
      if (asked.length === 0) return;
      for (const [model, offsets] of reached) {
        if (offsets[position.partition]! < position.offset) continue;
        const space = known.get(keyOf(envelope))!;
        space.wanted.set(model, (space.wanted.get(model) ?? 0) + asked.length);
        await compareModel(model, space, event, asked);
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
