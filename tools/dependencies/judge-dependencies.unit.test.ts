import { describe, expect, it } from 'vitest';
import { foreignLicences, seriousAdvisories } from './judge-dependencies.ts';

const component = (name: string, ...licenses: { expression?: string; license?: { id?: string; name?: string } }[]) => ({
  name,
  version: '1.0.0',
  licenses,
});

describe('the licences of what ships', () => {
  it('are permissive, one of a choice and each of a sum', () => {
    const components = [
      component('a', { license: { id: 'MIT' } }),
      component('b', { expression: '(GPL-3.0-only OR MIT)' }),
      component('c', { expression: 'MIT AND BSD-3-Clause' }),
    ];
    expect(foreignLicences({ components })).toEqual([]);
  });

  it('are named where they are not, or where there is none', () => {
    const components = [
      component('a', { license: { id: 'AGPL-3.0-only' } }),
      component('b', { expression: 'MIT AND GPL-2.0-only' }),
      component('c'),
      component('d', { license: { name: 'See LICENCE' } }),
    ];
    expect(foreignLicences({ components }).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('known vulnerabilities', () => {
  it('count where they are high or critical, and are unknown where the registry did not answer', () => {
    const vulnerabilities = { a: { name: 'a', severity: 'low' }, b: { name: 'b', severity: 'critical' } };
    expect(seriousAdvisories({ vulnerabilities })).toEqual([{ name: 'b', severity: 'critical' }]);
    expect(seriousAdvisories({ vulnerabilities: {} })).toEqual([]);
    expect(seriousAdvisories({})).toBeUndefined();
  });
});
