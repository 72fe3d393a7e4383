import type { VectorIndex, VectorSet } from '@total-recall/ports';
import { createSystemClock } from '@total-recall/runtime';
import type { IndexContext } from '../memory-index/index-context.ts';
import { raiseNumbers, readMark, setNumbers } from '../memory-index/index-marks.ts';
import { scopeOf } from '../plan/document-ids.ts';
import { readAliases } from '../plan/index-generations.ts';
import { checkedPrefix, vectorIndicesAmong } from '../plan/index-names.ts';
import { removeMatching } from '../wire/remove-matching.ts';
import { search, searchAll } from '../wire/search.ts';
import { findSet, findSets, inSet, modelKey, removeSet, type VectorSetSource } from './vector-sets.ts';

interface ProgressSource {
  readonly type: 'progress';
  readonly model: string;
  readonly offset: number;
  /**
   * Time at which the process that created it had opened the index, by which models are ordered. Kept for ever; absent
   * in documents of earlier versions, which count as the oldest.
   */
  readonly at?: number;
}

interface ModelTimes {
  readonly models: { readonly buckets: readonly { readonly key: string; readonly at: { readonly value: number } }[] };
}

const MODELS = 1_000;
const clock = createSystemClock();

/** Creates the operations on models: their progress, their sets of vectors, and their removal. */
export function vectorLifetime(
  context: IndexContext,
): Pick<VectorIndex, 'vectorSets' | 'dropVectors' | 'dropOtherModels' | 'progress' | 'setProgress' | 'restartProgress'> {
  const { freshness, names } = context;
  // A process whose progress was removed by a later model writes it again: it is still the earlier one.
  const at = clock.now();
  return {
    vectorSets: async (tenant, space) => {
      const scope = scopeOf(tenant, space);
      await freshness.ensure(names.marks);
      const sets = await findSets(context, [{ term: { scope } }]);
      return await Promise.all(sets.map((set) => describe(context, set)));
    },
    dropVectors: async (tenant, space, model) => {
      const scope = scopeOf(tenant, space);
      const set = await findSet(context, scope, model);
      if (!set) return;
      await removeVectors(context, scope, set);
      await removeSet(context, set);
    },
    dropOtherModels: (keep) => dropOtherModels(context, keep),
    progress: async (partition, model) => (await readMark<ProgressSource>(context, progressId(partition, model)))?.offset ?? -1,
    setProgress: async (partition, model, offset) => {
      await freshness.refreshWritten();
      await raiseNumbers(context, progressId(partition, model), { offset }, { type: 'progress', model, at });
    },
    restartProgress: (partition, model) =>
      setNumbers(context, progressId(partition, model), { offset: -1 }, 'forget how far a model has come'),
  };
}

function progressId(partition: number, model: string): string {
  return `progress.${partition}.${modelKey(model)}`;
}

async function describe({ connection, freshness }: IndexContext, set: VectorSetSource): Promise<VectorSet> {
  await freshness.ensure(set.index);
  const counted = (['vector', 'tokens'] as const).map((holds) => ({
    size: 0,
    track_total_hits: true,
    query: { bool: { filter: inSet(set, holds) } },
  }));
  const where = { index: set.index, routing: set.scope, doing: 'count vectors' };
  const [documents, tokenDocuments] = (await searchAll(connection, where, counted)).map(({ hits }) => hits.total!.value);
  const { model, dimensions, tokenDimensions } = set;
  return {
    model,
    dimensions,
    documents: documents!,
    ...(tokenDimensions === undefined ? {} : { tokenDimensions }),
    tokenDocuments: tokenDocuments!,
  };
}

/** Removes the vectors of a space for every model, and the records of those sets. */
export async function removeSpace(context: IndexContext, scope: string): Promise<void> {
  const { connection, freshness, names } = context;
  await freshness.refresh([names.marks]);
  for (const set of await findSets(context, [{ term: { scope } }])) {
    await freshness.refresh([set.index]);
    await removeMatching(connection, { index: set.index, routing: scope, doing: 'remove vectors' }, [{ term: { scope } }]);
    await removeSet(context, set);
  }
}

async function removeVectors({ connection, freshness }: IndexContext, scope: string, { index, set }: VectorSetSource): Promise<void> {
  await freshness.refresh([index]);
  await removeMatching(connection, { index, routing: scope, doing: 'remove vectors' }, [{ term: { scope } }, { term: { set } }]);
}

/**
 * Drops one index per call, of a model that is earlier than `keep` or has no progress. Before it, the progress of all
 * earlier models is removed, so that one that returns starts again.
 */
async function dropOtherModels(context: IndexContext, keep: string): Promise<boolean> {
  const { connection, options, names, freshness } = context;
  const prefix = checkedPrefix(options.prefix);
  // Listed before the progress: by then the model of an index has announced itself, however new it is.
  const indices = Object.keys(await readAliases(connection, `${prefix}-vectors-*`));
  await freshness.refresh([names.marks]);
  const times = await readModelTimes(context);
  const kept = times.get(keep);
  if (kept === undefined) return false;
  const earlier = [...times].flatMap(([model, at]) => (model !== keep && at <= kept ? [model] : []));
  await removeProgress(context, earlier);
  const staying = new Set([...times.keys()].filter((model) => !earlier.includes(model)).map(modelKey));
  const others = vectorIndicesAmong(indices, prefix, options.generation ?? '').filter(({ model }) => !staying.has(model));
  const [first] = others;
  if (!first) return false;
  await removeIndex(context, first.index);
  // A process that still has such a model may have made vectors meanwhile, which went with the index.
  await freshness.refresh([names.marks]);
  await removeProgress(context, earlier);
  return others.length > 1;
}

/** Removes an index of vectors, and the records of its sets. */
async function removeIndex(context: IndexContext, index: string): Promise<void> {
  const alias = index.slice(0, index.lastIndexOf('.'));
  const removeSets = async (): Promise<void> => {
    for (const set of await findSets(context, [{ term: { index: alias } }])) await removeSet(context, set);
  };
  await removeSets();
  await context.connection.request({ method: 'DELETE', path: `/${index}`, doing: 'remove an index of vectors', accept: [404] });
  // One that was made meanwhile would name an index that is gone.
  await removeSets();
}

/** Reads when each model that has progress came. */
async function readModelTimes({ connection, names }: IndexContext): Promise<Map<string, number>> {
  const { aggregations } = await search<unknown, ModelTimes>(
    connection,
    { index: names.marks, doing: 'list the progress of models' },
    {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [{ term: { type: 'progress' } }] } },
      aggs: { models: { terms: { field: 'model', size: MODELS }, aggs: { at: { min: { field: 'at', missing: 0 } } } } },
    },
  );
  return new Map((aggregations?.models.buckets ?? []).map(({ key, at }) => [key, at.value]));
}

async function removeProgress({ connection, names }: IndexContext, models: readonly string[]): Promise<void> {
  if (models.length === 0) return;
  const filter = [{ term: { type: 'progress' } }, { terms: { model: models } }];
  await removeMatching(connection, { index: names.marks, doing: 'remove progress' }, filter);
}
