import type { VectorIndex, VectorSet } from '@total-recall/ports';
import type { IndexContext } from '../memory-index/index-context.ts';
import { raiseNumbers, readMark, removeMark } from '../memory-index/index-marks.ts';
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
}

const PROGRESS_A_REQUEST = 1_000;

/** Creates the operations on models: their progress, their sets of vectors, and their removal. */
export function vectorLifetime(
  context: IndexContext,
): Pick<VectorIndex, 'vectorSets' | 'dropVectors' | 'dropOtherModels' | 'progress' | 'setProgress' | 'restartProgress'> {
  const { freshness, names } = context;
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
      await raiseNumbers(context, progressId(partition, model), { offset }, { type: 'progress', model });
    },
    restartProgress: (partition, model) => removeMark(context, progressId(partition, model), 'forget how far a model has come'),
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
 * Drops one index per call. Before the first, it removes the progress of other models, so that a model that returns
 * starts again.
 */
async function dropOtherModels(context: IndexContext, keep: string): Promise<boolean> {
  const { connection, options, names, freshness } = context;
  await freshness.refresh([names.marks]);
  await removeProgress(context, keep);
  const prefix = checkedPrefix(options.prefix);
  const indices = Object.keys(await readAliases(connection, `${prefix}-vectors-*`));
  const others = vectorIndicesAmong(indices, prefix, options.generation ?? '').filter(({ model }) => model !== modelKey(keep));
  const [first] = others;
  if (!first) return false;
  const alias = first.index.slice(0, first.index.lastIndexOf('.'));
  for (const set of await findSets(context, [{ term: { index: alias } }])) await removeSet(context, set);
  await connection.request({ method: 'DELETE', path: `/${first.index}`, doing: 'remove an index of vectors', accept: [404] });
  return others.length > 1;
}

async function removeProgress(context: IndexContext, keep: string): Promise<void> {
  const { hits } = await search<ProgressSource>(
    context.connection,
    { index: context.names.marks, doing: 'list the progress of models' },
    {
      size: PROGRESS_A_REQUEST,
      track_total_hits: false,
      query: { bool: { filter: [{ term: { type: 'progress' } }], must_not: [{ term: { model: keep } }] } },
    },
  );
  for (const { _id: id } of hits.hits) await removeMark(context, id, 'remove progress');
}
