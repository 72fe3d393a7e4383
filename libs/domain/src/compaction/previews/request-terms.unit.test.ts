import { describe, expect, it } from 'vitest';
import { chooseRanges } from './choose-ranges.ts';
import { requestTerms } from './request-terms.ts';

const WATCH = Array.from({ length: 400 }, (_, at) => `watch ${at}: nothing to tell of the harbour`);

/** Lines that the preview of a long text shows for a request, without its head and tail. */
function linesNamed(request: string, lines: readonly string[], chars = 2_000): string[] {
  const text = [...WATCH.slice(0, 200), ...lines, ...WATCH.slice(200)].join('\n');
  const ranges = chooseRanges(text, { chars, terms: requestTerms([request]) });
  return ranges.slice(1, -1).flatMap(({ from, to }) => text.slice(from, to).split('\n'));
}

describe('the terms of a request', () => {
  it('are without everyday words, however they are written', () => {
    const texts = requestTerms(['The crane fails. Always tell Any number, and Describe the berth.']).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['crane', 'berth']));
    expect(texts.filter((text) => /^(?:always|any|number|the)$/i.test(text))).toEqual([]);
  });

  it('come in the order of how often they are said, then of where', () => {
    const terms = requestTerms(['The winch is tight. Look at the crane and the hawser of the crane, and at the berth.']);
    expect(terms.map(({ text }) => text).slice(0, 2)).toEqual(['crane', 'winch']);
  });

  it('leave room for its first words where rules of hundreds of names follow', () => {
    const rules = Array.from({ length: 90 }, (_, at) => `Then Zone${String.fromCharCode(65 + (at % 26))} Rule${at} holds.`).join(' ');
    expect(requestTerms([`The Bollard of the quay is loose, a Bollard that holds ferries. ${rules}`]).map(({ text }) => text)).toContain(
      'Bollard',
    );
  });
});

describe('the lines that a preview shows for them', () => {
  it('do not hold a term as the end of another name', () => {
    const lines = ['class SlipWinch:', 'the Winch of berth 7', ...WATCH.slice(0, 20), 'class DeckWinch:'];
    const shown = linesNamed('Where does the Winch stand?', lines);
    expect(shown).toContain('the Winch of berth 7');
    expect(shown.filter((line) => line.startsWith('class'))).toEqual([]);
  });

  it('take a tenth of a large preview and three tenths of a small one: head and tail hold most of what is used', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `the Winch of berth ${at} ${'holds '.repeat(20)}`);
    const shown = (chars: number) => linesNamed('Where does the Winch stand?', lines, chars).join('\n').length;
    expect([shown(8_000) > 600, shown(8_000) <= 800, shown(1_200) > 150, shown(1_200) <= 360]).toEqual([true, true, true, true]);
  });

  it('hold it as the beginning of one, and in scripts without spaces', () => {
    expect(linesNamed('Which annotation is it?', ['all annotations: 7'])).toContain('all annotations: 7');
    expect(linesNamed('渡船何时到达', ['今天的渡船何时到达港口：七点'])).toContain('今天的渡船何时到达港口：七点');
  });
});
