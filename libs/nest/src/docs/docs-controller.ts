import type { ServerResponse } from 'node:http';
import { Controller, Get, Inject, Res, type Type } from '@nestjs/common';
import type { OpenApiDocument } from '@total-recall/contracts';
import { renderDocsPage } from './docs-page.ts';

export const OPENAPI = Symbol('openapi document');

/**
 * Creates the controller of GET /openapi.json and GET /docs, to which GET / leads. Both answers are the same for every caller, and rendered
 * once, when the first one asks: a start need not wait for them.
 */
export function docsController(): Type<unknown> {
  class DocsController {
    readonly #document: () => OpenApiDocument;
    #json: string | undefined;
    #page: ReturnType<typeof renderDocsPage> | undefined;

    constructor(document: () => OpenApiDocument) {
      this.#document = document;
    }

    openApi(response: ServerResponse): void {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end((this.#json ??= JSON.stringify(this.#document())));
    }

    root(response: ServerResponse): void {
      // Relative, so that it stays below the path of a reverse proxy that hands on `/memory/`. The path is not known here, so it
      // leads away from a `/memory` that is handed on without its slash.
      response.writeHead(302, { Location: 'docs' }).end();
    }

    docs(response: ServerResponse): void {
      const page = (this.#page ??= renderDocsPage(this.#document()));
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', page.contentSecurityPolicy);
      response.end(page.html);
    }
  }
  Controller()(DocsController);
  Inject(OPENAPI)(DocsController, undefined, 0);
  for (const [method, path] of [
    ['openApi', '/openapi.json'],
    ['docs', '/docs'],
    ['root', '/'],
  ] as const) {
    Res()(DocsController.prototype, method, 0);
    Get(path)(DocsController.prototype, method, Object.getOwnPropertyDescriptor(DocsController.prototype, method)!);
  }
  return DocsController;
}
