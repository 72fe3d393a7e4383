import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { METRIC_INVENTORY } from '@total-recall/observability';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

it('every metric of the inventory is fed by some code: a metric that nobody sets reads as zero', () => {
  const paths = globSync('{libs,apps}/**/*.ts', { cwd: root, exclude: (name) => name === 'dist' || name === 'node_modules' }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const sources = paths.map((path) => readFileSync(`${root}/${path}`, 'utf8'));
  const unused = Object.keys(METRIC_INVENTORY).filter((key) => !sources.some((source) => new RegExp(`\\.${key}\\b`).test(source)));
  expect(unused).toEqual([]);
});
