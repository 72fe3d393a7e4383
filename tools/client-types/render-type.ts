export type Schema = Readonly<Record<string, unknown>>;

/**
 * Renders a JSON Schema of the API document as a TypeScript type. Formats and limits are left out: the service checks
 * them.
 */
export function renderType(schema: Schema): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return reference.split('/').at(-1)!;
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return union((choices as Schema[]).map(renderType));
  const type = schema['type'];
  if (Array.isArray(type)) return union(type.map((one: unknown) => renderType({ ...schema, type: one })));
  if (type === 'array') return `readonly ${inList(renderType((schema['items'] ?? {}) as Schema))}[]`;
  if (type === 'object') return renderObject(schema);
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
}

/** Renders a named type, as an interface where it is an object. */
export function renderNamed(name: string, schema: Schema): string {
  const type = renderType(schema);
  const note = doc(schema);
  return schema['type'] === 'object' && type.startsWith('{')
    ? `${note}export interface ${name} ${type}\n`
    : `${note}export type ${name} = ${type};\n`;
}

function renderObject(schema: Schema): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const more = schema['additionalProperties'];
  if (properties.length === 0 && more !== undefined && more !== false) {
    return `Readonly<Record<string, ${more === true ? 'unknown' : renderType(more as Schema)}>>`;
  }
  const required = new Set((schema['required'] ?? []) as string[]);
  const lines = properties.map(
    ([name, part]) => `${doc(part)}readonly ${propertyName(name)}${required.has(name) ? '' : '?'}: ${renderType(part)};`,
  );
  return `{\n${lines.join('\n')}\n}`;
}

export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function doc(schema: Schema): string {
  return typeof schema['description'] === 'string' ? `/** ${schema['description'].replaceAll('*/', '* /')} */\n` : '';
}

function literal(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ') || 'never';
}

function inList(type: string): string {
  return type.includes(' | ') || type.startsWith('readonly ') ? `(${type})` : type;
}
