import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TokenRows } from '@total-recall/domain';
import type { Embedder } from '@total-recall/ports';
import { embedderContract } from '@total-recall/ports/testing';
import { decodeTokens, MINILM_CODEBOOK } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { findTestModel } from '../testing/find-test-model.ts';
import { E5_SMALL_V2, MINILM_L6_V2, type EmbeddingModel } from './embedding-model.ts';
import { createOnnxEmbedder, type OnnxEmbedderOptions } from './onnx-embedder.ts';

const MAX_QUEUED = 64;

async function withOnnx(options: Omit<OnnxEmbedderOptions, 'maxQueued'>, body: (embedder: Embedder) => Promise<void>): Promise<void> {
  const embedder = await createOnnxEmbedder({ ...options, maxQueued: MAX_QUEUED });
  try {
    await body(embedder);
  } finally {
    await embedder.close();
  }
}

async function cosines(embedder: Embedder, pairs: readonly (readonly [string, string])[]): Promise<number[]> {
  const embeddings = await embedder.embed(
    pairs.flatMap(([query, document]) => [
      { text: query, kind: 'query' as const },
      { text: document, kind: 'document' as const },
    ]),
  );
  return pairs.map((_pair, index) => dot(embeddings[2 * index]!.vector, embeddings[2 * index + 1]!.vector));
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

const RELATED: readonly (readonly [string, string])[] = [
  ['How do I reset my password?', 'Instructions for recovering a forgotten login credential'],
  ['What pets does she have?', 'My sister adopted two kittens and an old dog.'],
  ['Why did the release fail?', 'The deployment was rolled back because a migration timed out.'],
];
const UNRELATED = RELATED.map(([query], index) => [query, RELATED[(index + 1) % RELATED.length]![1]] as const);

// Computed once with another implementation of the tokenizer.
const PIECES: readonly (readonly [string, readonly number[]])[] = [
  ['Hello, World! naïve café', [7592, 1010, 2088, 999, 15743, 7668]],
  ['ENOENT: /etc/app.conf:42', [4372, 8913, 3372, 1024, 1013, 4385, 1013, 10439, 1012, 9530, 2546, 1024, 4413]],
  ['日本語 テスト', [1864, 1876, 1950, 1713, 30233, 30240]],
  ['İstanbul e\u0301', [9960, 1041]],
  ["😀 don't re-use deduplication", [100, 2123, 1005, 1056, 2128, 1011, 2224, 2139, 8566, 21557]],
];

for (const model of [MINILM_L6_V2, E5_SMALL_V2] satisfies EmbeddingModel[]) {
  const files = await findTestModel(model);
  const open = async (): Promise<Embedder> => createOnnxEmbedder({ model, files: files!, maxQueued: MAX_QUEUED });
  describe.runIf(files)(`${model.name}, if it is there`, () => {
    embedderContract(model.name, () => ({ open, dispose: async () => {} }), { tokens: true, maxQueued: MAX_QUEUED });

    it('tells apart what a short answer answers', () =>
      withOnnx({ model, files: files! }, async (embedder) => {
        const answer = { text: 'Oriel: Two of them, since last winter!', kind: 'document' as const };
        const [question, pets, boats] = await embedder.embed([
          { text: 'How many cats are there?', kind: 'query' },
          { ...answer, before: 'Tamsin: Do you have any cats at home?' },
          { ...answer, before: 'Tamsin: Has the harbour got a crane?' },
        ]);
        expect(dot(question!.vector, pets!.vector)).toBeGreaterThan(dot(question!.vector, boats!.vector));
      }));

    it('puts what means the same nearer than what does not', () =>
      withOnnx({ model, files: files! }, async (embedder) => {
        const related = await cosines(embedder, RELATED);
        const unrelated = await cosines(embedder, UNRELATED);
        for (const value of related) expect(value).toBeGreaterThan(Math.max(...unrelated));
      }));

    it('gives the same bits from every thread and in any company', () =>
      withOnnx({ model, files: files!, threads: 2 }, async (embedder) => {
        const text = 'The quick brown fox jumps over the lazy dog.';
        const inputs = Array.from({ length: 40 }, (_, index) => ({
          text: index % 4 === 0 ? text : `${text} ${index}`.repeat(1 + (index % 5)),
          kind: 'document' as const,
        }));
        const embeddings = await embedder.embed(inputs, { tokens: true });
        const same = embeddings.filter((_embedding, index) => index % 4 === 0);
        for (const embedding of same) expect(embedding).toEqual(same[0]);
      }));

    it('has the tokens of the reference', () =>
      withOnnx({ model, files: files! }, async (embedder) => {
        const embeddings = await embedder.embed(
          PIECES.map(([text]) => ({ text, kind: 'query' })),
          { tokens: true },
        );
        expect(embeddings.map(({ tokens }) => [...tokens!.ids])).toEqual(PIECES.map(([, ids]) => ids));
      }));

    it('cuts after its wordpieces and says so', () =>
      withOnnx({ model, files: files! }, async (embedder) => {
        const [short, long, space] = await embedder.embed(
          ['word '.repeat(200), 'word '.repeat(300), `${' '.repeat(100_000)}late`].map((text) => ({ text, kind: 'query' as const })),
          { tokens: true },
        );
        expect(short).toMatchObject({ truncated: false });
        expect(short!.tokens!.ids).toHaveLength(200);
        expect(long!.truncated).toBe(true);
        expect(long!.tokens!.ids.length).toBeGreaterThan(250);
        expect(space).toMatchObject({ truncated: true });
      }));

    it('gives reduced token vectors whose cosines are near the whole ones', async () => {
      const inputs = RELATED.flat().map((text) => ({ text, kind: 'query' as const }));
      const rowCosines: number[][] = [];
      for (const tokenDimensions of [384, 128]) {
        await withOnnx({ model, files: files!, tokenDimensions }, async (embedder) => {
          expect(/\/t128(-|$)/.test(embedder.model)).toBe(tokenDimensions === 128);
          const [first, ...others] = (await embedder.embed(inputs, { tokens: true })).map(({ tokens }) => tokens!);
          rowCosines.push(
            others.map((other) => {
              const rows = (tokens: typeof other): Float32Array =>
                Float32Array.from(tokens.vectors.subarray(0, tokenDimensions), (value) => value * tokens.scales[0]!);
              return dot(rows(first!), rows(other));
            }),
          );
        });
      }
      rowCosines[0]!.forEach((value, index) => expect(Math.abs(value - rowCosines[1]![index]!)).toBeLessThan(0.25));
    });
  });
}

describe('token vectors that are kept', () => {
  it('have the direction of the mean of two tokens of a line, nearly', async () => {
    const model = MINILM_L6_V2;
    const files = await findTestModel(model);
    if (!files) return;
    const text = 'The harbour crane was painted green in the spring of that year.';
    const rows: TokenRows[] = [];
    for (const tokenCodec of ['int8', MINILM_CODEBOOK.name]) {
      await withOnnx({ model, files, tokenDimensions: 128, tokenCodec }, async (embedder) => {
        const [made] = await embedder.embed([{ text, kind: 'document' }], { tokens: true });
        rows.push(decodeTokens(made!.kept!));
      });
    }
    const [exact, coded] = rows as [TokenRows, TokenRows];
    expect(coded.lines).toEqual(exact.lines);
    const row = ({ vectors, scales }: TokenRows, at: number): Float32Array =>
      Float32Array.from(vectors.subarray(at * 128, (at + 1) * 128), (value) => value * scales[at]!);
    exact.scales.forEach((_, at) => expect(dot(row(exact, at), row(coded, at))).toBeGreaterThan(0.85));
  });
});

describe('createOnnxEmbedder', () => {
  it('says clearly that files are no model', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'total-recall-'));
    const files = { modelPath: join(folder, 'model.onnx'), tokenizerPath: join(folder, 'tokenizer.json'), source: 'folder' as const };
    try {
      await expect(createOnnxEmbedder({ model: MINILM_L6_V2, files })).rejects.toMatchObject({ code: 'unavailable' });
      writeFileSync(files.tokenizerPath, '{}');
      writeFileSync(files.modelPath, 'no model');
      await expect(createOnnxEmbedder({ model: MINILM_L6_V2, files, threads: 2 })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/cannot be loaded|onnxruntime-node/),
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
