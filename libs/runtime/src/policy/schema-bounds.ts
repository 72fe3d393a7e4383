/** Limits on one extension's JSON Schema, with its references followed. */
export const SCHEMA_BOUNDS = { depth: 8, nodes: 256 } as const;

type Node = Readonly<Record<string, unknown>>;

/**
 * Formats whose check is linear in the value. Others are refused: they would act as patterns or not be checked at all.
 */
const FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'date', 'time', 'uuid', 'ipv4', 'uri']);
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const;
const SINGLE = ['items', 'additionalItems', 'additionalProperties', 'propertyNames', 'contains', 'not'] as const;
const MAPS = ['properties', '$defs', 'definitions'] as const;
const REFERENCE = /^#\/(\$defs|definitions)\/([^/]+)$/;

interface Walk {
  readonly root: Node;
  nodes: number;
}

/**
 * Explains why a tenant's schema may not be run, with the place; undefined if it may. Patterns are refused, because one
 * can occupy the process for minutes. References count each time they are followed, because nested ones multiply.
 */
export function schemaBoundsProblem(schema: Node): string | undefined {
  return nodeProblem({ root: schema, nodes: 0 }, schema, [], [], 1);
}

function nodeProblem(walk: Walk, value: unknown, path: readonly string[], followed: readonly string[], depth: number): string | undefined {
  const at = path.length === 0 ? 'the schema' : path.join('.');
  if (typeof value === 'boolean') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${at} must be a schema: an object or a boolean`;
  if (depth > SCHEMA_BOUNDS.depth) return `${at} is nested deeper than ${SCHEMA_BOUNDS.depth} schemas`;
  walk.nodes += 1;
  if (walk.nodes > SCHEMA_BOUNDS.nodes) return `${at} is past the limit of ${SCHEMA_BOUNDS.nodes} schemas, with references followed`;
  const node = value as Node;
  const own = keywordProblem(node, at, path);
  if (own !== undefined) return own;
  for (const { name, child } of children(node)) {
    const problem = nodeProblem(walk, child, [...path, ...name], followed, depth + 1);
    if (problem !== undefined) return problem;
  }
  return Object.hasOwn(node, '$ref') ? referenceProblem(walk, node['$ref'], [...path, '$ref'], followed, depth) : undefined;
}

function keywordProblem(node: Node, at: string, path: readonly string[]): string | undefined {
  const named = (keyword: string): string => [...path, keyword].join('.');
  for (const keyword of ['pattern', 'patternProperties']) {
    if (Object.hasOwn(node, keyword))
      return `${named(keyword)} is not allowed: regular expressions are not run here; use enum, minLength and maxLength`;
  }
  if (Object.hasOwn(node, 'format') && !FORMATS.has(node['format'])) return `${named('format')} must be one of ${[...FORMATS].join(', ')}`;
  const { type } = node;
  if (Array.isArray(type) && new Set(type).size !== type.length) return `${named('type')} names a type twice`;
  for (const keyword of LISTS) {
    if (Object.hasOwn(node, keyword) && !Array.isArray(node[keyword])) return `${named(keyword)} must be a list of schemas`;
  }
  for (const keyword of MAPS) {
    const map = Object.hasOwn(node, keyword) ? node[keyword] : {};
    if (typeof map !== 'object' || map === null || Array.isArray(map)) return `${named(keyword)} of ${at} must be an object of schemas`;
  }
  return undefined;
}

function children(node: Node): { readonly name: readonly string[]; readonly child: unknown }[] {
  const listed = (keyword: string): unknown[] | undefined =>
    Object.hasOwn(node, keyword) && Array.isArray(node[keyword]) ? node[keyword] : undefined;
  const lists = [...LISTS, 'items'].flatMap((keyword) =>
    (listed(keyword) ?? []).map((child, index) => ({ name: [keyword, String(index)], child })),
  );
  const single = SINGLE.filter((keyword) => Object.hasOwn(node, keyword) && !(keyword === 'items' && listed('items'))).map((keyword) => ({
    name: [keyword],
    child: node[keyword],
  }));
  const maps = MAPS.filter((keyword) => Object.hasOwn(node, keyword)).flatMap((keyword) =>
    Object.entries(node[keyword] as Node).map(([name, child]) => ({ name: [keyword, name], child })),
  );
  return [...lists, ...single, ...maps];
}

function referenceProblem(
  walk: Walk,
  reference: unknown,
  path: readonly string[],
  followed: readonly string[],
  depth: number,
): string | undefined {
  const at = path.join('.');
  const [, keyword, encoded] = (typeof reference === 'string' ? REFERENCE.exec(reference) : null) ?? [];
  if (keyword === undefined || encoded === undefined) return `${at} must point to a definition of this schema, as #/$defs/name`;
  const defs = walk.root[keyword] as Node | undefined;
  const name = encoded.replaceAll('~1', '/').replaceAll('~0', '~');
  if (!defs || !Object.hasOwn(defs, name)) return `${at} points to a definition that is not there`;
  if (followed.includes(name)) return `${at} leads back to itself: schemas may not be recursive`;
  return nodeProblem(walk, defs[name], path, [...followed, name], depth + 1);
}
