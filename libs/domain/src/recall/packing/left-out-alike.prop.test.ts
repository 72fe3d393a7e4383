import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOutAlike, mostAlike } from './left-out-alike.ts';
import { lineShape } from './line-shape.ts';
import { orderLines } from './order-lines.ts';
import type { PackableEvent } from './packable-event.ts';
import { takeLines, type Taken } from './take-lines.ts';

/** Passages of so many lines, the best first; `say` writes the line of a number. */
function listing(
  lines: number,
  say: (at: number) => string,
  more: { hasForm?: (at: number) => boolean; isWhole?: boolean } = {},
): PackableEvent {
  const all = Array.from({ length: lines }, (_, at) => {
    const text = `${say(at)}\n`;
    const shape = lineShape(text);
    return {
      text,
      share: 0,
      fromByte: at * 100,
      toByte: at * 100 + text.length,
      hasForm: more.hasForm?.(at) ?? false,
      ...(shape && { shape }),
    };
  });
  const passages = Array.from({ length: Math.ceil(lines / 5) }, (_, at) => ({ score: 5 - at / 100, lines: all.slice(at * 5, at * 5 + 5) }));
  return { passages, isWhole: more.isWhole ?? false };
}

function take(events: readonly PackableEvent[], budgetTokens: number, worthWithin = 2): Taken {
  const costs = {
    budgetTokens,
    heading: () => 5,
    group: () => ({ key: 'day', tokens: 2 }),
    line: () => 10,
  };
  return takeLines(events, orderLines(events), costs, { freeTokens: 0, worthWithin });
}
const textsOf = (events: readonly PackableEvent[], { lines }: Taken): string[] =>
  lines.flatMap(({ event, passage, lines: own }) => own.map((at) => events[event]!.passages[passage]!.lines[at]!.text.trim()));

const row = (at: number) => `${at}: pod-${at}x${at} is running on node-${at % 9}`;
const ODD = 'the pod of the ledger crashed with exit code 137';

describe('lines of a result that are alike', () => {
  it('make room for those that say something else', () => {
    const events = [listing(60, (at) => (at === 52 ? ODD : row(at)))];
    const shown = textsOf(events, take(events, 200));
    expect(shown).toContain(ODD);
    expect(shown.length).toBeLessThan(19);
  });

  it('come in full where the best passage holds them, where the form is asked for, and where the event is meant as a whole', () => {
    const best = [listing(60, row)];
    expect(textsOf(best, take(best, 80)).slice(0, 5)).toEqual([0, 1, 2, 3, 4].map(row));
    const formed = [listing(60, (at) => (at % 10 === 7 ? row(at) : `line ${at} of the log`), { hasForm: (at) => at % 10 === 7 })];
    expect(textsOf(formed, take(formed, 140))).toEqual(expect.arrayContaining([7, 17, 27, 37, 47, 57].map(row)));
    const whole = [listing(60, row, { isWhole: true })];
    expect(textsOf(whole, take(whole, 10_000))).toHaveLength(60);
    expect(mostAlike(whole, 0)).toBe(0);
  });

  it('are counted where they are left out', () => {
    const events = [listing(60, row), listing(6, row), listing(1, () => ODD)];
    const taken = take(events, 160);
    const shown = taken.lines.filter(({ event }) => event === 0).reduce((sum, { lines }) => sum + lines.length, 0);
    expect(shown).toBeGreaterThanOrEqual(5);
    expect(leftOutAlike(events, taken.lines)).toEqual(new Map([[0, 60 - shown]]));
    expect([0, 1, 2].map((event) => mostAlike(events, event))).toEqual([59, 5, 0]);
  });

  it('never lose under a larger budget what a smaller one held, and are counted no higher than said before', () => {
    const events = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 4 })
      .map((all) =>
        all.map(([lines, every, isWhole]) =>
          listing(lines, (at) => (at % every === 0 ? `word ${'abcdefghi'[at % 9]} stands here` : row(at)), { isWhole }),
        ),
      );
    fc.assert(
      fc.property(events, fc.nat(600), fc.nat(300), fc.nat(4), (given, budget, more, within) => {
        const [few, many] = [take(given, budget, within), take(given, budget + more, within)];
        const held = new Set(textsOf(given, many));
        expect(textsOf(given, few).filter((text) => !held.has(text))).toEqual([]);
        for (const [event, left] of leftOutAlike(given, few.lines)) expect(left).toBeLessThanOrEqual(mostAlike(given, event));
      }),
    );
  });
});
