import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makePreview, PREVIEW_CHARS } from './preview.ts';
import { imageSize } from './sniff-mime.ts';

const line = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('a,b,c', 'src/x.ts:1: y', '{"a": 1,', '2030-01-01T00:00:00 ERROR x', '+++ b/x', '@@ -1 +1 @@', '😀'.repeat(90), '}'),
);
const text = fc.array(line, { maxLength: 120 }).map((lines) => lines.join('\n'));
const mime = fc.constantFrom('', 'text/plain', 'application/json', 'text/csv', 'image/png', 'application/octet-stream', 'text/x-diff');
const title = fc.option(fc.string({ maxLength: 400 }), { nil: undefined });

describe('makePreview', () => {
  it('never throws, is bounded, and is the same every time', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array({ maxLength: 4_000 })), mime, title, title, (content, type, name, caption) => {
        const hints = { mime: type, title: name, caption };
        const preview = makePreview(content, hints);
        expect(preview.text.length).toBeLessThanOrEqual(PREVIEW_CHARS);
        expect(makePreview(content, hints)).toEqual(preview);
      }),
      { numRuns: 300 },
    );
  });

  it('reads dimensions of damaged images without failing', () => {
    const magic = fc.constantFrom(
      [0xff, 0xd8, 0xff],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
    );
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        const size = imageSize(Uint8Array.from([...head, ...rest]));
        expect(size === undefined || (size.width >= 0 && size.height >= 0)).toBe(true);
      }),
    );
  });
});
