import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '@total-recall/contracts';
import { DOCS_SCRIPT, DOCS_STYLE } from './docs-assets.ts';
import { renderOperation, type Operation } from './render-operation.ts';
import { escapeHtml, paragraphsHtml, renderSchema, type Schema } from './render-schema.ts';

export interface DocsPage {
  readonly html: string;
  /** Policy that allows only the style and the script of this page, by their hashes. */
  readonly contentSecurityPolicy: string;
}

/**
 * Renders a self-contained page from the OpenAPI document: each operation with its parameters, schemas, errors and a
 * curl line. `home` is the address of the pages that it is one of, where it is.
 */
export function renderDocsPage(document: OpenApiDocument, home?: string): DocsPage {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation }) as unknown as Operation),
  );
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  const schemas = document.components.schemas as Record<string, Schema>;
  const menu = tags
    .map(
      (tag) =>
        `<h2>${escapeHtml(tag)}</h2><ul>${operations
          .filter((operation) => operation.tags.includes(tag))
          .map(menuLine)
          .join('')}</ul>`,
    )
    .join('');
  const sections = tags
    .map(
      (tag) =>
        `<section class="tag"><h2>${escapeHtml(tag)}</h2>${operations
          .filter((operation) => operation.tags.includes(tag))
          .map((operation) => renderOperation(operation, schemas))
          .join('')}</section>`,
    )
    .join('');
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<nav aria-label="Operations">
<a class="brand" href="#top">${escapeHtml(document.info.title)} <small>${escapeHtml(document.info.version)}</small></a>
<input id="filter" type="search" placeholder="Filter (press /)" aria-label="Filter operations" autocomplete="off">
${home === undefined ? '' : `<ul><li><a href="${escapeHtml(home)}">All pages of the documentation</a></li></ul>`}
${menu}
<h2>Reference</h2><ul><li><a href="#schemas">Schemas</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>
</nav>
<main id="top">
<header><h1>${escapeHtml(document.info.title)} API</h1>${paragraphsHtml(document.info.description)}</header>
${sections}
<section class="tag" id="schemas"><h2>Schemas</h2>${Object.entries(schemas).map(renderNamed).join('')}</section>
</main>
<script>${DOCS_SCRIPT}</script>
</body>
</html>
`;
  const policy = `default-src 'none'; style-src ${hashOf(DOCS_STYLE)}; script-src ${hashOf(DOCS_SCRIPT)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, contentSecurityPolicy: policy };
}

function menuLine({ operationId, method, summary }: Operation): string {
  return `<li data-find="${escapeHtml(`${operationId} ${summary}`.toLowerCase())}"><a href="#${operationId}"><b class="verb ${method.toLowerCase()}">${method}</b>${escapeHtml(summary)}</a></li>`;
}

function renderNamed([name, schema]: [string, Schema]): string {
  return `<details class="schema" id="schema-${name}"><summary><code>${name}</code></summary>${renderSchema(schema)}</details>`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
