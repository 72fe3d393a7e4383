import { hashHex, TotalRecallError, createSystemClock, createSystemRandom } from '@total-recall/runtime';
import { raiseNumbers, readMark, removeMark } from '../memory-index/index-marks.ts';
import type { IndexContext } from '../memory-index/index-context.ts';
import { makeIndex } from '../plan/ensure-indices.ts';
import { vectorIndex } from '../plan/index-mappings.ts';
import { checkedPrefix, vectorAlias, vectorIndexOf, writeAliasOf } from '../plan/index-names.ts';
import { searchToEnd } from '../wire/search.ts';

/** Record of the vectors of one model in one space: their properties and their index. */
export interface VectorSetSource {
  readonly type: 'set';
  readonly scope: string;
  readonly model: string;
  /** Id that is new at each creation, so that remains of a dropped set belong to none. */
  readonly set: string;
  readonly index: string;
  readonly dimensions: number;
  readonly tokenDimensions?: number;
  readonly at: number;
}

const MODEL_CHARS = 16;
const SETS_A_REQUEST = 1_000;
const OLDEST_FIRST = [{ at: 'asc' }, { model: 'asc' }];
const clock = createSystemClock();
const random = createSystemRandom();

export function modelKey(model: string): string {
  return hashHex(model).slice(0, MODEL_CHARS);
}

function setId(scope: string, model: string): string {
  return `set.${scope}.${modelKey(model)}`;
}

/** Reads a set as it was last written, without waiting for a refresh. */
export function findSet(context: IndexContext, scope: string, model: string): Promise<VectorSetSource | undefined> {
  return readMark<VectorSetSource>(context, setId(scope, model));
}

/**
 * Returns the set, and creates it and its index if missing. When two processes create it at once, the first one wins.
 */
export async function makeSet(context: IndexContext, scope: string, model: string, dimensions: number): Promise<VectorSetSource> {
  const { connection, options, names } = context;
  if (options.generation === undefined)
    throw new TotalRecallError('invalid_request', 'Vectors are written to a generation that is named, not to the one that is read.');
  const index = vectorAlias(checkedPrefix(options.prefix), modelKey(model), dimensions, options.generation);
  const body = { ...vectorIndex(dimensions, { shards: options.shards ?? 1, replicas: options.replicas ?? 1 }), aliases: { [index]: {} } };
  const found = await connection.request({ method: 'HEAD', path: `/${index}`, doing: 'look for an index of vectors', accept: [404] });
  if (found.status === 404) await makeIndex(connection, vectorIndexOf(index), body);
  const set = Buffer.from(random.bytes(12)).toString('base64url');
  const source: VectorSetSource = { type: 'set', scope, model, set, index, dimensions, at: clock.now() };
  const id = setId(scope, model);
  await connection.request({
    method: 'PUT',
    path: `/${writeAliasOf(names.marks)}/_create/${id}`,
    query: { routing: id, require_alias: true, refresh: true },
    body: source,
    doing: 'make a set of vectors',
    accept: [409],
  });
  return (await findSet(context, scope, model)) ?? source;
}

export async function setTokenDimensions(context: IndexContext, { scope, model }: VectorSetSource, tokenDimensions: number): Promise<void> {
  await raiseNumbers(context, setId(scope, model), { tokenDimensions }, { type: 'set' });
}

/** Finds the sets that match all clauses, oldest first. */
export async function findSets({ connection, names }: IndexContext, clauses: readonly object[]): Promise<VectorSetSource[]> {
  const filter = [{ term: { type: 'set' } }, ...clauses];
  const where = { index: names.marks, doing: 'list sets of vectors' };
  return searchToEnd<VectorSetSource>(connection, where, { filter, sort: OLDEST_FIRST, size: SETS_A_REQUEST });
}

/** Builds clauses that select the vectors of a set, or its token vectors. */
export function inSet({ scope, set }: VectorSetSource, holds: 'vector' | 'tokens'): object[] {
  return [{ term: { scope } }, { term: { set } }, { term: { holds } }];
}

export function removeSet(context: IndexContext, { scope, model }: VectorSetSource): Promise<void> {
  return removeMark(context, setId(scope, model), 'remove a set of vectors');
}
