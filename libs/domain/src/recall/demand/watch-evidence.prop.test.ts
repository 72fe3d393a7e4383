import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRendering } from '../read-rendering.ts';
import type { Evidence } from '../recall-request.ts';
import { renderEvidence } from '../render-evidence.ts';
import { ENGLISH_STOP_WORDS } from '../stop-words.ts';
import { watchEvidence, type PassingEvent } from './watch-evidence.ts';

const RECEIVED = { tenant: 't', space: 's', session: 'x', retrievalId: 'R1', eventId: 'E', ordinal: 10, turn: 5, at: 1, evidence: 1 };
const EVENT_ID = '01M80AT7QB8X5EVSYWSCR1CZF2';
const event = (text: string, turn = 5): PassingEvent => ({ id: 'W', ordinal: 12, turn, at: 2, text });

/** Returns how the text uses the evidence, for an agent that knew `before` and read `meanwhile`. */
function useOf(evidence: string, text: string, { before = [] as string[], meanwhile = '' } = {}) {
  const watch = watchEvidence();
  watch.received(RECEIVED, [{ eventId: EVENT_ID, text: evidence }], before);
  watch.read(event(meanwhile));
  return watch.wrote(event(text))[0]?.kind;
}

/** Invented words over one alphabet; two disjoint alphabets give texts without shared words. */
const wordOf = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 9 });
const sentence = (letters: string, min: number, max: number) =>
  fc.array(wordOf(letters), { minLength: min, maxLength: max }).filter((words) => new Set(words).size >= 4);
const OURS = 'abdegilmnorstu';
const OTHERS = 'cfhjkpqvwxyz';

describe('use of evidence', () => {
  it('is always seen where its text is quoted, whatever stands around it', () => {
    fc.assert(
      fc.property(sentence(OURS, 4, 60), sentence(OTHERS, 4, 200), fc.constantFrom(' ', '\n', ', ', '  '), (words, around, joiner) => {
        const text = words.join(' ');
        expect(useOf(text, `${around.join(' ')}: ${words.join(joiner)}. ${around.join(' ')}`)).toBe('exact');
      }),
    );
  });

  it('is seen where eight words of it are', () => {
    fc.assert(
      fc.property(sentence(OURS, 20, 60), fc.nat(), (words, seed) => {
        const at = seed % (words.length - 8);
        fc.pre(new Set(words.slice(at, at + 8)).size >= 4);
        expect(useOf(words.join(' '), `So ${words.slice(at, at + 8).join(' ')} it is.`)).toBe('exact');
      }),
    );
  });

  it('is never seen in a text of other words, nor in common words however many', () => {
    const common = fc.array(fc.constantFrom(...ENGLISH_STOP_WORDS), { maxLength: 80 });
    fc.assert(
      fc.property(sentence(OURS, 4, 60), sentence(OTHERS, 4, 60), common, (words, others, filler) => {
        const evidence = [...words, ...filler].join(' ');
        expect(useOf(evidence, [...others, ...filler].join(' '))).toBeUndefined();
      }),
    );
  });

  it('is none where the agent had the same text before, or read it elsewhere meanwhile', () => {
    fc.assert(
      fc.property(sentence(OURS, 4, 60), (words) => {
        const text = words.join(' ');
        expect(useOf(text, text, { before: [text] })).toBeUndefined();
        expect(useOf(text, text, { meanwhile: text })).toBeUndefined();
      }),
    );
  });

  it('is told once a piece of evidence, and only within its turns', () => {
    fc.assert(
      fc.property(sentence(OURS, 8, 30), fc.integer({ min: 5, max: 15 }), (words, turn) => {
        const watch = watchEvidence();
        const text = words.join(' ');
        watch.received(RECEIVED, [{ eventId: EVENT_ID, text }], []);
        const uses = watch.wrote(event(text, turn));
        expect(uses).toHaveLength(turn <= 9 ? 1 : 0);
        expect(watch.wrote(event(`${text} ${EVENT_ID}`, turn))).toEqual([]);
        if (uses[0]) expect(uses[0]).toMatchObject({ afterTurns: turn - 5, afterEvents: 2, byEventId: 'W', retrievalId: 'R1' });
      }),
    );
  });
});

describe('a rendering', () => {
  it('is read back to its evidence, whatever the evidence says', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('</recalled>', '## e4 T2 user', '\\## e4', 'a\n# session x 2031-01-01\nb', '<recalled id="y">', 'plain\ntext'),
    );
    const frames = fc.constantFrom<{ session?: string }>({}, { session: 's' }, { session: 'other' });
    const pieces = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[0-9A-Z]{26}$/), text), { selector: ([id]) => id, maxLength: 6 });
    fc.assert(
      fc.property(pieces, frames, (made, asking) => {
        const evidence = made.map(([eventId, said]): Evidence => {
          return {
            eventId,
            session: 's',
            ordinal: Number(made.findIndex(([id]) => id === eventId)) + 1,
            about: 'user',
            turn: 1,
            kind: 'user_message',
            occurredAt: 0,
            fromByte: 0,
            toByte: 1,
            complete: true,
            text: said,
          };
        });
        const read = readRendering(renderEvidence(evidence, { retrievalId: 'R1', ...asking }));
        const asRead = (said: string): string => said.replace(/\s+$/, '').replaceAll('\r\n', '\n');
        expect(read).toEqual(made.map(([, said], at) => ({ ref: { kind: 'ordinal', session: 's', ordinal: at + 1 }, text: asRead(said) })));
      }),
    );
  });
});
