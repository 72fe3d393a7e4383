import { Validator } from '@seriousme/openapi-schema-validator';
import { MAX_MARKER_CAP, MAX_WINDOW_TOKENS, MIN_MARKER_CAP, MIN_WINDOW_TOKENS, resolvePolicy } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { policySettings } from '../policy/policy.ts';
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

  it('names the errors of damage, of too much work, and of a delegation', () => {
    const codes = (route: Route): string[] => [...errorsOf(route).values()].flat();
    for (const [id, route] of routes) expect([id, ...codes(route)]).toEqual(expect.arrayContaining([id, 'overloaded', 'damaged']));
    expect(codes(ROUTES.open)).toContain('recall_not_granted');
  });

  it('requires a body where a request without one is refused', () => {
    const withBody = routes.filter(([, { body }]) => body !== undefined);
    const required = withBody.filter(([, { path, method }]) => (document.paths[path]![method.toLowerCase()] as any).requestBody.required);
    const may = withBody.filter((route) => !required.includes(route)).map(([id]) => id);
    expect(may.toSorted()).toEqual([
      'assembleWindow',
      'changeTenant',
      'compactSession',
      'forgetFact',
      'putSessionPolicy',
      'putSpacePolicy',
      'putTenantPolicy',
      'reflect',
      'releaseHold',
      'removeTenant',
      'undoEntry',
    ]);
  });

  it('has the bounds of a policy that the service has', () => {
    const { windowTokens, markerCap } = document.components.schemas['PolicySettings']!['properties'] as Record<string, object>;
    expect(windowTokens).toMatchObject({ minimum: MIN_WINDOW_TOKENS, maximum: MAX_WINDOW_TOKENS });
    expect(markerCap).toMatchObject({ minimum: MIN_MARKER_CAP, maximum: MAX_MARKER_CAP });
    for (const [field, bounds] of Object.entries({
      windowTokens: [MIN_WINDOW_TOKENS, MAX_WINDOW_TOKENS],
      markerCap: [MIN_MARKER_CAP, MAX_MARKER_CAP],
    })) {
      for (const value of bounds) {
        expect(policySettings.safeParse({ [field]: value }).success).toBe(true);
        // Budgets that follow from one bound may not fit it, which is said of another setting.
        const resolved = resolvePolicy([{ [field]: value }]);
        expect(resolved.kind === 'invalid' ? resolved.problems.map((problem) => problem.field) : []).not.toContain(field);
      }
    }
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
