import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCheckedJson, writeCheckedJson } from './checked-json.ts';

const anObject = fc.dictionary(fc.string(), fc.jsonValue());

test('what was written is read again', () => {
  fc.assert(
    fc.property(anObject, (value) => {
      const read = readCheckedJson('backup', writeCheckedJson('backup', value));
      expect(JSON.stringify(read)).toBe(JSON.stringify(value));
    }),
  );
});

test('text that was cut, or in which a character is another, is never read as something else', () => {
  fc.assert(
    fc.property(anObject, fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (value, at, character) => {
      const text = writeCheckedJson('backup', value);
      const place = at % (text.length - 1);
      const written = JSON.stringify(value);
      const changed = text.slice(0, place) + character + text.slice(place + 1);
      expect([undefined, written]).toContain(asText(readCheckedJson('backup', changed)));
      expect(readCheckedJson('backup', text.slice(0, place))).toBeUndefined();
    }),
  );
});

test.each(['', 'null', '[]', '"text"', '7', '{}', '{"backup":null}', '{"backup":{},"sha256":7}'])('%s is no manifest', (text) => {
  expect(readCheckedJson('backup', text)).toBeUndefined();
});

test('a value under another name is not taken for the one asked for', () => {
  expect(readCheckedJson('manifest', writeCheckedJson('backup', { format: 1 }))).toBeUndefined();
});

function asText(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
