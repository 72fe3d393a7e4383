import { TotalRecallError } from '@total-recall/runtime';

/**
 * Kinds of indices in a generation of the read model. Vectors have further indices, one per model, which are listed in
 * `marks`.
 */
export const INDEX_KINDS = ['events', 'texts', 'flags', 'marks', 'sessions'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

export interface IndexOptions {
  /** Prefix of all index names. Two systems on one cluster need different ones. Default: `total-recall`. */
  readonly prefix?: string;
  /**
   * Generation to write and read, created if missing. It names the log and the version of the fold. Without it the
   * generation of the aliases is used, which is only for readers.
   */
  readonly generation?: string;
  /** Shards of each new index. Default: 1. */
  readonly shards?: number;
  /** Replicas of each new index. Default: 1. */
  readonly replicas?: number;
}

export type IndexNames = Readonly<Record<IndexKind, string>>;

const PART = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function checkedPrefix(prefix = 'total-recall'): string {
  if (!PART.test(prefix)) throw new TotalRecallError('invalid_request', `An index cannot begin with ${prefix}. Use a-z, 0-9, _ and -.`);
  return prefix;
}

export function checkedGeneration(generation: string): string {
  if (PART.test(generation)) return generation;
  throw new TotalRecallError('invalid_request', `An index generation cannot be named ${generation}. Use a-z, 0-9, _ and -.`);
}

/** Returns the indices of a generation, or without one the aliases of the current generation. */
export function indexNames({ prefix, generation }: Pick<IndexOptions, 'prefix' | 'generation'>): IndexNames {
  const start = checkedPrefix(prefix);
  const end = generation === undefined ? '' : `-${checkedGeneration(generation)}`;
  return Object.fromEntries(INDEX_KINDS.map((kind) => [kind, `${start}-${kind}${end}`])) as IndexNames;
}

/** Returns the alias that writes use. A write to an alias does not create a missing index. */
export function writeAliasOf(index: string): string {
  return `${index}.write`;
}

const VECTOR_INDEX_END = '.v1';

/** Returns the alias for the vectors of a model; `model` is its hash. */
export function vectorAlias(prefix: string, model: string, dimensions: number, generation: string): string {
  return `${prefix}-vectors-${model}-${dimensions}-${generation}`;
}

/** Returns the index behind such an alias. A write to the alias does not create it again. */
export function vectorIndexOf(alias: string): string {
  return `${alias}${VECTOR_INDEX_END}`;
}

/** Filters the names of indices for those with vectors of this generation, and adds the hash of their model. */
export function vectorIndicesAmong(
  names: readonly string[],
  prefix: string,
  generation: string,
): { readonly index: string; readonly model: string }[] {
  const start = `${prefix}-vectors-`;
  return names.flatMap((index) => {
    const [model, dimensions] = index.startsWith(start) ? index.slice(start.length).split('-') : [];
    const isOurs = model !== undefined && index === vectorIndexOf(vectorAlias(prefix, model, Number(dimensions), generation));
    return isOurs ? [{ index, model }] : [];
  });
}
