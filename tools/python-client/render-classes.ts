import type { Schema } from '../client-types/render-type.ts';
import { comment, leadsBack, literal, pascalCase, snakeCase } from './python-names.ts';

/** The differences between the classes of answers and the dictionaries that callers write. */
export interface Style {
  /** Puts together the name of a class for a schema. */
  className(schema: string): string;
  head(name: string): string;
  field(name: string, type: string, required: boolean): string;
  /** Type of a text with a fixed set of values. */
  choice(values: readonly string[]): string;
  readonly time: string;
  readonly list: string;
  /** Type of a named schema where a value of it is taken or given. */
  reference(name: string): string;
}

export interface Rendered {
  readonly name: string;
  readonly text: string;
  /** True where the text is a name for a union, which must stand after its members. */
  readonly isAlias: boolean;
}

/** Renders a named schema, with a class of its own for each object inside. */
export function renderClasses(name: string, schema: Schema, style: Style): Rendered[] {
  const out: Rendered[] = [];
  const type = typeOf(schema, name, style, out);
  if (type !== style.className(name)) {
    out.push({ name: style.className(name), text: `${style.className(name)}: TypeAlias = ${type}\n`, isAlias: true });
  }
  return out;
}

function typeOf(schema: Schema, name: string, style: Style, out: Rendered[]): string {
  const reference = schema['$ref'];
  if (typeof reference === 'string') return style.reference(reference.split('/').at(-1)!);
  if ('const' in schema) return `Literal[${literal(schema['const'])}]`;
  if (Array.isArray(schema['enum'])) return style.choice(schema['enum'].map(literal));
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) {
    const types = (choices as Schema[]).map((choice, at) => typeOf(choice, name + pascalCase(variantName(choice, at)), style, out));
    return [...new Set(types)].join(' | ');
  }
  const type = schema['type'];
  if (Array.isArray(type)) return type.map((one: unknown) => typeOf({ ...schema, type: one }, name, style, out)).join(' | ');
  if (type === 'array') return `${style.list}[${typeOf((schema['items'] ?? {}) as Schema, `${name}Item`, style, out)}]`;
  if (type === 'object') return objectType(schema, name, style, out);
  if (type === 'string') return schema['format'] === 'date-time' ? style.time : 'str';
  return { integer: 'int', number: 'int | float', boolean: 'bool', null: 'None' }[type as string] ?? 'Any';
}

/** Names a member of a union by the text that tells it from the others. */
function variantName(choice: Schema, at: number): string {
  const properties = Object.values((choice['properties'] ?? {}) as Record<string, Schema>);
  const told = properties.find((property) => 'const' in property)?.['const'];
  return typeof told === 'string' ? told : `Variant${at + 1}`;
}

function objectType(schema: Schema, name: string, style: Style, out: Rendered[]): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const more = schema['additionalProperties'];
  if (properties.length === 0 && more !== false) {
    const value = more === undefined || more === true ? 'Any' : typeOf(more as Schema, `${name}Value`, style, out);
    return `${style.list === 'list' ? 'dict' : 'Mapping'}[str, ${value}]`;
  }
  const required = new Set((schema['required'] ?? []) as string[]);
  const fields = properties.map(([property, part]) => {
    const type = typeOf(part, name + pascalCase(property), style, out);
    return `${note(part)}    ${style.field(property, type, required.has(property))}\n`;
  });
  const described = typeof schema['description'] === 'string' ? comment(schema['description'], '') : '';
  const className = style.className(name);
  if (out.some((other) => other.name === className)) throw new Error(`Two schemas would be called ${className}.`);
  out.push({ name: className, text: `${described}${style.head(className)}\n${fields.join('') || '    pass\n'}`, isAlias: false });
  return className;
}

function note(schema: Schema): string {
  return typeof schema['description'] === 'string' ? comment(schema['description'], '    ') : '';
}

/** Style of the pydantic models, in which answers are given. */
export const MODELS: Style = {
  className: (name) => name,
  head: (name) => `class ${name}(WireModel):`,
  field: (name, type, required) => {
    const optional = type.split(' | ').includes('None') ? type : `${type} | None`;
    const alias = leadsBack(name) ? '' : `alias=${JSON.stringify(name)}`;
    if (required) return `${snakeCase(name)}: ${type}${alias && ` = Field(${alias})`}`;
    return `${snakeCase(name)}: ${optional} = ${alias ? `Field(default=None, ${alias})` : 'None'}`;
  },
  choice: (values) => `Open[Literal[${values.join(', ')}]]`,
  time: 'AwareDatetime',
  list: 'list',
  reference: (name) => name,
};

/** Style of the dictionaries that callers hand over; a model is taken in the place of each. */
export const PARAMS: Style = {
  className: (name) => `${name}Param`,
  head: (name) => `class ${name}(TypedDict, total=False):`,
  field: (name, type, required) => `${snakeCase(name)}: ${required ? `Required[${type}]` : type}`,
  choice: (values) => `Literal[${values.join(', ')}]`,
  time: 'datetime | str',
  list: 'Sequence',
  reference: (name) => `${name}Param | models.${name}`,
};
