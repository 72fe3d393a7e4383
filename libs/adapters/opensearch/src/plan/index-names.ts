import { TotalRecallError } from '@total-recall/runtime';

/** What a generation of the read model is made of. Vectors have further indices, one a model, which stand in `marks`. */
export const INDEX_KINDS = ['events', 'texts', 'flags', 'marks', 'sessions'] as const;
export type IndexKind = (typeof INDEX_KINDS)[number];

export interface IndexOptions {
  /** Begins the name of every index, `total-recall` by default: two systems on one cluster have two. */
  readonly prefix?: string;
  /**
   * Names the generation that is written and read, made where it is missing: that of the log and the version of the fold. Absent, the
   * generation that the aliases name is read: for those who do not write.
   */
  readonly generation?: string;
  /** Of each index; those of an index that is there stay as they are. 1. */
  readonly shards?: number;
  /** 1. */
  readonly replicas?: number;
}

export type IndexNames = Readonly<Record<IndexKind, string>>;

const PART = /^[a-z0-9][a-z0-9_-]{0,63}$/;

export function checkedPrefix(prefix = 'total-recall'): string {
  if (!PART.test(prefix)) throw new TotalRecallError('invalid_request', `An index cannot begin with ${prefix}. Use a-z, 0-9, _ and -.`);
  return prefix;
}

/** The indices of a generation, or the aliases of the current one. */
export function indexNames({ prefix, generation }: Pick<IndexOptions, 'prefix' | 'generation'>): IndexNames {
  const start = checkedPrefix(prefix);
  if (generation !== undefined && !PART.test(generation))
    throw new TotalRecallError('invalid_request', `An index generation cannot be named ${generation}. Use a-z, 0-9, _ and -.`);
  const end = generation === undefined ? '' : `-${generation}`;
  return Object.fromEntries(INDEX_KINDS.map((kind) => [kind, `${start}-${kind}${end}`])) as IndexNames;
}

/** What an index is written by: a name that no write makes an index of when the index is gone. */
export function writeAliasOf(index: string): string {
  return `${index}.write`;
}

const VECTOR_INDEX_END = '.v1';

/** What the vectors of a model are written and read by; `model` is its hash. */
export function vectorAlias(prefix: string, model: string, dimensions: number, generation: string): string {
  return `${prefix}-vectors-${model}-${dimensions}-${generation}`;
}

/** The index behind such an alias, which a write does not make anew when it is gone. */
export function vectorIndexOf(alias: string): string {
  return `${alias}${VECTOR_INDEX_END}`;
}

/** Of the names of indices those that hold vectors of this generation, with the hash of their model. */
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
