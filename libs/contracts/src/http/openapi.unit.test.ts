import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { buildOpenApi, errorsOf } from './openapi.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

const document = buildOpenApi({ version: '1.2.3' });
const routes = Object.entries<Route>(ROUTES);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1, references included', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone<Record<string, unknown>>(document));
    expect(result.errors ?? [], JSON.stringify(result.errors)?.slice(0, 2_000)).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it.each(routes)('%s stands in it with its schemas, parameters and errors', (id, route) => {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()] as Record<string, any>;
    expect(operation.operationId).toBe(id);
    expect(operation.responses[String(route.status)].content).toBeTruthy();
    if (route.response.kind === 'json')
      expect(operation.responses[String(route.status)].content['application/json'].schema.$ref).toMatch(/^#\/components\/schemas\//);
    if (route.body?.kind === 'json')
      expect(operation.requestBody.content['application/json'].schema.$ref).toMatch(/^#\/components\/schemas\//);
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(
      operation.parameters
        .filter((parameter: any) => parameter.in === 'path')
        .map((parameter: any) => parameter.name)
        .sort(),
    ).toEqual(inPath.sort());
    for (const status of errorsOf(route).keys()) expect(operation.responses[String(status)]).toBeTruthy();
  });

  it('has each operation once and no dangling reference', () => {
    expect(new Set(routes.map(([, route]) => `${route.method} ${route.path}`)).size).toBe(routes.length);
    const text = JSON.stringify(document);
    for (const [, name] of text.matchAll(/#\/components\/schemas\/([A-Za-z]+)/g)) expect(document.components.schemas).toHaveProperty(name!);
  });

  it('shows times as ISO 8601 and refuses unknown fields of requests', () => {
    expect(document.components.schemas['Event']).toMatchObject({ properties: { occurredAt: { type: 'string', format: 'date-time' } } });
    expect(document.components.schemas['NewEvent']).toMatchObject({ additionalProperties: false });
  });
});
