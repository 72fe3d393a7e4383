import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderLines } from './order-lines.ts';
import type { PackableEvent } from './packable-event.ts';
import { takeLines, type Taken } from './take-lines.ts';

/** Some lines announce what follows, and some are cut for their length. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-e]{1,4}( [a-e]{1,8}){0,6}\n$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^(# [a-e]{1,8}\n|[a-e]{1,8}:\n|```[a-e]\n|[a-e]{1,8} )$/) },
);
const line = fc.record({
  text,
  share: fc.double({ min: 0, max: 1, noNaN: true }),
  late: fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: undefined }),
});
const passage = fc.record({ score: fc.double({ min: -3, max: 8, noNaN: true }), lines: fc.array(line, { minLength: 1, maxLength: 8 }) });
const events: fc.Arbitrary<PackableEvent[]> = fc
  .array(fc.record({ passages: fc.array(passage, { minLength: 1, maxLength: 4 }), isWhole: fc.boolean() }), { minLength: 1, maxLength: 6 })
  .map((all) =>
    all.map(({ passages, isWhole }) => {
      let byte = 0;
      const inOrder = passages.map(({ score, lines }) => ({
        score,
        lines: lines.map((own) => ({ ...own, fromByte: byte, toByte: (byte += own.text.length) })),
      }));
      return { isWhole, passages: inOrder.toSorted((a, b) => b.score - a.score) };
    }),
  );

const HEADING = 10;
const GROUP = 8;
const costOf = (said: string): number => said.length;

function take(given: readonly PackableEvent[], budgetTokens: number, worthWithin = Infinity, freeTokens = 0): Taken {
  const costs = {
    budgetTokens,
    heading: () => HEADING,
    group: (event: number) => ({ key: `day ${event % 2}`, tokens: GROUP }),
    line: (event: number, at: number, own: number) => costOf(given[event]!.passages[at]!.lines[own]!.text),
  };
  return takeLines(given, orderLines(given), costs, { freeTokens, worthWithin });
}
const keysOf = ({ lines }: Taken): string[] =>
  lines.flatMap(({ event, passage: at, lines: own }) => own.map((each) => `${event}/${at}/${each}`));

describe('packing by lines', () => {
  it('holds under a larger budget all that it held under a smaller one, and never costs more than the budget', () => {
    fc.assert(
      fc.property(events, fc.nat(600), fc.nat(600), fc.nat(6), (given, small, more, within) => {
        const few = take(given, small, within, 40);
        const many = take(given, small + more, within, 40);
        const held = new Set(keysOf(many));
        expect(keysOf(few).filter((key) => !held.has(key))).toEqual([]);
        const shown = few.lines.flatMap(({ event, passage: at, lines }) =>
          lines.map((own) => given[event]!.passages[at]!.lines[own]!.text),
        );
        const owners = new Set(few.lines.map(({ event }) => event));
        const least = shown.reduce((sum, own) => sum + costOf(own), 0) + owners.size * HEADING;
        if (shown.length > 0) expect(least + GROUP).toBeLessThanOrEqual(small);
      }),
      { numRuns: 300 },
    );
  });

  it('takes a pair of lines where it fits to the token, and the first alone where a token is missing', () => {
    const lines = ['first line of it\n', 'second line of it\n'].map((said, at) => ({
      text: said,
      share: 1 - at,
      fromByte: at,
      toByte: at + 1,
    }));
    const given: PackableEvent[] = [{ isWhole: false, passages: [{ score: 1, lines }] }];
    const gap = 3;
    const whole = HEADING + GROUP + gap + lines.reduce((sum, own) => sum + own.text.length, 0);
    expect(keysOf(take(given, whole))).toEqual(['0/0/0', '0/0/1']);
    expect(keysOf(take(given, whole - 1))).toEqual(['0/0/0']);
    const first = HEADING + GROUP + gap + lines[0]!.text.length;
    expect(keysOf(take(given, first))).toEqual(['0/0/0']);
    expect(keysOf(take(given, first - 1))).toEqual([]);
  });

  it('takes all there is where there is room, and begins with what the first event was found for', () => {
    const firstOf = (given: readonly PackableEvent[]): number =>
      Math.max(
        0,
        given.findIndex(({ isWhole }) => isWhole),
      );
    fc.assert(
      fc.property(events, (given) => {
        const all = take(given, 1_000_000);
        const shown = all.lines.flatMap(({ event, passage: at, lines }) =>
          lines.map((own) => given[event]!.passages[at]!.lines[own]!.text.trim()),
        );
        const there = given.flatMap(({ passages }) => passages.flatMap(({ lines }) => lines.map((own) => own.text.trim())));
        expect(new Set(shown)).toEqual(new Set(there));
        expect([all.lines[0]!.event, all.lines[0]!.passage]).toEqual([firstOf(given), 0]);
      }),
    );
  });

  it('brings a line alone where those beside it do not fit with it', () => {
    const lines = ['the one before it\n', 'what was asked for\n', 'the one behind it\n'].map((own, at) => ({
      text: own,
      fromByte: at * 20,
      toByte: at * 20 + 20,
      share: at === 1 ? 1 : 0,
    }));
    const given = [{ passages: [{ score: 1, lines }] }];
    const alone = HEADING + GROUP + 3 + costOf(lines[1]!.text);
    expect(keysOf(take(given, alone - 1))).toEqual([]);
    expect(keysOf(take(given, alone))).toEqual(['0/0/1']);
    expect(keysOf(take(given, 1_000))).toEqual(['0/0/0', '0/0/1', '0/0/2']);
  });

  it('shows no event for brackets or blanks alone, and shows one for a sign that is an answer', () => {
    const event = (text: string): PackableEvent => ({ passages: [{ score: 3, lines: [{ text, fromByte: 0, toByte: 20, share: 0.5 }] }] });
    const empty = ['\\n\n', '});\n', '─────\n', '---\n', ' \n', '    14→\n', '     9\t}\n'].map(event);
    const telling = ['👍\n', '7\n', 'はい\n', '\\note\n', '42\t\n', '  6→on\n'].map(event);
    const taken = take([...empty, ...telling], 1_000).lines.map(({ event: at }) => at);
    expect(taken).toEqual(telling.map((_, at) => empty.length + at));
  });

  it('ends where lines are worth less than the best by more than is allowed', () => {
    const event = (score: number): PackableEvent => ({
      passages: [{ score, lines: [{ text: `said at ${score} and nowhere else\n`, fromByte: 0, toByte: 30, share: 0.5 }] }],
    });
    const given = [event(6), event(5), event(1)];
    expect(take(given, 1_000, 2).lines.map((own) => own.event)).toEqual([0, 1]);
    expect(take(given, 1_000, 2, 500).lines.map((own) => own.event)).toEqual([0, 1, 2]);
  });
});
