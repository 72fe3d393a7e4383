import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createMutantRunner } from './mutant-runner.ts';

const ACCESS = 'libs/services/gateway/src/access';
const tests = [resolve(`${ACCESS}/access.unit.test.ts`)];
const orderOf = async (file: string, text = '', replacement = '') => {
  const path = resolve(ACCESS, file);
  return { path, source: (await readFile(path, 'utf8')).replace(text, () => replacement), tests };
};

it('a mutant is gone when the next one runs, in whatever file that is', async () => {
  const runner = createMutantRunner();
  try {
    const run = async (order: Awaited<ReturnType<typeof orderOf>>) => (await runner.run(order, 120_000)).kind;
    expect(await run(await orderOf('byte-range.ts', "first === ''", "first !== ''"))).toBe('killed');
    expect(await run(await orderOf('cursor-token.ts'))).toBe('survived');
    expect(await run(await orderOf('cursor-token.ts', 'cursorToken(cursor) !== token', 'cursorToken(cursor) === token'))).toBe('killed');
    expect(await run(await orderOf('byte-range.ts'))).toBe('survived');
  } finally {
    runner.close();
  }
});
