import { describe, expect, it } from 'vitest';
import { encodeTerm } from '../term-encoding.ts';
import { isPartOfId, namesOtherId } from './of-another-record.ts';

describe('a term that is part of an id', () => {
  it.each([
    ['the id itself', 'services/quay/store.ts:511', 'services/quay/store.ts:511'],
    ['a part between signs', 'quay', 'services/quay/store.ts:511'],
    ['a part at the start', 'services', 'services/quay/store.ts:511'],
    ['a part at the end', '511', 'services/quay/store.ts:511'],
    ['a part between underscores', '29', 'pilot_29_open'],
    ['a part without the ending of a plural', 'crane', 'cranes/7'],
    ['the same with another ending', 'box', 'boxes-7'],
    ['a later place where it stands alone', 'key', 'keyhole-7/key'],
  ])('%s', (_what, term, id) => expect(isPartOfId([encodeTerm(id)])(encodeTerm(term))).toBe(true));

  it.each([
    ['the start of a longer word', 'sto', 'services/quay/store.ts:511'],
    ['the end of a longer word', 'ore', 'services/quay/store.ts:511'],
    ['a part of a number', '51', 'services/quay/store.ts:511'],
    ['a word that the id has not', 'ferry', 'services/quay/store.ts:511'],
  ])('is not %s', (_what, term, id) => expect(isPartOfId([encodeTerm(id)])(encodeTerm(term))).toBe(false));
});

describe('a text that names another id', () => {
  it.each([
    ['another of that form', 'The parcel W4148 is at the quay.', true],
    ['the asked one', 'The parcel W4111 is at the quay.', false],
    ['both', 'W4111 came after w4148.', true],
    ['none', 'The parcel is at the quay.', false],
    ['one within a longer word', 'The parcel XW4148 is at the quay.', false],
  ])('%s', (_what, text, isNamed) => expect(namesOtherId([encodeTerm('w4111')])(text)).toBe(isNamed));
});
