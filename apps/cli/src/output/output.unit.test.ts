import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duration, percent, plural, whole, windowName } from './format-number.ts';
import { curlLines, isLoopback } from './first-steps.ts';
import { renderProgress } from './progress-bar.ts';
import { divide, renderAnatomy, windowParts } from './render-anatomy.ts';
import { renderTable } from './render-table.ts';
import { createTerminal, type Style } from './terminal.ts';
import { cutTo, oneLine, printable, widthOf } from './text-width.ts';

const plain: Style = (_name, text) => text;

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [12.6, '13'],
  ])('%d reads %s', (value, text) => expect(whole(value)).toBe(text));
  it.each([
    [null, '-'],
    [undefined, '-'],
    [0, '0 %'],
    [1, '100 %'],
    [0.5, '50 %'],
    [0.9996, '99.9 %'],
    [0.123, '12.3 %'],
  ])('share %s reads %s', (share, text) => expect(percent(share)).toBe(text));
  it.each([
    [0.42, '0.4 ms'],
    [42, '42 ms'],
    [1_500, '1.5 s'],
    [61_000, '1 min 1 s'],
    [119_700, '2 min 0 s'],
    [null, '-'],
  ])('%s ms reads %s', (ms, text) => expect(duration(ms)).toBe(text));
  it.each([
    [8_192, '8K'],
    [131_072, '128K'],
    [200_000, '200K'],
    [1_000_000, '1M'],
    [1_048_576, '1M'],
    [2_500, '2,500'],
  ])('window %d is called %s', (tokens, text) => expect(windowName(tokens)).toBe(text));
  it('counts things', () =>
    expect([plural(1, 'file holds', 'files hold'), plural(2_000, 'line')]).toEqual(['1 file holds', '2,000 lines']));
});

describe('text', () => {
  it('knows the columns of wide, combining and coloured characters', () => {
    expect([widthOf('abc'), widthOf('港口'), widthOf('e\u0301'), widthOf('\u001b[31mred\u001b[39m')]).toEqual([3, 4, 1, 3]);
  });
  it('cuts to columns at either end', () => {
    expect([cutTo('berth', 5), cutTo('berths', 5), cutTo('a/long/path.ts', 8, 'start'), cutTo('港口港口', 5)]).toEqual([
      'berth',
      'bert…',
      '…path.ts',
      '港口…',
    ]);
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 30 }),
        (text, columns) => widthOf(cutTo(text, columns)) <= columns,
      ),
    );
  });
  it('lets nothing of a session move the cursor, colour the screen or turn the writing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }), (codes) => {
        const text = String.fromCharCode(...codes);
        expect(oneLine(`${text}\u001b]0;title\u0007\u001b[2J\u009b31m\u202eabc`)).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
      }),
    );
    expect(printable('a\tb\nc\r')).toBe('a\tb\nc�');
  });
  it('shows where a text holds what nobody sees, and leaves emoji whole', () => {
    expect(printable('pay\u200b\u2060 \u{e0041}\u{e0042}now\u200d')).toBe('pay�� ��now�');
    const emoji = '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f\u200d\u{1f525} 1\ufe0f\u20e3 \u{1f469}\u{1f3fd}\u200d\u{1f4bb}';
    expect(printable(emoji)).toBe(emoji);
  });
});

describe('tables', () => {
  it('align what stands in them', () => {
    const table = renderTable(
      [
        { title: 'name', max: 6 },
        { title: 'n', align: 'right' },
      ],
      [
        ['short', '7'],
        ['much too long', '1,000'],
        ['港口', '12'],
      ],
      plain,
    );
    expect(table.split('\n')).toEqual(['name        n', '──────  ─────', 'short       7', 'much …  1,000', '港口       12']);
  });
});

describe('the anatomy of a window', () => {
  const window = {
    tokens: { total: 5_000, sys: 500, task: 100, markers: 120, history: 4_000, tail: 1_000, knowledge: 0, pack: 0, user: 400 },
    budgets: {
      window: 8_192,
      sys: 1_024,
      task: 500,
      tail: 1_536,
      user: 640,
      headroom: 1_228,
      markerCap: 8,
      markers: 480,
      pull: 900,
      pullMax: 900,
      pullCalls: 1,
      push: 0,
      knowledge: 0,
      output: 300,
    },
  };
  it('has parts that add up to the window', () => {
    const parts = windowParts(window);
    expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(8_192);
    expect(parts.find(({ name }) => name === 'history')!.tokens).toBe(2_880);
  });
  it('is as wide as it may be, and shows every part that is there', () => {
    const lines = renderAnatomy(windowParts(window), 60, plain).split('\n');
    expect(widthOf(lines[0]!)).toBe(60);
    expect(new Set(lines[0])).toEqual(new Set('▓▚▒█▉▞·░'));
    expect(lines[1]).toBe('  ▓ system and tools    500 tokens   6.1 %');
    expect(lines).toHaveLength(9);
  });
  it('divides cells so that they are all used and none is empty', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 8, max: 120 }),
        (amounts, cells) => {
          const given = divide(amounts, cells);
          expect(given.reduce((sum, count) => sum + count, 0)).toBe(cells);
          expect(Math.min(...given)).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('progress', () => {
  it('shows share, time left and what is done, within the line', () => {
    const { bar, rest } = renderProgress(1, 4, 'session-with-a-very-long-name.jsonl', 3_000, 60);
    expect(bar).toBe(`▕${'█'.repeat(6)}${' '.repeat(18)}▏`);
    expect(rest).toContain(' 25 % 9.0 s left  ');
    expect(widthOf(bar + rest)).toBeLessThanOrEqual(60);
  });
  it('stands at the end when all is done, and survives nothing to do', () => {
    expect(renderProgress(4, 4, '', 9_000, 60).bar).toBe(`▕${'█'.repeat(24)}▏`);
    expect(renderProgress(0, 0, '', 0, 60).rest).toContain('  0 %');
  });
});

describe('the terminal', () => {
  const stream = (isTTY: boolean) => ({ isTTY, columns: 90, write: () => true });
  const colours = (isTTY: boolean, env: Record<string, string>) =>
    createTerminal({ env, stdout: stream(isTTY), stderr: stream(isTTY) }).style('red', 'x') !== 'x';
  it('is coloured where it is one, and never where NO_COLOR is set', () => {
    expect([
      colours(true, {}),
      colours(false, {}),
      colours(true, { NO_COLOR: '1' }),
      colours(false, { FORCE_COLOR: '1' }),
      colours(true, { TERM: 'dumb' }),
    ]).toEqual([true, false, false, true, false]);
  });
});

describe('the first steps', () => {
  it('are lines of shell with the key and nothing to fill in', () => {
    const lines = curlLines('http://127.0.0.1:8420', 'tr_key');
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toContain("-H 'Authorization: Bearer tr_key'");
      expect(() => JSON.parse(/-d '(.*)'$/.exec(line)![1]!) as unknown).not.toThrow();
    }
  });
  it.each([
    ['127.0.0.1', true],
    ['localhost', true],
    ['::1', true],
    ['127.8.8.8', true],
    ['0.0.0.0', false],
    ['::', false],
    ['10.0.0.1', false],
  ])('%s is loopback: %s', (host, is) => expect(isLoopback(host)).toBe(is));
});
