import type { Embedder, Embedding } from '@total-recall/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberEmbeddings } from './remember-embeddings.ts';

/** Its vectors encode the input. */
function countingEmbedder() {
  let asked = 0;
  const embedder: Embedder = {
    model: 'm',
    dimensions: 3,
    tokenDimensions: 0,
    async embed(inputs, options) {
      asked += inputs.length;
      return inputs.map(({ text, kind }): Embedding => ({
        vector: Float32Array.of(text.length, text.charCodeAt(0) || 0, kind === 'query' ? 1 : 0),
        truncated: options?.tokens === true,
      }));
    },
    close: async () => undefined,
  };
  return { embedder, asked: () => asked };
}

const call = fc.record({
  texts: fc.array(fc.record({ text: fc.constantFrom('', 'a', 'b', 'bb', 'ccc', 'd'), kind: fc.constantFrom('query', 'document') }), {
    maxLength: 8,
  }),
  tokens: fc.boolean(),
});

describe('rememberEmbeddings', () => {
  it('asks again for what it was told to forget, and keeps nothing of what was under way then', async () => {
    const under = countingEmbedder();
    const remembering = rememberEmbeddings(under.embedder, { maxBytes: 1_000_000 });
    const ask = (text: string) => remembering.embed([{ text, kind: 'document' }]);
    await ask('a');
    const underWay = ask('b');
    remembering.forget();
    expect((await underWay)[0]!.vector[0]).toBe(1);
    expect(under.asked()).toBe(2);
    for (const text of ['a', 'b', 'a', 'b']) await ask(text);
    expect(under.asked()).toBe(4);
  });

  it('answers as the model does, in order, and never asks twice for what it has room to keep', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 12 }), fc.constantFrom(0, 700, 1_000_000), async (calls, maxBytes) => {
        const plain = countingEmbedder();
        const under = countingEmbedder();
        let repeated = 0;
        const remembering = rememberEmbeddings(under.embedder, { maxBytes, onRepeated: (texts) => (repeated += texts) });
        const distinct = new Set<string>();
        for (const { texts, tokens } of calls) {
          const inputs = texts as { text: string; kind: 'query' | 'document' }[];
          expect(await remembering.embed(inputs, { tokens })).toEqual(await plain.embedder.embed(inputs, { tokens }));
          for (const { text, kind } of inputs) distinct.add(`${kind} ${tokens} ${text}`);
        }
        expect(under.asked() + repeated).toBe(plain.asked());
        expect(under.asked()).toBeGreaterThanOrEqual(distinct.size);
        if (maxBytes === 1_000_000) expect(under.asked()).toBe(distinct.size);
      }),
    );
  });

  it('keeps nothing of a call that fails', async () => {
    const { embedder } = countingEmbedder();
    let isBroken = true;
    const remembering = rememberEmbeddings(
      { ...embedder, embed: (...args) => (isBroken ? Promise.reject(new Error('away')) : embedder.embed(...args)) },
      { maxBytes: 10_000 },
    );
    await expect(remembering.embed([{ text: 'a', kind: 'document' }])).rejects.toThrow('away');
    isBroken = false;
    expect(await remembering.embed([{ text: 'a', kind: 'document' }])).toHaveLength(1);
  });
});
