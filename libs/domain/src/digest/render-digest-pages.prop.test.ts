import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from '../recall/passages/utf8-length.ts';
import { FACT_LABELS } from '../unit/unit.ts';
import { renderDigestPages } from './render-digest-pages.ts';
import { DIGEST_LIMITS, wholeLine, type DigestFact } from './render-digest.ts';

const fact = fc.record({
  label: fc.constantFrom(...FACT_LABELS),
  subject: fc.constantFrom('user', 'project', 'Ada'),
  text: fc
    .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 200 }))
    .map(([word, times]) => `${word.repeat(times)}.`),
  since: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  statements: fc.integer({ min: 1, max: 3 }),
  byPerson: fc.boolean(),
});
/** From none to several times as many as an index holds. */
const facts = fc.tuple(fc.array(fact, { maxLength: 12 }), fc.integer({ min: 1, max: 60 })).map(([some, times]) =>
  Array.from({ length: times }, () => some)
    .flat()
    .map((one, at): DigestFact => ({ ...one, id: `f${at}`, since: one.since + at })),
);
const pageOf = (label: string): string => `known.${label}.md`;
const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('- ') && !/^- \[[A-Z][a-z ]+\]\(known\./u.test(line));

describe('a digest with its detail', () => {
  it('keeps its index within the bounds, with room for a footer, and is the same for any order', () => {
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), (given, order) => {
        const pages = renderDigestPages(given, pageOf);
        expect(pages.index.split('\n').length).toBeLessThan(DIGEST_LIMITS.lines);
        expect(utf8Length(pages.index)).toBeLessThan(DIGEST_LIMITS.bytes - 256);
        const shuffled = given.map((one) => [order.next().value, one] as const).sort(([a], [b]) => a - b);
        expect(
          renderDigestPages(
            shuffled.map(([, one]) => one),
            pageOf,
          ),
        ).toEqual(pages);
      }),
    );
  });

  it('drops nothing: each fact stands whole in the index or in the page of its label, which is linked', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { index, details, facts: shown, demoted } = renderDigestPages(given, pageOf);
        expect(shown + demoted).toBe(given.length);
        expect(linesOf(index)).toHaveLength(shown);
        const said = new Map<string, number>();
        for (const line of [index, ...details.map(({ text }) => text)].flatMap(linesOf)) said.set(line, (said.get(line) ?? 0) + 1);
        for (const one of given) expect(said.get(wholeLine(one)) ?? 0).toBeGreaterThan(0);
        for (const { label, text } of details) {
          expect(index).toContain(`](${pageOf(label)})`);
          expect(text.length).toBeGreaterThan(0);
        }
        expect(index.includes('This page is full')).toBe(demoted > 0);
      }),
    );
  });

  it('suggests what to forget only where it is full, and nothing that a person wrote', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { prunes, demoted } = renderDigestPages(given, pageOf);
        if (demoted === 0) expect(prunes).toEqual([]);
        expect(prunes.length).toBeLessThanOrEqual(10);
        for (const { id } of prunes) expect(given.find((one) => one.id === id)!.byPerson).toBe(false);
      }),
    );
  });
});
