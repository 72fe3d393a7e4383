import { describe, expect, it } from 'vitest';
import { clockLiterals, phraseLiterals, withoutLiterals } from './literals.ts';
import { asksWhereItStands } from './question-kind/asks-where.ts';

const LOG = '2026-11-12T10:03:53Z ERROR worker-2 broker refused connection';
const NO_TIME = { moments: [] };
const NIGHT = {
  moments: [{ unit: 'stretch', relation: 'at', fromTime: Date.UTC(2026, 10, 23, 3, 11), toTime: Date.UTC(2026, 10, 23, 3, 12) }] as const,
};

describe('phraseLiterals', () => {
  it.each(['"Lower  the boom."', '“lower the boom”', '`lower the boom`', '«lower the boom»', '‘lower the boom’'])(
    'reads several words in quotes: %s',
    (quoted) => {
      const [phrase, ...others] = phraseLiterals(`Who said ${quoted} of \`sailPlan\`?`);
      expect(others).toEqual([]);
      expect(phrase!.holds('Then LOWER\n  the Boom, she said')).toBe(true);
      expect(phrase!.holds('lower the booms')).toBe(false);
      expect(phrase!.holds('the boom is lower')).toBe(false);
    },
  );

  it('finds phrases of scripts without spaces inside their sentences', () => {
    const phrases = phraseLiterals('谁说了「全员上甲板」和『船』');
    expect(phrases.map(({ holds }) => holds('船长说全员上甲板了'))).toEqual([true]);
  });

  it('reads four of many', () => {
    const quotes = Array.from({ length: 12 }, (_, i) => `"phrase number ${i}"`).join(' ');
    expect(phraseLiterals(quotes)).toHaveLength(4);
  });
});

describe('clockLiterals', () => {
  it.each([
    ['What happened in the log at 10:03:53?', LOG, true],
    ['What happened in the log at 10:03?', LOG, true],
    ['What happened in the log at 10:03:54?', LOG, false],
    ['What happened in the log at 10:3?', LOG, false],
    ['What happened at 9:05 am?', '[09:05:12] ok', true],
    ['What happened at 9:05 pm?', '[21:05:12] ok', true],
    ['What happened at 9:05 pm?', '[09:05:12] ok', false],
    ['What happened at 10:03?', 'took 210:03 or 10:035', false],
    ['What did I decide at 10:03 about the broker?', LOG, false],
  ])('reads a time of the day as a line bears it: %s', (query, line, isHeld) => {
    expect(clockLiterals(query, NO_TIME).some(({ holds }) => holds(`${line}\nother`))).toBe(isHeld);
  });

  it('leaves lines of another day out, where a line tells its day', () => {
    const [clock] = clockLiterals('What happened at 03:11 on 23 November?', NIGHT);
    expect(['2026-11-23T03:11:00Z fatal', '[03:11:00] fatal', '2026-11-22T03:11:00Z info'].map(clock!.holds)).toEqual([true, true, false]);
  });
});

describe('clockLiterals of a day', () => {
  it('compares dates as they are written, and takes the days beside one that is counted from the asking person', () => {
    const [hour, day] = [3_600_000, 86_400_000];
    const fromTime = Date.UTC(2026, 10, 22, 22, 30);
    // The moment is that of UTC, where it is still the day before.
    const written = { moments: [{ unit: 'stretch', relation: 'at', fromTime, toTime: fromTime + hour / 60 }] } as const;
    const [clock] = clockLiterals('What happened at 00:30 on 2026-11-23T00:30:00+02:00?', written);
    expect(['2026-11-23T00:30:00+02:00 fatal', '2026-11-22T00:30:00+02:00 info'].map(clock!.holds)).toEqual([true, false]);
    const midnight = Date.UTC(2026, 10, 22);
    const yesterday = {
      moments: [{ unit: 'stretch', relation: 'at', fromTime: midnight, toTime: midnight + day, isRelative: true }],
    } as const;
    const [relative] = clockLiterals('What happened yesterday at 00:30?', yesterday);
    expect(['2026-11-23 00:30:00 fatal', '2026-11-21 00:30 info', '2026-11-25 00:30 info'].map(relative!.holds)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('asksWhereItStands', () => {
  it.each([
    ['Where was "connection reset by peer" seen?', true],
    ['Who said "connection reset by peer"?', true],
    ['What happened in the log at 10:03:53?', true],
    ['Was stand um 10:17 im Log?', true],
    ['Why does the Berlin proxy log "connection reset by peer"?', false],
    ['Which vendor sells "green tea leaves"?', false],
  ])('tells a question for a text from one about it: %s', (query, isAlone) => {
    expect(asksWhereItStands(withoutLiterals(query))).toBe(isAlone);
  });
});
