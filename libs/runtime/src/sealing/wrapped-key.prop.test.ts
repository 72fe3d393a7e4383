import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_BYTES, tagFirst, unwrapKey, wrapKey, type WrappedKeyLayout } from './wrapped-key.ts';

const wrappingKey = fc.uint8Array({ minLength: KEY_BYTES, maxLength: KEY_BYTES });
const anyKey = fc.uint8Array({ minLength: 1, maxLength: 200 });
const layouts = fc.constantFrom<WrappedKeyLayout>('tag-first', 'tag-last');

describe('a wrapped key', () => {
  it('opens under its wrapping key, name and layout only', () => {
    fc.assert(
      fc.property(wrappingKey, fc.string(), anyKey, layouts, (wrapping, name, key, layout) => {
        const wrapped = wrapKey(wrapping, name, key, layout);
        expect(unwrapKey(wrapping, name, wrapped, layout)).toEqual(key);
        expect(unwrapKey(wrapping, `${name}/`, wrapped, layout)).toBeUndefined();
        expect(
          unwrapKey(
            Uint8Array.from(wrapping, (byte) => byte ^ 1),
            name,
            wrapped,
            layout,
          ),
        ).toBeUndefined();
      }),
    );
  });

  it('does not open with a byte changed or cut off', () => {
    fc.assert(
      fc.property(wrappingKey, anyKey, layouts, fc.nat(), (wrapping, key, layout, at) => {
        const wrapped = wrapKey(wrapping, 'name', key, layout);
        const changed = wrapped.with(at % wrapped.length, wrapped[at % wrapped.length]! ^ 1);
        expect(unwrapKey(wrapping, 'name', changed, layout)).toBeUndefined();
        expect(unwrapKey(wrapping, 'name', wrapped.subarray(0, at % wrapped.length), layout)).toBeUndefined();
      }),
    );
  });

  it('changes from tag last to tag first', () => {
    fc.assert(
      fc.property(wrappingKey, anyKey, (wrapping, key) => {
        const wrapped = wrapKey(wrapping, 'name', key, 'tag-last');
        expect(unwrapKey(wrapping, 'name', tagFirst(wrapped), 'tag-first')).toEqual(key);
      }),
    );
  });
});
