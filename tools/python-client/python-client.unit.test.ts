import { readFileSync, readdirSync } from 'node:fs';
import { ROUTES } from '@total-recall/contracts';
import { describe, expect, it } from 'vitest';
import { renderPythonClient } from './render-python-client.ts';

const folder = new URL('../../python/src/total_recall/', import.meta.url);

describe('the made files of the Python client', () => {
  it('are what the routes, their schemas and the asynchronous client say (npm run client:python)', () => {
    const made = renderPythonClient();
    const there = ['models', '_sync'].flatMap((name) =>
      readdirSync(new URL(`${name}/`, folder))
        .filter((file) => file.endsWith('.py'))
        .map((file) => `${name}/${file}`),
    );
    expect(there.sort()).toEqual(
      Object.keys(made)
        .filter((name) => name.includes('/'))
        .sort(),
    );
    for (const [name, text] of Object.entries(made)) expect(readFileSync(new URL(name, folder), 'utf8'), name).toBe(text);
  });

  it('have a method for every route', () => {
    const modules = readdirSync(new URL('_async/', folder)).filter((file) => file.endsWith('.py'));
    const asked = modules.map((file) => readFileSync(new URL(`_async/${file}`, folder), 'utf8'));
    expect(Object.keys(ROUTES).filter((id) => !asked.join('').includes(`"${id}"`))).toEqual([]);
  });

  it('repeat the same calls after a lost answer as the client for TypeScript', () => {
    const once = (from: URL): string[] => {
      const list = /\bONCE\b[^(]*\(([^)]*)\)/.exec(readFileSync(from, 'utf8'))![1]!;
      return [...list.matchAll(/['"](\w+)['"]/g)].map(([, route]) => route!).sort();
    };
    const calls = once(new URL('_request.py', folder));
    expect(calls).toContain('createKey');
    expect(calls).toEqual(once(new URL('../../libs/client/src/calls/transport.ts', import.meta.url)));
  });

  it('carry the licence of the project', () => {
    const licence = (from: string): string => readFileSync(new URL(from, import.meta.url), 'utf8');
    expect(licence('../../python/LICENSE')).toBe(licence('../../LICENSE'));
  });
});
