import { describe, expect, it } from 'vitest';
import { gateFigure, type GateFigure } from './gate-figure.ts';
import { judgeGate, passesGate } from './judge-gate.ts';

const figure = (value: number, rest: Partial<GateFigure> = {}): GateFigure => ({
  n: 50,
  value,
  tolerance: 0.02,
  better: 'higher',
  ...rest,
});
const verdict = (before: GateFigure, now: GateFigure) => judgeGate({ x: before }, { x: now })[0]!.verdict;

describe('a figure of the gate', () => {
  it('may lose half of its half interval, and one question at least', () => {
    const half = gateFigure([...Array<number>(50).fill(1), ...Array<number>(50).fill(0)], 1);
    expect(half.value).toBe(0.5);
    expect(half.tolerance).toBeGreaterThan(0.04);
    expect(half.tolerance).toBeLessThan(0.06);
    expect(gateFigure(Array<number>(50).fill(1), 1)).toEqual({ n: 50, value: 1, tolerance: 0.02, better: 'higher' });
    expect(() => gateFigure([], 1)).toThrow(RangeError);
  });
});

describe('the gate', () => {
  it.each([
    [0.9, 0.9, 'holds'],
    [0.9, 0.88, 'holds'],
    [0.9, 0.8799, 'worse'],
    [0.9, 0.93, 'better'],
  ])('%d accepted and %d measured: %s', (before, now, expected) => expect(verdict(figure(before), figure(now))).toBe(expected));

  it('knows figures that should be low', () => {
    expect(verdict(figure(0.01, { better: 'lower' }), figure(0.04, { better: 'lower' }))).toBe('worse');
    expect(verdict(figure(0.04, { better: 'lower' }), figure(0.01, { better: 'lower' }))).toBe('better');
  });

  it('compares the share where the service chooses the questions, however many they are', () => {
    const chosen = (n: number, value: number) => figure(value, { n, isOfChosen: true });
    expect(verdict(chosen(50, 0.94), chosen(61, 0.93))).toBe('holds');
    expect(verdict(chosen(50, 0.94), chosen(61, 0.9))).toBe('worse');
    expect(verdict(chosen(50, 0.94), chosen(40, 0.97))).toBe('better');
    // The accepted figure predates the mark `isOfChosen`.
    expect(verdict(figure(0.94), chosen(61, 0.94))).toBe('holds');
    expect(verdict(figure(0.94), figure(0.94, { n: 61 }))).toBe('other questions');
  });

  it('fails on anything it cannot compare', () => {
    const verdicts = judgeGate({ gone: figure(1), resized: figure(1) }, { fresh: figure(1), resized: figure(1, { n: 51 }) });
    expect(verdicts.map(({ name, verdict: said }) => `${name}: ${said}`)).toEqual([
      'gone: missing',
      'resized: other questions',
      'fresh: not accepted yet',
    ]);
    for (const one of verdicts) expect(passesGate([one])).toBe(false);
    expect(passesGate([])).toBe(false);
  });

  it('passes where everything holds or is better', () => {
    expect(passesGate(judgeGate({ a: figure(0.5), b: figure(0.5) }, { a: figure(0.6), b: figure(0.49) }))).toBe(true);
  });
});
