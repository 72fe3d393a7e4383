import { describe, expect, it } from 'vitest';
import { limitPictures } from './limit-pictures.ts';
import type { ShownPicture, WindowBlock } from './window-request.ts';

const picture = (id: string, side = 100, fields: Partial<ShownPicture> = {}): ShownPicture => ({
  id,
  mime: 'image/png',
  sizeBytes: 1_000,
  widthPixels: 100,
  heightPixels: side,
  ...fields,
});
const shot = (...artifacts: ShownPicture[]): WindowBlock => ({
  kind: 'event',
  eventKind: 'tool_result',
  text: 'shot',
  tokens: 1_610,
  artifacts,
});
const shots = (count: number, side = 100, fields: Partial<ShownPicture> = {}): WindowBlock[] =>
  Array.from({ length: count }, (_, at) => shot(picture(`art_${at}`, side, fields)));
const kept = (blocks: readonly WindowBlock[]): string[] => blocks.flatMap(({ artifacts = [] }) => artifacts.map(({ id }) => id));

describe('the pictures of a window', () => {
  it('are all shown within the limits', () => {
    const blocks = [...shots(100), { kind: 'event' as const, text: 'x', tokens: 1 }];
    expect(limitPictures(blocks)).toBe(blocks);
    expect(limitPictures(shots(20, 7_999))).toHaveLength(20);
    expect(kept(limitPictures(shots(20, 7_999)))).toHaveLength(20);
  });

  it('are the newest within a hundred, the oldest leaving four at once, and say where one was left out', () => {
    const limited = limitPictures(shots(103));
    expect(kept(limited)).toEqual(Array.from({ length: 99 }, (_, at) => `art_${at + 4}`));
    for (const more of [101, 102, 104]) expect(kept(limitPictures(shots(more)))[0]).toBe('art_4');
    expect(limited[0]).toEqual({
      kind: 'event',
      eventKind: 'tool_result',
      text: 'shot\n[image, left out: the window has too many]',
      tokens: 1_610,
    });
  });

  it('take at most 20 MB as base64 together', () => {
    expect(kept(limitPictures(shots(6, 100, { sizeBytes: 3_700_000 })))).toEqual(['art_2', 'art_3', 'art_4', 'art_5']);
  });

  it('of more than twenty are none above 2,000 pixels, the oldest leaving first, four at once', () => {
    const mixed = [...shots(3, 2_001), ...Array.from({ length: 19 }, (_, at) => shot(picture(`new_${at}`, 2_000)))];
    expect(kept(limitPictures(mixed))).toEqual(Array.from({ length: 19 }, (_, at) => `new_${at}`));
    expect(kept(limitPictures(shots(30, 2_001)))).toHaveLength(18);
    expect(kept(limitPictures(shots(30, 2_000)))).toHaveLength(30);
  });

  it('of pinned events leave last', () => {
    const many = shots(103).map((block, at) => ({ ...block, eventId: `E${at}` }));
    const limited = kept(limitPictures(many, { pinned: new Set(['E0', 'E2']) }));
    expect(limited.slice(0, 3)).toEqual(['art_0', 'art_2', 'art_6']);
    expect(limited).toHaveLength(99);
    const large = shots(30, 2_001).map((block, at) => ({ ...block, eventId: `E${at}` }));
    expect(kept(limitPictures(large, { pinned: new Set(['E1']) }))).toEqual([
      'art_1',
      ...Array.from({ length: 17 }, (_, at) => `art_${at + 13}`),
    ]);
    const heavy = shots(6, 100, { sizeBytes: 3_700_000 }).map((block, at) => ({ ...block, eventId: `E${at}` }));
    expect(kept(limitPictures(heavy, { pinned: new Set(['E0', 'E1']) }))).toEqual(['art_0', 'art_1', 'art_4', 'art_5']);
    expect(kept(limitPictures(many, { pinned: new Set(many.map(({ eventId }) => eventId)) }))).toHaveLength(100);
  });

  it('are measured where their references do not say their size', () => {
    const old = [shot({ id: 'old', mime: 'image/png', sizeBytes: 9 }), shot({ id: 'other', mime: 'image/png', sizeBytes: 9 })];
    const limited = limitPictures(old, { sizes: new Map([['old', { width: 1_440, height: 8_570 }]]) });
    expect(kept(limited)).toEqual(['other']);
    expect(limited[0]!.text).toBe('shot\n[image of 1440x8570 pixels, too large to show]');
    expect(limitPictures(old)).toBe(old);
  });
});
