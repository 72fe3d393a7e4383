import { NO_MARKS, type Marks } from '@total-recall/domain';
import type { AsideRecord, MemoryIndex } from '@total-recall/ports';
import { mergeAside } from '@total-recall/runtime';
import { writeAliasOf } from '../plan/index-names.ts';
import { readDocument } from '../wire/read-document.ts';
import type { IndexContext } from './index-context.ts';

/**
 * Script that keeps the higher of each number, atomically on the server: projector and embedder advance the marks of a
 * partition independently.
 */
const RAISE = `for (entry in params.entrySet()) {
  def before = ctx._source[entry.getKey()];
  if (before == null || before < entry.getValue()) ctx._source[entry.getKey()] = entry.getValue();
}`;
const CONFLICTS = 20;

type MarksContext = Pick<IndexContext, 'connection' | 'names'>;

/** Raises numbers of a small document, which is created with `fixed` if it is missing. */
export async function raiseNumbers(
  { connection, names }: MarksContext,
  id: string,
  numbers: Readonly<Record<string, number>>,
  fixed: object,
): Promise<void> {
  await connection.request({
    method: 'POST',
    path: `/${writeAliasOf(names.marks)}/_update/${id}`,
    query: { routing: id, require_alias: true, retry_on_conflict: CONFLICTS },
    body: { script: { lang: 'painless', source: RAISE, params: numbers }, upsert: { ...fixed, ...numbers } },
    doing: 'write marks',
  });
}

/** Sets numbers of a small document, also to lower ones; does nothing if it is missing. */
export async function setNumbers(
  { connection, names }: MarksContext,
  id: string,
  numbers: Readonly<Record<string, number>>,
  doing: string,
): Promise<void> {
  await connection.request({
    method: 'POST',
    path: `/${writeAliasOf(names.marks)}/_update/${id}`,
    query: { routing: id, require_alias: true, retry_on_conflict: CONFLICTS },
    body: { doc: numbers },
    doing,
    accept: [404],
  });
}

/** Reads a small document of `marks` as it was last written. */
export async function readMark<T>({ connection, names }: MarksContext, id: string): Promise<T | undefined> {
  return readDocument<T>(connection, { index: names.marks, id, routing: id }, { doing: 'read marks' });
}

/** Removes a small document of `marks`. Once this resolves, no list includes it. */
export async function removeMark({ connection, names }: IndexContext, id: string, doing: string): Promise<void> {
  const path = `/${names.marks}/_doc/${id}`;
  await connection.request({ method: 'DELETE', path, query: { routing: id, refresh: true }, doing, accept: [404] });
}

/** Creates the marks of partitions. They belong to the generation they describe, so both switch together. */
export function indexMarks(context: MarksContext): Pick<MemoryIndex, 'marks' | 'advanceMarks'> {
  return {
    marks: async (partition) => {
      const found = await readMark<Marks>(context, `partition.${partition}`);
      if (!found) return NO_MARKS;
      const { folded, searchable, embedded } = found;
      return { folded, searchable, ...(embedded === undefined || embedded < 0 ? {} : { embedded }) };
    },
    advanceMarks: async (partition, { folded, searchable, embedded }) =>
      raiseNumbers(
        context,
        `partition.${partition}`,
        { folded, searchable, ...(embedded === undefined ? {} : { embedded }) },
        { type: 'partition' },
      ),
  };
}

/**
 * Stores the list of parked records as the text of one small document beside the marks. This is safe because a
 * partition has one writer.
 */
export function asideRecords(context: MarksContext): Pick<MemoryIndex, 'aside' | 'setAside'> {
  const idOf = (partition: number): string => `aside.${partition}`;
  const read = async (partition: number): Promise<readonly AsideRecord[]> => {
    const found = await readMark<{ readonly set: string }>(context, idOf(partition));
    return found ? (JSON.parse(found.set) as AsideRecord[]) : [];
  };
  return {
    aside: read,
    setAside: async (partition, records) => {
      const set = JSON.stringify(mergeAside(await read(partition), records));
      await context.connection.request({
        method: 'PUT',
        path: `/${writeAliasOf(context.names.marks)}/_doc/${idOf(partition)}`,
        query: { routing: idOf(partition), require_alias: true },
        body: { type: 'aside', set },
        doing: 'write what is set aside',
      });
    },
  };
}
