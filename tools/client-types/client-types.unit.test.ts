import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatClientTypes } from './format-client-types.ts';

const folder = new URL('../../libs/client/src/wire/', import.meta.url);

describe('the types of the client', () => {
  it('are what the routes and their schemas say (npm run client:types)', async () => {
    const made = await formatClientTypes();
    expect(readdirSync(folder).sort()).toEqual(made.map(([name]) => name).sort());
    for (const [name, text] of made) expect(readFileSync(new URL(name, folder), 'utf8'), name).toBe(text);
  });
});
