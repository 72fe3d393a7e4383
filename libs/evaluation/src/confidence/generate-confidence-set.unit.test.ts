import { describe, expect, it } from 'vitest';
import { contentWords } from './ask-about.ts';
import { generateConfidenceSet } from './generate-confidence-set.ts';
import { HELD_OUT_TOPICS } from './held-out-topics.ts';
import { FITTED_TOPICS } from './topics.ts';

const textsOf = (set: ReturnType<typeof generateConfidenceSet>): Map<string, string> =>
  new Map(
    set.stores.flatMap((store) =>
      store.sessions.flatMap((session) =>
        session.events.map((event, at): [string, string] => [`${store.name} ${session.units[at]!}`, event.text ?? '']),
      ),
    ),
  );

describe('generated questions', () => {
  const set = generateConfidenceSet({ part: 'fit', seed: 3, stores: 2, roundabout: true });

  it('follow from the seed alone', () => {
    expect(generateConfidenceSet({ part: 'fit', seed: 3, stores: 2, roundabout: true })).toEqual(set);
    expect(generateConfidenceSet({ part: 'fit', seed: 4, stores: 2 })).not.toEqual(set);
  });

  it('are answered by events of their own store, or by none', () => {
    const texts = textsOf(set);
    const labels = set.questions.map((question) => ({ question, ...set.labels.get(question.id)! }));
    expect(labels.some(({ abstention }) => abstention)).toBe(true);
    for (const { question, units, abstention } of labels) {
      expect(abstention).toBe(units.length === 0);
      for (const unit of units) expect(texts.has(`${question.store} ${unit}`)).toBe(true);
      expect(question.text).toMatch(/\p{L}{3}/u);
      expect(question.text).not.toMatch(/\{[pvsw]\}/);
    }
    for (const text of texts.values()) expect(text).not.toMatch(/\{[pvsw]\}/);
  });

  it('of the part kept apart speak of other topics', () => {
    const held = new Set(HELD_OUT_TOPICS.flatMap(({ name, tells, asks }) => [name, ...tells, ...asks]));
    for (const { name, tells, asks } of FITTED_TOPICS) for (const text of [name, ...tells, ...asks]) expect(held.has(text)).toBe(false);
  });

  it('in a roundabout form share no word with what was told', () => {
    const wordsOf = (texts: readonly string[]) =>
      new Set(texts.flatMap(contentWords).map((word) => word.toLowerCase().replace(/(?:'s|s)$/, '')));
    for (const { name, tells, roundabout } of [...FITTED_TOPICS, ...HELD_OUT_TOPICS])
      expect({ name, shared: [...wordsOf(tells)].filter((word) => wordsOf(roundabout).has(word)) }).toEqual({ name, shared: [] });
  });
});
