import { escapeHtml, paragraphsHtml, proseHtml, renderSchema, typeOf, type Schema } from './render-schema.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

/** An operation of the OpenAPI document with its path and method. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly 'x-scope': string;
  readonly 'x-example'?: { readonly query?: string; readonly headers?: Readonly<Record<string, string>> };
}

export function renderOperation(operation: Operation, schemas: Readonly<Record<string, Schema>>): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const text = paragraphsHtml(description ?? '');
  const good = Object.entries(responses).filter(([status]) => status < '300');
  const bad = Object.entries(responses).filter(([status]) => status >= '300');
  return `<article id="${operationId}">
<h3><a class="anchor" href="#${operationId}">${escapeHtml(summary)}</a></h3>
<p class="route"><b class="verb ${method.toLowerCase()}">${method}</b><code>${escapeHtml(path).replace(/\{(\w+)\}/g, '<i>{$1}</i>')}</code><span class="scope">${escapeHtml(operation['x-scope'])}</span></p>
${text}
<div class="columns"><div>
${parameters.length > 0 ? `<h4>Parameters</h4>${parameterTable(parameters)}` : ''}
${requestBody ? `<h4>Body</h4>${renderContent(requestBody.content, schemas)}` : ''}
<h4>Answer</h4>${good.map(([status, { description: what, content }]) => `<details><summary><b>${status}</b> ${proseHtml(what)} ${contentType(content)}</summary>${content ? renderContent(content, schemas) : ''}</details>`).join('')}
<details><summary><b>Errors</b> as <a href="#schema-Problem">Problem</a></summary><table class="errors">${bad.map(([status, { description: what }]) => `<tr><td>${status}</td><td>${proseHtml(what)}</td></tr>`).join('')}</table></details>
</div><div class="example"><button type="button" class="copy">copy</button><pre><code>${escapeHtml(curlOf(operation))}</code></pre></div></div>
</article>`;
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code class="field">${escapeHtml(parameter.name)}</code>${parameter.required ? '<span class="required">*</span>' : ''}</td><td>${parameter.in}</td><td>${renderSchema(parameter.schema)}</td></tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function renderContent(content: Content, schemas: Readonly<Record<string, Schema>>): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const name = schema.$ref?.split('/').at(-1);
      const named = name === undefined ? undefined : schemas[name];
      return named
        ? `<p>${typeOf(schema)}</p>${renderSchema(named)}`
        : `<p><code>${escapeHtml(type)}</code> ${proseHtml(schema.description ?? '')}</p>`;
    })
    .join('');
}

function contentType(content: Content | undefined): string {
  const [first] = Object.values(content ?? {});
  return first?.schema.$ref ? typeOf(first.schema) : '';
}

const SAMPLES: Readonly<Record<string, string>> = {
  space: 'demo',
  session: 'first',
  eventId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  artifactId: `art_${'0'.repeat(32)}`,
  markerId: 'm1',
  keyId: '0123456789abcdef',
};

/** Renders a curl line that works when pasted; it takes the key and the address from shell variables. */
function curlOf({ method, path, requestBody, 'x-example': example }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => SAMPLES[name] ?? name);
  const query = example?.query ? `?${example.query}` : '';
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$TOTAL_RECALL_URL${filled}${query}"`,
    '-H "Authorization: Bearer $TOTAL_RECALL_API_KEY"',
  ];
  for (const [name, value] of Object.entries(example?.headers ?? {})) lines.push(`-H '${name}: ${value}'`);
  const json = requestBody?.content['application/json'];
  if (json) lines.push("-H 'Content-Type: application/json'", `-d '${JSON.stringify(json.example ?? {}).replaceAll("'", "'\\''")}'`);
  else if (requestBody) lines.push('--data-binary @session.jsonl');
  return lines.join(' \\\n  ');
}
