import { isDeepStrictEqual } from 'node:util';
import type { Item, ListNamespacesOperation, MatchCondition, SearchOperation } from '@langchain/langgraph-checkpoint';

/** Operators of a filter, as LangGraph names them. What has no order is neither more nor less than anything. */
const COMPARE: Readonly<Record<string, (value: unknown, given: unknown) => boolean>> = {
  $eq: (value, given) => isSame(value, given),
  $ne: (value, given) => !isSame(value, given),
  $gt: (value, given) => orderOf(value, given) > 0,
  $gte: (value, given) => orderOf(value, given) >= 0,
  $lt: (value, given) => orderOf(value, given) < 0,
  $lte: (value, given) => orderOf(value, given) <= 0,
  $in: (value, given) => Array.isArray(given) && given.some((one) => isSame(value, one)),
  $nin: (value, given) => Array.isArray(given) && !given.some((one) => isSame(value, one)),
};

/** A field that is absent is as one that is null. */
function isSame(a: unknown, b: unknown): boolean {
  return isDeepStrictEqual(a ?? null, b ?? null);
}

function orderOf(value: unknown, given: unknown): number {
  const areNumbers = typeof value === 'number' && typeof given === 'number';
  if (areNumbers || (typeof value === 'string' && typeof given === 'string')) return value > given ? 1 : value < given ? -1 : 0;
  return Number.NaN;
}

/** Says whether an item is below the prefix of a search and passes its filter. Throws RangeError for an unknown operator. */
export function matches({ namespace, value }: Item, { namespacePrefix, filter = {} }: SearchOperation): boolean {
  if (!namespacePrefix.every((label, at) => namespace[at] === label)) return false;
  return Object.entries(filter).every(([field, wanted]) => passes(value[field], wanted));
}

function passes(value: unknown, wanted: unknown): boolean {
  if (!isRecord(wanted)) return isSame(value, wanted);
  const operators = Object.entries(wanted);
  if (!operators.some(([name]) => name.startsWith('$')))
    return isRecord(value) && operators.every(([field, part]) => passes(value[field], part));
  return operators.every(([name, given]) => {
    if (!Object.hasOwn(COMPARE, name)) throw new RangeError(`A filter has no operator ${name}: it has ${Object.keys(COMPARE).join(', ')}.`);
    return COMPARE[name]!(value, given);
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the namespaces that an operation asks for, each once, sorted by code unit. */
export function namespacesOf(
  items: readonly Item[],
  { matchConditions = [], maxDepth, limit = 100, offset = 0 }: ListNamespacesOperation,
): string[][] {
  const found = items.map(({ namespace }) => namespace).filter((namespace) => matchConditions.every((one) => isMatch(namespace, one)));
  const cut = new Map(found.map((namespace) => namespace.slice(0, maxDepth)).map((namespace) => [namespace.join('\0'), namespace]));
  const sorted = [...cut].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, namespace]) => namespace);
  return sorted.slice(offset, offset + limit);
}

function isMatch(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const part = matchType === 'prefix' ? namespace.slice(0, path.length) : namespace.slice(namespace.length - path.length);
  return path.every((label, at) => label === '*' || label === part[at]);
}
