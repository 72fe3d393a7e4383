import type { FillClaim, GenerationStanding, ReadModelGenerations } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { indexMarks } from '../memory-index/index-marks.ts';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import type { OpenSearchSettings } from '../wire/opensearch-settings.ts';
import { claimFill } from './claim-fill.ts';
import { standingOf } from './generation-line.ts';
import { checkedPrefix, INDEX_KINDS, indexNames, vectorIndicesAmong } from './index-names.ts';

export interface GenerationOptions {
  readonly opensearch: OpenSearchSettings;
  readonly prefix?: string;
  /** First generation of the line that the program can read; the others are named after it. */
  readonly generation: string;
}

/** Claim where no generation exists yet, so that there is nothing to rebuild. */
const NO_CLAIM: FillClaim = { lost: new AbortController().signal, release: async () => {} };

type AliasList = Readonly<Record<string, { readonly aliases: Readonly<Record<string, object>> }>>;

/**
 * Opens the generations of a cluster's index. Each has indices of its own; the one that the aliases name is current, and
 * one request moves all aliases, so that marks and data switch together. Indices are created when a generation is
 * opened, not by `begin`.
 */
export function openIndexGenerations({ opensearch, prefix: asked, generation: first }: GenerationOptions): ReadModelGenerations {
  const connection = connectOpenSearch(opensearch);
  const prefix = checkedPrefix(asked);
  const start = `${prefix}-events-`;
  const read = async (): Promise<{ all: string[]; current: string | undefined }> => {
    const indices = await readAliases(connection, `${start}*`);
    const all = Object.keys(indices).map((index) => index.slice(start.length));
    return { all: all.sort(), current: all.find((name) => `${prefix}-events` in indices[start + name]!.aliases) };
  };
  const standing = async (): Promise<GenerationStanding> => {
    const { all, current } = await read();
    return standingOf(first, all, current);
  };
  return {
    list: async () => (await read()).all,
    standing,
    begin: async () => ({ generation: (await standing()).toFill }),
    claim: async () => {
      const { current } = await read();
      return current === undefined ? NO_CLAIM : claimFill({ connection, index: indexNames({ prefix, generation: current }).marks });
    },
    marks: (generation, partition) => indexMarks({ connection, names: indexNames({ prefix, generation }) }).marks(partition),
    reads: (generation) => countReads(connection, indexNames({ prefix, generation }).marks),
    switchTo: async (generation) => {
      const held = await readAliases(connection, INDEX_KINDS.map((kind) => `${prefix}-${kind}-*`).join(','));
      const names = indexNames({ prefix, generation });
      const kinds = INDEX_KINDS.filter((kind) => names[kind] in held);
      if (!kinds.includes('events')) throw new TotalRecallError('not_found', `There is no index generation ${generation}.`);
      const actions = kinds.flatMap((kind) => {
        const alias = `${prefix}-${kind}`;
        // An alias is removed only from indices that have it: the former indices may be partly lost, and removing a
        // missing alias is an error.
        const before = Object.keys(held).filter((index) => index !== names[kind] && alias in held[index]!.aliases);
        return [...before.map((index) => ({ remove: { index, alias } })), { add: { index: names[kind], alias } }];
      });
      await connection.request({ method: 'POST', path: '/_aliases', body: { actions }, doing: 'switch to another index generation' });
    },
    drop: async (generation) => {
      if ((await read()).current === generation)
        throw new TotalRecallError('invalid_request', `The index generation ${generation} is the one in use. Switch to another first.`);
      const fixed = Object.values(indexNames({ prefix, generation }));
      const held = Object.keys(await readAliases(connection, [...fixed, `${prefix}-vectors-*`].join(',')));
      const vectors = vectorIndicesAmong(held, prefix, generation).map(({ index }) => index);
      for (const index of [...held.filter((name) => fixed.includes(name)), ...vectors])
        await connection.request({ method: 'DELETE', path: `/${index}`, doing: 'remove an index', accept: [404] });
    },
    close: () => connection.close(),
  };
}

async function countReads(connection: OpenSearchConnection, index: string): Promise<number> {
  const { body } = await connection.request<{ readonly _all?: { readonly total?: { readonly get?: { readonly total: number } } } }>({
    method: 'GET',
    path: `/${index}/_stats/get`,
    doing: 'count reads',
    accept: [404],
  });
  return body._all?.total?.get?.total ?? 0;
}

/** Reads the indices of a pattern with their aliases. */
export async function readAliases(connection: OpenSearchConnection, pattern: string): Promise<AliasList> {
  const { body } = await connection.request<AliasList>({
    method: 'GET',
    path: `/${pattern}/_alias`,
    query: { allow_no_indices: true, ignore_unavailable: true },
    doing: 'read aliases',
    accept: [404],
  });
  return 'error' in body ? {} : body;
}
