import type { ServerResponse } from 'node:http';
import { Controller, Get, Inject, Res, type Type } from '@nestjs/common';
import type { OpenApiDocument } from '@total-recall/contracts';
import { renderDocsPage } from './docs-page.ts';

export const OPENAPI = Symbol('openapi document');

/**
 * Creates the controller of GET /openapi.json and GET /docs. Both answers are rendered once and are the same for every
 * caller.
 */
export function docsController(): Type<unknown> {
  class DocsController {
    readonly #json: string;
    readonly #page: ReturnType<typeof renderDocsPage>;

    constructor(document: OpenApiDocument) {
      this.#json = JSON.stringify(document);
      this.#page = renderDocsPage(document);
    }

    openApi(response: ServerResponse): void {
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(this.#json);
    }

    docs(response: ServerResponse): void {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.setHeader('Content-Security-Policy', this.#page.contentSecurityPolicy);
      response.end(this.#page.html);
    }
  }
  Controller()(DocsController);
  Inject(OPENAPI)(DocsController, undefined, 0);
  for (const [method, path] of [
    ['openApi', '/openapi.json'],
    ['docs', '/docs'],
  ] as const) {
    Res()(DocsController.prototype, method, 0);
    Get(path)(DocsController.prototype, method, Object.getOwnPropertyDescriptor(DocsController.prototype, method)!);
  }
  return DocsController;
}
