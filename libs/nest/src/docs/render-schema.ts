/** The subset of JSON Schema that our contracts generate. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

const DEEPEST = 6;

/** Renders a schema as a list of fields, nested as the schema is. A named schema becomes a link. */
export function renderSchema(schema: Schema, depth = 0): string {
  const inner = schema.items && !schema.$ref ? schema.items : schema;
  const options = (inner.anyOf ?? inner.oneOf ?? []).filter((option) => option.properties);
  if (options.length > 0)
    return options.map((option, index) => `<p class="or">${index === 0 ? 'either' : 'or'}</p>${renderSchema(option, depth)}`).join('');
  if (!inner.properties || depth > DEEPEST) return depth === 0 ? `<p>${typeOf(schema)}${about(schema)}</p>` : '';
  const required = new Set(inner.required ?? []);
  return `<ul class="fields">${Object.entries(inner.properties)
    .map(
      ([name, field]) =>
        `<li><code class="field">${escapeHtml(name)}</code>${required.has(name) ? '<span class="required" title="required">*</span>' : ''} ${typeOf(field)}${about(field)}${field.$ref ? '' : renderSchema(field, depth + 1)}</li>`,
    )
    .join('')}</ul>`;
}

export function typeOf(schema: Schema): string {
  return `<span class="type">${typeText(schema)}</span>`;
}

function typeText(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return `<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ');
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map(typeText).join(' | ');
  if (schema.type === 'array') return `${schema.items ? typeText(schema.items) : 'any'}[]`;
  if (schema.type === undefined) return 'any';
  const type = [schema.type].flat().join(' | ');
  return escapeHtml(schema.format ? `${type} (${schema.format})` : schema.contentEncoding ? `${type} (${schema.contentEncoding})` : type);
}

function about(schema: Schema): string {
  const bounds = [
    range('', schema.minimum, schema.maximum),
    range('length ', schema.minLength, schema.maxLength),
    range('items ', schema.minItems, schema.maxItems),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((part) => part !== '');
  const bound = bounds.length > 0 ? ` <span class="bound">${escapeHtml(bounds.join(', '))}</span>` : '';
  return `${bound}${schema.description ? ` <span class="about">${proseHtml(schema.description)}</span>` : ''}`;
}

function range(what: string, min: number | undefined, max: number | undefined): string {
  const most = max !== undefined && Math.abs(max) < Number.MAX_SAFE_INTEGER ? max : undefined;
  const least = min !== undefined && Math.abs(min) < Number.MAX_SAFE_INTEGER ? min : undefined;
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `${what}${least!.toLocaleString('en')} or more`;
  return `${what}${(least ?? 0).toLocaleString('en')} to ${most.toLocaleString('en')}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes prose, in which backticks mark code. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function paragraphsHtml(text: string): string {
  return text
    .split('\n\n')
    .map((part) => `<p>${proseHtml(part)}</p>`)
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
