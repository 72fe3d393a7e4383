import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderDecisions } from './render-decisions.ts';
import { renderErrorTable, renderLimitTable } from './render-limit-tables.ts';
import { renderBudgetTable, renderPolicyTable } from './render-policy-table.ts';
import { renderScreeningTable } from './render-screening-table.ts';

const page = (name: string): string => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8');

it.each([
  ['configuration.md', 'settings of a policy', renderPolicyTable],
  ['configuration.md', 'budgets by size', renderBudgetTable],
  ['configuration.md', 'rules of redaction', renderScreeningTable],
  ['limits.md', 'error codes', renderErrorTable],
  ['limits.md', 'limits', renderLimitTable],
  ['adr/README.md', 'decisions', renderDecisions],
])('%s has the %s as they are', (name, _, render) => {
  expect(page(name)).toContain(render());
});

it.each([
  ['setting of a policy', renderPolicyTable],
  ['error code', renderErrorTable],
  ['limit', renderLimitTable],
  ['rule of redaction', renderScreeningTable],
])('every %s says what it is', (_, render) => {
  const silent = render()
    .split('\n')
    .filter((row) => row.endsWith('|  |'));
  expect(silent).toEqual([]);
});
