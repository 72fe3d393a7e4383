import { INDEX_LIMITS, type TextFilter } from '@total-recall/ports';
import type { DocumentFinder } from './find-document.ts';
import { NAME_TYPES, type NameType } from './index-schema.ts';
import type { NameReader } from './name-reader.ts';
import type { Columns } from './segment-format.ts';

/** A filter with names replaced by numbers of the `name` table. */
export interface ColumnFilter {
  readonly lists: readonly { readonly column: 'sessions' | 'kinds' | 'agents' | 'tasks'; readonly ids: ReadonlySet<number> }[];
  /** Session whose events pass the list of tasks anyway. */
  readonly anyTaskOf: number | undefined;
  readonly fromTime: number;
  readonly toTime: number;
  /** Numbers, in the space, of documents that do not pass. */
  readonly without: ReadonlySet<number>;
}

/** Number in a column for a missing name. */
const NONE = 0;

interface FilterSources {
  readonly names: NameReader;
  readonly finder: Pick<DocumentFinder, 'rangeOf'>;
}

export function resolveFilter(filter: TextFilter, space: number, { names, finder }: FilterSources): ColumnFilter | undefined | 'nothing' {
  const asked: [ColumnFilter['lists'][number]['column'], NameType, readonly string[] | undefined][] = [
    ['sessions', NAME_TYPES.session, filter.sessions],
    ['kinds', NAME_TYPES.kind, filter.kinds],
    ['agents', NAME_TYPES.agent, filter.agents],
    ['tasks', NAME_TYPES.task, filter.taskIds],
  ];
  const anyTaskOf = filter.anyTaskOf === undefined ? undefined : names.idOf(space, NAME_TYPES.session, filter.anyTaskOf);
  const lists: { column: ColumnFilter['lists'][number]['column']; ids: Set<number> }[] = [];
  for (const [column, type, values] of asked) {
    if (!values) continue;
    const ids = new Set(values.flatMap((value) => (value === '' ? NONE : (names.idOf(space, type, value) ?? []))));
    if (ids.size === 0 && !(column === 'tasks' && anyTaskOf !== undefined)) return 'nothing';
    lists.push({ column, ids });
  }
  const without = documentsOf(filter.withoutEvents, space, finder);
  if (lists.length === 0 && filter.fromTime === undefined && filter.toTime === undefined && without.size === 0) return undefined;
  return { lists, anyTaskOf, fromTime: filter.fromTime ?? -Infinity, toTime: filter.toTime ?? Infinity, without };
}

function documentsOf(eventIds: TextFilter['withoutEvents'], space: number, finder: FilterSources['finder']): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const eventId of eventIds?.values().take(INDEX_LIMITS.withoutEvents) ?? []) {
    const { first, documents } = finder.rangeOf(space, eventId) ?? { first: 0, documents: 0 };
    for (let at = 0; at < documents; at += 1) numbers.add(first + at);
  }
  return numbers;
}

/** Returns true when a document, by its number in the segment that begins with `first`, passes the filter. */
export function passesFilter(
  { lists, anyTaskOf, fromTime, toTime, without }: ColumnFilter,
  columns: Columns,
  document: number,
  first: number,
): boolean {
  if (without.size > 0 && without.has(first + document)) return false;
  if (fromTime > -Infinity && columns.times[document]! < fromTime) return false;
  if (toTime < Infinity && columns.times[document]! > toTime) return false;
  const isOwn = anyTaskOf !== undefined && columns.sessions[document] === anyTaskOf;
  return lists.every(({ column, ids }) => ids.has(columns[column][document]!) || (column === 'tasks' && isOwn));
}
