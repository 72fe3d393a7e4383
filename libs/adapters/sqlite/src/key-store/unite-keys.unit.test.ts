import { describe, expect, it } from 'vitest';
import { haveOtherKeys, uniteKeys, type StoredKey } from './unite-keys.ts';

const BYTES = new Uint8Array([1]);

/** A key named `space/session`; one with `-` in front of its id is destroyed. */
function key(place: string, id: string): StoredKey {
  const [space, session] = place.split('/') as [string, string];
  return { keyId: id.replace('-', ''), tenant: 't', space, session, wrapped: id.startsWith('-') ? null : BYTES, master: null };
}

const rows = (keys: Record<string, string>): StoredKey[] => Object.entries(keys).map(([place, id]) => key(place, id));

/** Unites two stores and returns the ids by place, a destroyed one with `-` in front; or the places that cannot be united. */
function united(own: Record<string, string>, other: Record<string, string>, used: readonly string[] = []): unknown {
  const { put, drop, apart } = uniteKeys(rows(own), rows(other), (id) => used.includes(id));
  if (apart.length > 0) return apart.map(({ space, session }) => `${space}/${session}`);
  const result = { ...own };
  for (const { space, session } of drop) delete result[`${space}/${session}`];
  for (const { space, session, keyId, wrapped } of put) result[`${space}/${session}`] = `${wrapped ? '' : '-'}${keyId}`;
  return result;
}

const HOME = { 'a/': 'A' };

describe('two stores of keys', () => {
  it('have together what each of them has', () => {
    expect(united({ ...HOME, 'a/1': 'k1' }, { ...HOME, 'a/2': 'k2', 'b/': 'B', 'b/1': 'k3' })).toEqual({
      ...HOME,
      'a/1': 'k1',
      'a/2': 'k2',
      'b/': 'B',
      'b/1': 'k3',
    });
  });

  it.each([
    ['a session in the own one', { ...HOME, 'a/1': '-k1' }, { ...HOME, 'a/1': 'k1' }, { ...HOME, 'a/1': '-k1' }],
    ['a session in the other', { ...HOME, 'a/1': 'k1' }, { ...HOME, 'a/1': '-k1' }, { ...HOME, 'a/1': '-k1' }],
    ['a session that the own one never had', { ...HOME, 'a/1': '-made-up' }, { ...HOME, 'a/1': 'k1' }, { ...HOME, 'a/1': '-k1' }],
    ['a space with its sessions', { 'a/': '-A' }, { ...HOME, 'a/1': 'k1' }, { 'a/': '-A', 'a/1': '-k1' }],
    ['a space that the other never had', { ...HOME, 'a/1': 'k1' }, { 'a/': '-made-up' }, { 'a/': '-A', 'a/1': '-k1' }],
  ])('have no key that one of them destroyed: %s', (_, own, other, expected) => {
    expect(united(own, other, ['k1'])).toEqual(expected);
    expect(united(expected, other, ['k1'])).toEqual(expected);
  });

  it.each([
    ['of the other', ['k2'], 'k2'],
    ['of the own one', ['k1'], 'k1'],
    ['of neither', [], 'k1'],
  ])('keep of two keys for a session the one with records: %s', (_, used, expected) => {
    expect(united({ ...HOME, 'a/1': 'k1' }, { ...HOME, 'a/1': 'k2' }, used)).toEqual({ ...HOME, 'a/1': expected });
  });

  it('keep of two keys for a space the one under which records were sealed, and no session of the other', () => {
    const [own, other] = [
      { 'a/': 'A', 'a/1': 'k1', 'a/2': '-k2' },
      { 'a/': 'B', 'a/3': 'k3' },
    ];
    expect(united(own, other, ['k3'])).toEqual({ 'a/': 'B', 'a/2': '-k2', 'a/3': 'k3' });
    expect(united(own, other, [])).toEqual(own);
  });

  it('are not united where records were sealed with two keys of one place', () => {
    expect(united({ ...HOME, 'a/1': 'k1' }, { ...HOME, 'a/1': 'k2' }, ['k1', 'k2'])).toEqual(['a/1']);
    expect(united({ 'a/': 'A', 'a/1': 'k1' }, { 'a/': 'B', 'a/2': 'k2' }, ['k1', 'k2'])).toEqual(['a/']);
  });

  it('need a look at the log only where a place has two keys', () => {
    expect(haveOtherKeys(rows({ 'a/': 'A' }), rows({ 'a/': 'A', 'b/': 'B' }))).toBe(false);
    expect(haveOtherKeys(rows({ 'a/': 'A' }), rows({ 'a/': 'B' }))).toBe(true);
  });
});
