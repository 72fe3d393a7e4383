import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { lineShape, markerText, outcomeWarning, readRendering, type RecallMarker } from '@total-recall/domain';
import type { TokenCounter } from '@total-recall/ports';
import { createTokenCounter } from '@total-recall/runtime';
import type { AboveEvidence } from './fit-above.ts';
import type { LoadedEvent } from './load-passages.ts';
import { packAnswer, type PackedAnswer } from './pack-answer.ts';

const counter = createTokenCounter();
afterAll(() => counter.close());

const word = fc.constantFrom('harbour', 'crane', 'quay', 'moor_line', 'src/tide.ts', 'E_DRAINED', '17', 'the', 'Прилив', '潮');
const line = fc.array(word, { minLength: 1, maxLength: 24 }).map((words) => `${words.join(' ')}\n`);
const event = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  score: fc.double({ min: -1, max: 6, noNaN: true }),
  turn: fc.integer({ min: 1, max: 900 }),
  minute: fc.nat(5_000),
  isStated: fc.boolean(),
});
type Given = Omit<typeof event extends fc.Arbitrary<infer T> ? T : never, 'isStated'> & { readonly isStated?: boolean };

function loaded(given: readonly Given[]): LoadedEvent[] {
  return given
    .toSorted((a, b) => b.score - a.score)
    .map(({ lines, score, turn, minute, isStated = false }, at) => {
      let from = 0;
      const pieces = lines.map((text) => {
        const fromByte = from;
        from += Buffer.byteLength(text);
        const shape = lineShape(text);
        return { text, fromByte, toByte: from, share: (text.length % 7) / 7, ...(shape !== undefined && { shape }) };
      });
      const envelope = { id: `E${at}`, session: `s${at % 2}`, kind: 'tool_result', occurredAt: minute * 60_000 };
      const opened = { ranked: { score }, envelope, event: { accepted: { ordinal: at + 1, turn } }, body: { meta: {} }, redacted: false };
      const passage = { score, lines: pieces, fromByte: 0, toByte: from, text: lines.join('') };
      const { fromByte, toByte } = pieces.at(-1)!;
      const validity = { since: 0, until: 86_400_000, place: { fromByte, toByte } };
      const facts = { about: 'read src/tide.ts', ...(isStated && { validity }) };
      // Only the fields that packing reads.
      return { opened, totalBytes: from, ...facts, passages: [passage] } as unknown as LoadedEvent;
    });
}

const WARNING = { alone: outcomeWarning('unsure')!, overMarkers: outcomeWarning('unsure', true)! };
const topics = fc.array(word, { minLength: 1, maxLength: 9 });
const above = fc.record({
  warning: fc.constantFrom({}, WARNING),
  markers: fc.array(topics, { maxLength: 5 }).map((all) =>
    all.map((given, at): RecallMarker => {
      const [fromTurn, toTurn] = [at * 7 + 1, at * 7 + 5];
      return { id: `m${at}`, session: 's1', fromTurn, toTurn, topics: given, text: markerText({ fromTurn, toTurn, topics: given }) };
    }),
  ),
});

const pack = (
  given: readonly Given[],
  budgetTokens: number,
  retrievalId: string,
  family = 'o200k',
  lines: AboveEvidence = {},
): Promise<PackedAnswer> =>
  packAnswer(counter, {
    ...lines,
    events: loaded(given),
    budgetTokens,
    family,
    retrievalId,
    freeTokens: 1_000,
    worthWithin: 2,
  });
const ranges = ({ passages }: PackedAnswer) => passages.map(({ eventId, fromByte, toByte }) => ({ eventId, fromByte, toByte }));

describe('a packed answer', () => {
  it('holds its budget, holds all that a smaller one held, and holds the same whatever its id takes', async () => {
    const events = fc.array(event, { minLength: 1, maxLength: 24 });
    const budgets = fc.integer({ min: 100, max: 1_500 });
    const families = fc.constantFrom('o200k', 'claude');
    await fc.assert(
      fc.asyncProperty(events, budgets, fc.nat(300), families, above, async (given, budget, more, family, lines) => {
        const ids = ['01M832X6ZVTWEBYA30E5BCJSCZ.3f9a0c51d2b7e846', '00000000000000000000000000.0000000000000000'] as const;
        const [small, other, large] = await Promise.all([
          pack(given, budget, ids[0], family, lines),
          pack(given, budget, ids[1], family, lines),
          pack(given, budget + more, ids[0], family, lines),
        ]);
        expect(small.tokens).toBeLessThanOrEqual(budget);
        expect(ranges(other)).toEqual(ranges(small));
        for (const { eventId, ...range } of ranges(small)) expect(large.holds(eventId, range)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('loses nothing under a larger budget where notes on lines that are alike come and go', async () => {
    const sign = fc.constantFrom('GET', 'ok', 'up', 'a', 'quay', '{"n":', 'x=');
    const listing = fc.record({
      signs: fc.tuple(sign, sign, sign),
      scores: fc.array(fc.double({ min: 2, max: 4, noNaN: true }), { minLength: 5, maxLength: 14 }),
      linesEach: fc.integer({ min: 1, max: 4 }),
      isPart: fc.boolean(),
    });
    const listings = fc.array(listing, { minLength: 6, maxLength: 24 });
    const steps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(listings, fc.integer({ min: 150, max: 900 }), steps, async (all, least, more) => {
        const events = all.map(({ signs: [one, two, three], scores, linesEach, isPart }, at): LoadedEvent => {
          const rows = scores.map((_, row) => `${one} ${row} ${two} ${(row * 7) % 10} ${three}${row}\n`);
          const [whole] = loaded([{ lines: rows, score: 4, turn: at + 1, minute: 0 }]);
          const lines = whole!.passages[0]!.lines.map((own, row) => ({ ...own, share: (scores[row]! * 1_000) % 1 }));
          const passages = Array.from({ length: Math.ceil(lines.length / linesEach) }, (_, nth) => {
            const own = lines.slice(nth * linesEach, (nth + 1) * linesEach);
            return { score: scores[nth]!, lines: own, text: '', fromByte: own[0]!.fromByte, toByte: own.at(-1)!.toByte };
          }).toSorted((a, b) => b.score - a.score);
          const { opened, totalBytes } = whole!;
          const named = {
            ...opened,
            ranked: { ...opened.ranked, score: passages[0]!.score },
            envelope: { ...opened.envelope, id: `E${at}` },
            event: { ...opened.event, accepted: { ...opened.event.accepted, ordinal: at + 1 } },
          };
          return { ...whole!, opened: named, totalBytes: isPart ? totalBytes * 2 : totalBytes, passages };
        });
        events.sort((a, b) => b.passages[0]!.score - a.passages[0]!.score);
        const input = {
          events,
          family: 'o200k',
          retrievalId: '01M832X6ZVTWEBYA30E5BCJSCZ.3f9a0c51d2b7e846',
          freeTokens: 1e5,
          worthWithin: 99,
        };
        let budgetTokens = least;
        let before = await packAnswer(counter, { ...input, budgetTokens });
        for (const step of more) {
          budgetTokens += step;
          const answer = await packAnswer(counter, { ...input, budgetTokens });
          expect(answer.tokens).toBeLessThanOrEqual(budgetTokens);
          for (const { eventId, ...range } of ranges(before)) expect(answer.holds(eventId, range)).toBe(true);
          before = answer;
        }
      }),
      { numRuns: 60, endOnFailure: true },
    );
  });

  it('shows of a long listing what differs, and says how many lines are like those that it shows', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => `berth ${at} is free from ${at % 24}:00 on at tariff ${at * 7919}\n`);
    rows[50] = 'berth fifty is closed, as its crane burnt down\n';
    const [listing] = loaded([{ lines: rows, score: 4, turn: 3, minute: 0 }]);
    const passages = Array.from({ length: 12 }, (_, at) => {
      const lines = listing!.passages[0]!.lines.slice(at * 5, at * 5 + 5);
      const text = lines.map((own) => own.text).join('');
      return { score: 4 - at / 100, lines, text, fromByte: lines[0]!.fromByte, toByte: lines.at(-1)!.toByte };
    });
    const input = { family: 'o200k', retrievalId: '00000000000000000000000000.0000000000000000', freeTokens: 1_000, worthWithin: 2 };
    const answer = await packAnswer(counter, { ...input, events: [{ ...listing!, passages }], budgetTokens: 420 });
    expect(answer.rendered).toContain('its crane burnt down');
    const shown = rows.filter((row) => answer.rendered.includes(row.trimEnd())).length;
    expect(answer.rendered).toContain(`\n[${60 - shown} more lines like these: ref "s0/e1"]\n`);
    const asked = await packAnswer(counter, { ...input, session: 's0', events: [{ ...listing!, passages }], budgetTokens: 420 });
    expect(asked.rendered).toContain('more lines like these: ref "e1"]');
    expect(
      readRendering(answer.rendered)
        .map(({ text }) => text)
        .join(''),
    ).not.toContain('more lines like these');
    expect(answer.tokens).toBeLessThanOrEqual(420);
  });

  it('of thematic questions loses nothing where one more marker or the warning fits', async () => {
    const given = Array.from({ length: 24 }, (_, at) => ({
      lines: Array.from({ length: 12 }, (_none, row) => `harbour crane quay ${at} ${row} tide\n`),
      score: 4 - at / 100,
      turn: at + 1,
      minute: at,
    }));
    const markers = Array.from({ length: 5 }, (_, at): RecallMarker => {
      const place = { fromTurn: at + 1, toTurn: at + 1, topics: ['"survey the northern quay"', 'src/tide.ts', 'moor_line'] };
      return { id: `m${at}`, session: 's1', ...place, text: markerText(place) };
    });
    let before: PackedAnswer | undefined;
    for (let budget = 120; budget <= 1_000; budget += 11) {
      const answer = await pack(given, budget, '01M832X6ZVTWEBYA30E5BCJSCZ.3f9a0c51d2b7e846', 'o200k', { warning: WARNING, markers });
      expect(answer.tokens).toBeLessThanOrEqual(budget);
      for (const { eventId, ...range } of before === undefined ? [] : ranges(before)) expect(answer.holds(eventId, range)).toBe(true);
      expect(answer.markers.length).toBeGreaterThanOrEqual(before?.markers.length ?? 0);
      before = answer;
    }
    expect(before!.markers).toHaveLength(5);
    expect(before!.rendered).toContain('[overview:');
  });

  it('is a line alone where its wrapper has no room, and refused where that has none', async () => {
    const id = '01M832X6ZVTWEBYA30E5BCJSCZ.3f9a0c51d2b7e846';
    const given = [{ lines: [`${'harbour crane quay '.repeat(9)}\n`], score: 4, turn: 1, minute: 0 }];
    for (const budget of [20, 40, 64]) {
      const [nothing, something] = await Promise.all([pack([], budget, id, 'claude'), pack(given, budget, id, 'claude')]);
      expect([nothing.rendered, something.rendered].join()).toMatch(/Nothing was found\.[^]*Nothing fits the budget\./);
      expect(Math.max(nothing.tokens, something.tokens)).toBeLessThanOrEqual(budget);
    }
    const refused = pack([], 3, id, 'claude');
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining('budgetTokens: 3') });
  });

  it('leaves no more unused than a line and its heading may take', async () => {
    const given = Array.from({ length: 24 }, (_, at) => ({
      lines: Array.from({ length: 12 }, (_none, row) => `harbour crane quay ${at} ${row} tide\n`),
      score: 4 - at / 100,
      turn: at + 1,
      minute: at,
    }));
    const { tokens } = await pack(given, 1_000, '01M832X6ZVTWEBYA30E5BCJSCZ.3f9a0c51d2b7e846');
    expect(tokens).toBeGreaterThan(920);
  });

  it('asks the counter four times where all fits: for the wrapper, the headings, the lines, and the answer with its pieces', async () => {
    const asked: (readonly string[])[] = [];
    const watched: TokenCounter = { ...counter, count: (family, texts) => (asked.push(texts), counter.count(family, texts)) };
    const given = [1, 2, 3].map((turn) => ({ lines: [`crane ${turn} stands at the quay\n`], score: 4 - turn, turn, minute: turn }));
    const limits = { budgetTokens: 1_000, family: 'o200k', freeTokens: 1_000, worthWithin: 9 };
    const { passages, rendered, tokens } = await packAnswer(watched, { ...limits, events: loaded(given), retrievalId: 'r' });
    expect(passages).toHaveLength(3);
    expect(asked).toHaveLength(4);
    expect(asked.at(-1)).toEqual([rendered, ...passages.map(({ text }) => text)]);
    expect([tokens, ...passages.map((piece) => piece.tokens)]).toEqual(await counter.count('o200k', asked.at(-1)!));
  });
});
