import { hashHex } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { readSignedRange, signedRange } from './signed-range.ts';

const HERE = { tenant: 't', space: 's', session: 'x' };
const signerOf = (key: string) => ({ sign: (id: string) => `${id}.${hashHex(key, id)}` });
const SIGNER = signerOf('a');
const NAME = signedRange(SIGNER, HERE, { fromOrdinal: 3, toOrdinal: 90 });

describe('the name of a marker of one call', () => {
  it('is read back as its range', () => {
    expect(readSignedRange(SIGNER, HERE, NAME)).toEqual({ fromOrdinal: 3, toOrdinal: 90 });
  });

  it.each([
    ['another range', NAME.replace('r3-', 'r2-')],
    ['a signature that is cut', NAME.slice(0, -1)],
    ['another signature', `${NAME.slice(0, -1)}${NAME.endsWith('0') ? '1' : '0'}`],
    ['no range at all', '01HZZZZZZZZZZZZZZZZZZZZZZZ'],
    ['nothing', ''],
  ])('is not read of %s', (_, name) => {
    expect(readSignedRange(SIGNER, HERE, name)).toBeUndefined();
  });

  it('is good in its session only, and under the key that signed it', () => {
    for (const other of [{ tenant: 'u' }, { space: 'r' }, { session: 'y' }])
      expect(readSignedRange(SIGNER, { ...HERE, ...other }, NAME)).toBeUndefined();
    expect(readSignedRange(signerOf('b'), HERE, NAME)).toBeUndefined();
  });
});
