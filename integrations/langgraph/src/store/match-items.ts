import type { Item, ListNamespacesOperation, MatchCondition, SearchOperation } from '@langchain/langgraph-checkpoint';

const COMPARE: Readonly<Record<string, (value: unknown, given: unknown) => boolean>> = {
  $eq: (value, given) => isSame(value, given),
  $ne: (value, given) => !isSame(value, given),
  $gt: (value, given) => Number(value) > Number(given),
  $gte: (value, given) => Number(value) >= Number(given),
  $lt: (value, given) => Number(value) < Number(given),
  $lte: (value, given) => Number(value) <= Number(given),
  $in: (value, given) => Array.isArray(given) && given.some((one) => isSame(value, one)),
  $nin: (value, given) => Array.isArray(given) && !given.some((one) => isSame(value, one)),
};

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Says whether an item is below the prefix of a search and passes its filter. */
export function matches({ namespace, value }: Item, { namespacePrefix, filter = {} }: SearchOperation): boolean {
  if (!namespacePrefix.every((label, at) => namespace[at] === label)) return false;
  return Object.entries(filter).every(([field, wanted]) => passes(value[field], wanted));
}

function passes(value: unknown, wanted: unknown): boolean {
  const operators = wanted !== null && typeof wanted === 'object' ? Object.entries(wanted) : [];
  const isComparison = operators.length > 0 && operators.every(([name]) => Object.hasOwn(COMPARE, name));
  return isComparison ? operators.every(([name, given]) => COMPARE[name]!(value, given)) : isSame(value, wanted);
}

/** Returns the namespaces that an operation asks for, each once, sorted by code unit. */
export function namespacesOf(
  items: readonly Item[],
  { matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation,
): string[][] {
  const found = items.map(({ namespace }) => namespace).filter((namespace) => matchConditions.every((one) => isMatch(namespace, one)));
  const cut = new Map(found.map((namespace) => namespace.slice(0, maxDepth)).map((namespace) => [namespace.join('\0'), namespace]));
  const sorted = [...cut].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, namespace]) => namespace);
  return sorted.slice(offset, offset + limit);
}

function isMatch(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  const part = matchType === 'prefix' ? namespace.slice(0, path.length) : namespace.slice(-path.length);
  return part.length === path.length && path.every((label, at) => label === '*' || label === part[at]);
}
