import { describe, expect, it } from 'vitest';
import { makePreview } from './preview.ts';
import { imageSize, sniffMime } from './sniff-mime.ts';

const plain = { mime: 'text/plain' };
const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((char) => char.charCodeAt(0)) : part)));
const png = bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', [0, 0, 2, 128, 0, 0, 1, 224, 8, 6]);

describe('makePreview', () => {
  it('shows the last 10 lines of a log', () => {
    const log = Array.from({ length: 200 }, (_, i) => `2031-04-05T10:00:${String(i % 60).padStart(2, '0')} INFO step ${i}`).join('\n');
    const preview = makePreview(log, plain);
    expect(preview.kind).toBe('log');
    expect(preview.text).toContain('INFO step 199');
    expect(preview.text).toContain('INFO step 190');
    expect(preview.text).not.toContain('INFO step 189');
  });

  it('shows a given line above the end of a log or text that has it further up', () => {
    const lines = Array.from({ length: 400 }, (_, i) => `test_${i} (tests.Harbour) ... ok`);
    const [failed, ended] = ['UnicodeEncodeError: no berth', 'Destroying the test database'];
    const text = [...lines.slice(0, 300), failed, ...lines.slice(300), ended].join('\n');
    const preview = makePreview(text, { ...plain, line: failed }).text;
    expect(preview).toMatch(new RegExp(`^${failed}\n\\[\\.\\.\\. \\d+ characters before\\]\n[^]*${ended}$`));
    expect(preview.length).toBeLessThanOrEqual(1_200);
    expect(makePreview(text, { ...plain, line: ended }).text).toBe(makePreview(text, plain).text);
    expect(makePreview(text, { ...plain, line: 'x'.repeat(5_000) }).text.length).toBeLessThanOrEqual(1_200);
  });

  it('shows 5 lines, the last 2 and the key count of JSON', () => {
    const preview = makePreview(JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key${i}`, i])), null, 1), plain);
    expect(preview.kind).toBe('json');
    expect(preview.text).toContain('"key0": 0');
    expect(preview.text).toContain('"key299": 299');
    expect(preview.text).toContain('300 keys, 300 at the top');
  });

  it('shows matching lines of every file of a search', () => {
    const found = Array.from({ length: 90 }, (_, i) => `src/part${i % 3}.ts:${i}: const value${i} = 1;`).join('\n');
    const preview = makePreview(found, plain);
    expect(preview.kind).toBe('search');
    for (const file of ['src/part0.ts:', 'src/part1.ts:', 'src/part2.ts:']) expect(preview.text).toContain(file);
    expect(preview.text).toContain('[90 matching lines in 3 files]');
  });

  it('shows header, two rows and the row count of a table', () => {
    const preview = makePreview(['name,size,owner', ...Array.from({ length: 400 }, (_, i) => `f${i},${i},ann`)].join('\n'), plain);
    expect(preview.kind).toBe('table');
    expect(preview.text).toContain('name,size,owner\nf0,0,ann\nf1,1,ann');
    expect(preview.text).toContain('[400 rows]');
  });

  it('names the files of a diff', () => {
    const preview = makePreview(
      `diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@\n-old\n+new\n${' same\n'.repeat(900)}`,
      plain,
    );
    expect(preview.kind).toBe('diff');
    expect(preview.text).toContain('[1 files, +1 -1]\nx.ts +1 -1');
  });

  it('gives type, size, dimensions and caption of an image', () => {
    const preview = makePreview(png, { mime: 'application/octet-stream', title: 'shot', caption: 'the login page' });
    expect(preview).toEqual({ kind: 'image', text: '[shot: image/png, 26 bytes, 640x480]\nthe login page' });
  });

  it('shows the end of other text, and decodes text that comes as bytes', () => {
    const preview = makePreview(bytes('word '.repeat(2_000), 'the very end'), plain);
    expect(preview.kind).toBe('text');
    expect(preview.text.endsWith('the very end')).toBe(true);
  });
});

describe('sniffMime and imageSize', () => {
  it.each<[Uint8Array, string, { width: number; height: number } | undefined]>([
    [png, 'image/png', { width: 640, height: 480 }],
    [bytes('GIF89a', [16, 0, 9, 0]), 'image/gif', { width: 16, height: 9 }],
    [bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1, 1, 1, 1]), 'image/jpeg', { width: 30, height: 20 }],
    [bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 49, 0, 0]), 'image/webp', { width: 100, height: 50 }],
    [bytes('%PDF-1.7'), 'application/pdf', undefined],
    [bytes('hello'), 'text/plain', undefined],
    [bytes([0, 1, 2]), 'application/octet-stream', undefined],
    [bytes([0xc3, 0x28]), 'application/octet-stream', undefined],
  ])('case %#', (data, mime, size) => {
    expect(sniffMime(data)).toBe(mime);
    expect(imageSize(data)).toEqual(size);
  });
});
