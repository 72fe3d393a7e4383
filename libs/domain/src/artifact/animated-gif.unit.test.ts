import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gifOf } from '../../testing/gif.ts';
import { isAnimatedGif } from './animated-gif.ts';

describe('a GIF', () => {
  it.each([
    ['of one frame', gifOf(1), false],
    ['of one frame with a table of its own', gifOf(1, { hasOwnColours: true }), false],
    ['of two frames', gifOf(2), true],
    ['of two frames with tables of their own', gifOf(2, { hasOwnColours: true }), true],
    ['that ends within its first frame', gifOf(2).subarray(0, 30), false],
    ['of nothing but its signature', gifOf(1).subarray(0, 6), false],
  ])('%s', (_name, bytes, isAnimated) => {
    expect(isAnimatedGif(bytes)).toBe(isAnimated);
  });

  it('is told from any other bytes, whatever they are', () => {
    expect(isAnimatedGif(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]))).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(isAnimatedGif(bytes)).toBe(false);
        isAnimatedGif(Uint8Array.from([...gifOf(1).subarray(0, 13), ...bytes]));
      }),
    );
  });
});
