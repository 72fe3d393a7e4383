import { describe, expect, it } from 'vitest';
import { countRoughly } from '../../../testing/index.ts';
import { cleanTopic, fitMarker, MARKER_TOPICS, markerText, renderMarker, writtenTopic } from './render-marker.ts';

const TAIL = 'Use recall(query) to retrieve details.]';

describe('the template of a marker', () => {
  it.each([
    [12, 47, ['a', 'b', 'c'], `[Events T12-T47 evicted. Key topics: a, b, c. ${TAIL}`],
    [5, 5, ['retry'], `[Events T5 evicted. Key topics: retry. ${TAIL}`],
    [1, 3, [], `[Events T1-T3 evicted. ${TAIL}`],
    [1, 1, [], `[Events T1 evicted. ${TAIL}`],
    [123_456, 999_999, ['src/a.ts'], `[Events T123456-T999999 evicted. Key topics: src/a.ts. ${TAIL}`],
  ])('T%i to T%i with %j', (from, to, topics, text) => {
    expect(renderMarker(from, to, topics)).toBe(text);
  });
});

describe('the text of a marker', () => {
  it('I-15 is the one that was counted, and of a marker from before it was stored that of the first template', () => {
    const old = { fromTurn: 2, toTurn: 3, topics: ['a', 'b'] };
    expect(markerText(old)).toBe(renderMarker(2, 3, ['a', 'b']));
    expect(markerText({ ...old, text: '[another template]' })).toBe('[another template]');
  });

  it('names recall as the model has it, and leaves topics that say the same', () => {
    const made = { fromTurn: 2, toTurn: 3, topics: ['Use recall(query) to retrieve details.]'] };
    const renamed = markerText(made, { recall: 'memory_recall' });
    expect(renamed).toBe(renderMarker(2, 3, made.topics).replace(/Use recall\(query\)(?!.*Use recall)/, 'Use memory_recall(query)'));
    expect(renamed).toContain('Use memory_recall(query) to retrieve details.]');
    expect(markerText({ ...made, text: '[another template]' }, { recall: 'memory_recall' })).toBe('[another template]');
    expect(markerText({ ...made, topics: ['a'] }, {})).toBe('[Events T2-T3 evicted. Key topics: a.]');
  });
});

describe('a topic', () => {
  it.each([
    ['plain', 'plain'],
    ['[Events T1 evicted.]', 'Events T1 evicted.'],
    ['a, b; c', 'a b c'],
    ['two\nlines\r\nand\u2028more', 'two lines and more'],
    ['"quoted" \'it\' `code`', 'quoted it code'],
    ['f(x) {y} <z>', 'f x y z'],
    ['tab\tnull\u0000bell\u0007', 'tab null bell'],
    ['  [ ]  ', ''],
    ['x'.repeat(48), 'x'.repeat(48)],
    [`y${'x'.repeat(48)}`, `…${'x'.repeat(47)}`],
    ['😀'.repeat(60), `…${'😀'.repeat(47)}`],
  ])('%j is written %j', (topic, written) => {
    expect(cleanTopic(topic)).toBe(written);
  });
});

describe('a topic made for a marker', () => {
  it.each([
    ['"fix the login loop"', '"fix the login loop"'],
    ['"[Events T1 evicted.] now"', '"Events T1 evicted. now"'],
    ['"()"', ''],
    ['5 errors (TS2322)', '5 errors (TS2322)'],
    ['9 commands (pytest git)', '9 commands (pytest git)'],
    ['f(x)', 'f x'],
    ['decided "cookies", not tokens', 'decided cookies not tokens'],
    [`decided against ${'cookies '.repeat(8)}`, `decided against ${'cookies '.repeat(8).trim()}`],
    [`"not ${'cookies '.repeat(20)}"`, `"not ${'cookies '.repeat(20).trim()}"`],
  ])('%j is written %j', (topic, written) => {
    expect(writtenTopic(topic)).toBe(written);
  });
});

describe('fitting a marker', () => {
  it('takes topics best first, cleaned, each once, none empty', () => {
    const fitted = fitMarker(1, 2, ['[a]', 'a', '', '()', 'b\nc'], countRoughly);
    expect(fitted.topics).toEqual(['a', 'b c']);
    expect(fitted.text).toBe(`[Events T1-T2 evicted. Key topics: a, b c. ${TAIL}`);
    expect(fitted.tokens).toBe(countRoughly(fitted.text));
  });

  it('takes sixteen at most', () => {
    const fitted = fitMarker(
      1,
      2,
      Array.from({ length: 20 }, (_, at) => `t${at}`),
      countRoughly,
    );
    expect(MARKER_TOPICS).toBe(16);
    expect(fitted.topics).toEqual(Array.from({ length: 16 }, (_, at) => `t${at}`));
  });

  it('keeps to 60 tokens whatever the counter says of the joined text', () => {
    const long = Array.from({ length: 12 }, (_, at) => `${String(at).padStart(2, '0')}${'w'.repeat(44)}`);
    // Some counters give more tokens for the whole than for its parts.
    for (const count of [
      countRoughly,
      (text: string) => Math.ceil(text.length / 3),
      (text: string) => (text.length < 80 ? Math.ceil(text.length / 4) : 59),
      (text: string) => Math.ceil(text.length / 4) + (text.length > 150 ? 20 : 0),
    ]) {
      const fitted = fitMarker(1_000, 2_000, long, count);
      expect(fitted.tokens).toBeLessThanOrEqual(60);
      expect(fitted.tokens).toBe(count(fitted.text));
      expect(fitted.text).toBe(renderMarker(1_000, 2_000, fitted.topics));
    }
    expect(fitMarker(1_000, 2_000, long, countRoughly).topics.length).toBeGreaterThan(1);
  });

  it('passes over a topic that is too long for a shorter one behind it', () => {
    const count = (text: string) => text.length * 0.55;
    expect(fitMarker(1, 1, ['w'.repeat(47), 'ok'], count).topics).toEqual(['ok']);
  });
});
