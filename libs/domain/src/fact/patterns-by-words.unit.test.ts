import { expect, test } from 'vitest';
import { patternsByWords } from './patterns-by-words.ts';

const PATTERNS = [/my name is/giu, /^\s*\d+/giu, /(?:port|host) is(?: now)? \d/giu, /^note:[^\n]*\n/gimu, /port/giu];
const choose = patternsByWords(() => PATTERNS);

test('chooses the patterns whose words all stand in a text, in their order, with those that require none', () => {
  expect(choose('The PORT is 4200')).toEqual([1, 2, 4]);
  expect(choose('A portrait')).toEqual([1, 4]);
  expect(choose('Note: port\nMy name is Ana')).toEqual([0, 1, 2, 3, 4]);
  expect(choose('note: none')).toEqual([1]);
  expect(choose('')).toEqual([1]);
});

test('reads no pattern before the first text', () => {
  let reads = 0;
  const late = patternsByWords(() => {
    reads += 1;
    return PATTERNS;
  });
  expect(reads).toBe(0);
  late('one');
  late('two');
  expect(reads).toBe(1);
});

test('reads one pattern in each step of its preparation, and what is left at the first text', () => {
  let made = 0;
  const stepwise = (): ReturnType<typeof patternsByWords> => {
    made = 0;
    return patternsByWords(() => PATTERNS.values().map((pattern) => ((made += 1), pattern)));
  };
  const whole = stepwise();
  const steps = [...whole.prepare()].map(() => made);
  expect(steps.length).toBeGreaterThanOrEqual(PATTERNS.length);
  expect([...whole.prepare()]).toEqual([]);
  const part = stepwise();
  const begun = part.prepare();
  begun.next();
  expect(made).toBe(1);
  begun.next();
  expect(made).toBe(2);
  for (const text of ['The PORT is 4200', 'Note: port\nMy name is Ana', '']) {
    expect(part(text)).toEqual(choose(text));
    expect(whole(text)).toEqual(choose(text));
  }
  expect(made).toBe(PATTERNS.length);
  expect([...begun]).toEqual([]);
});

test('reads all patterns anew after one that could not be made', () => {
  let fails = true;
  const late = patternsByWords(() =>
    PATTERNS.values().map((pattern, at) => {
      if (fails && at === 2) throw new Error('not now');
      return pattern;
    }),
  );
  expect(() => late('port')).toThrow('not now');
  fails = false;
  expect(late('Note: port\nMy name is Ana')).toEqual([0, 1, 2, 3, 4]);
});
