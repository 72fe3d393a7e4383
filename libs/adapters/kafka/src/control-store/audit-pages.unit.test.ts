import { expect, it } from 'vitest';
import { createAuditPages } from './audit-pages.ts';

it('keeps the newest of all tenants together, and each entry as it first came', () => {
  const pages = createAuditPages(4, (tenant) => (tenant === 'z' ? 9 : 0));
  const entry = (tenant: string, id: string, at = 1, offset = 0) =>
    ({ entry: { id, tenant, at, keyId: 'k', action: 'a', target: 't', outcome: 'allowed' }, offset }) as const;
  for (const [tenant, id] of [
    ['x', '1'],
    ['y', '1'],
    ['x', '2'],
    ['x', '3'],
  ] as const)
    pages.add(entry(tenant, id));
  pages.add(entry('x', '3', 99));
  expect(pages.page('x', 9, undefined).map(({ id, at }) => [id, at])).toEqual([
    ['3', 1],
    ['2', 1],
    ['1', 1],
  ]);
  pages.add(entry('x', '4'));
  pages.add(entry('x', '5'));
  expect(pages.page('y', 9, undefined)).toEqual([]);
  expect(pages.page('x', 9, '4').map(({ id }) => id)).toEqual(['3', '2']);
  expect(() => pages.page('x', 9, '1')).toThrow('no such entry');
  pages.add(entry('z', 'dropped', 1, 8));
  pages.add(entry('z', 'kept', 1, 9));
  expect(pages.page('z', 9, undefined).map(({ id }) => id)).toEqual(['kept']);
  expect([pages.has('z', 'dropped'), pages.has('x', '1')]).toEqual([true, false]);
});
