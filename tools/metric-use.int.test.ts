import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics, METRIC_INVENTORY } from '@total-recall/observability';
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

it('what an alert wants to see increase has a sample before it does: the first increase shows beside that alone', async () => {
  const rules = readFileSync(`${root}/infra/prometheus/alerts.yml`, 'utf8');
  const watched = [...rules.matchAll(/increase\((total_recall_\w+_total)(?:\{[^}]*\})?\[\w+\]\)\) > 0$/gm)].map(([, name]) => name!);
  expect(watched.length).toBeGreaterThan(6);
  const text = await createMetrics().render();
  // Those of the analytics begin with the tables of their store.
  const missing = watched.filter((name) => !name.includes('_analytics_') && !new RegExp(`^${name}(\\{.*\\})? 0$`, 'm').test(text));
  expect(missing).toEqual([]);
});

it('every value that a watched counter is increased by is one that it starts with', () => {
  const paths = globSync('{libs,apps}/**/src/**/*.ts', { cwd: root, exclude: (name) => name === 'dist' || name === 'node_modules' });
  const sources = paths.filter((path) => !path.endsWith('.test.ts')).map((path) => readFileSync(`${root}/${path}`, 'utf8'));
  // Values as the code writes them: in the call that increases, or where what it is given is made.
  const valuesIn = (places: RegExp, texts: readonly string[] = sources): string[] => {
    const found = texts.flatMap((source) => [...source.matchAll(places)].flatMap(([place]) => [...place.matchAll(/'([\w-]+)'/g)]));
    return [...new Set(found.map(([, value]) => value!))].sort();
  };
  const { limitsHit, invariantViolations, artifactsMissing, logParked } = METRIC_INVENTORY;
  expect(valuesIn(/limitsHit\.inc\(\{ limit: '\w+'/g)).toEqual([...limitsHit.startsWith].sort());
  expect(valuesIn(/artifactLosses\.note\(\{[^}]*\}/g)).toEqual([...artifactsMissing.startsWith].sort());
  expect(valuesIn(/parkingAs\(\w+, \{ role: '\w+'/g)).toEqual([...logParked.startsWith].sort());
  const invariants = valuesIn(/'I-\d+'/g, [readFileSync(`${root}/libs/domain/src/invariants.ts`, 'utf8')]);
  const counted = valuesIn(/invariantViolations\.inc\(\{ id: '[\w-]+'/g);
  expect([...new Set([...invariants, ...counted])].sort()).toEqual([...invariantViolations.startsWith].sort());
});
