import { describe, expect, it } from 'vitest';
import type { Embedder, Embedding, EmbeddingInput, TokenVectors } from '../src/embedder.ts';
import { codeOf, withHarness, type ContractHarness } from './contract-harness.ts';

export interface EmbedderCapabilities {
  /** True when the embedder gives token vectors. */
  readonly tokens: boolean;
  /** Number of texts that fit the harness's queue; a call with one more is refused. */
  readonly maxQueued: number;
}

type WithEmbedder = (body: (embedder: Embedder) => Promise<void>) => Promise<void>;

const documents = (...texts: string[]): EmbeddingInput[] => texts.map((text) => ({ text, kind: 'document' }));
const queries = (...texts: string[]): EmbeddingInput[] => texts.map((text) => ({ text, kind: 'query' }));
const TEXTS = documents(
  'The deployment failed because the migration timed out.',
  "Biscuit, the neighbour's cat, sleeps on our roof.",
  'Retry the job with a longer timeout!',
  'lunch at noon',
);
const HOSTILE = documents(
  '',
  ' \n\t ',
  '\u0000\u0007',
  '\ud800 lone \udfff',
  '😀👩‍👩‍👧‍👦🏳️‍🌈',
  '日本語とंहिन्दी 한국어',
  'e\u0301'.repeat(500),
  '[CLS] [SEP] [MASK]',
  'x'.repeat(1 << 20),
  'word '.repeat(1 << 18),
  ' '.repeat(1 << 20),
  '(('.repeat(1 << 19),
);

/** Tests the claims of the `Embedder` port. */
export function embedderContract(name: string, makeHarness: () => ContractHarness<Embedder>, capabilities: EmbedderCapabilities): void {
  const withEmbedder: WithEmbedder = (body) => withHarness(makeHarness, async (open) => body(await open()));
  describe(`${name}: Embedder`, () => {
    vectorClaims(withEmbedder);
    queueClaims(withEmbedder, capabilities);
    if (capabilities.tokens) tokenClaims(withEmbedder);
    else {
      it('says that it has no token vectors and ignores the wish for them', () =>
        withEmbedder(async (embedder) => {
          expect(embedder.tokenDimensions).toBe(0);
          expect((await embedder.embed(TEXTS, { tokens: true })).every((embedding) => embedding.tokens === undefined)).toBe(true);
        }));
    }
  });
}

function vectorClaims(withEmbedder: WithEmbedder): void {
  it('gives each text a vector of length 1, in the order asked', () =>
    withEmbedder(async (embedder) => {
      const together = await embedder.embed(TEXTS);
      const backwards = await embedder.embed([...TEXTS].reverse());
      expect(together).toHaveLength(TEXTS.length);
      together.forEach((embedding, index) => {
        expectUnit(embedding, embedder);
        expect(cosine(embedding, backwards[TEXTS.length - 1 - index]!)).toBeGreaterThan(0.999_999);
      });
      expect(new Set(together.map(({ vector }) => vector.join())).size).toBe(TEXTS.length);
      expect(await embedder.embed([])).toEqual([]);
    }));

  it('gives a text the same vector whatever is asked with it', () =>
    withEmbedder(async (embedder) => {
      const filler = documents(...Array.from({ length: 12 }, (_, index) => `filler number ${index} `.repeat(1 + index * 4)));
      const [alone] = await embedder.embed(TEXTS.slice(0, 1));
      const crowd = await embedder.embed([...filler, TEXTS[0]!, ...filler]);
      const inCrowd = crowd[filler.length]!;
      expect(Math.max(...alone!.vector.map((value, index) => Math.abs(value - inCrowd.vector[index]!)))).toBeLessThan(1e-3);
    }));

  it('embeds any string, and says what it cut', () =>
    withEmbedder(async (embedder) => {
      const embeddings = await embedder.embed(HOSTILE, { tokens: true });
      for (const embedding of embeddings) expectUnit(embedding, embedder);
      const [short] = await embedder.embed(documents('a short text'));
      expect(short!.truncated).toBe(false);
    }));

  it('answers queries as well as documents', () =>
    withEmbedder(async (embedder) => {
      const [query, same, other] = await embedder.embed([{ text: 'Why did the deployment fail?', kind: 'query' }, TEXTS[0]!, TEXTS[1]!]);
      expect(cosine(query!, same!)).toBeGreaterThan(cosine(query!, other!));
    }));
}

function queueClaims(withEmbedder: WithEmbedder, { maxQueued }: EmbedderCapabilities): void {
  it('refuses a call that could never fit, and calls past its bound, and takes more afterwards', () =>
    withEmbedder(async (embedder) => {
      const full = documents(...Array.from({ length: maxQueued }, (_, index) => `text ${index}`));
      expect(await codeOf(embedder.embed([...full, ...full]))).toBe('invalid_request');
      const calls = await Promise.allSettled(Array.from({ length: 4 }, () => embedder.embed(full)));
      expect(calls[0]!.status).toBe('fulfilled');
      const refused = calls.filter((call) => call.status === 'rejected').map((call) => call.reason);
      expect(refused.length).toBeGreaterThan(0);
      for (const reason of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfterMs: expect.any(Number) });
      expect(await embedder.embed(full)).toHaveLength(maxQueued);
    }));

  it('finishes at close what it accepted, and takes nothing after', () =>
    withEmbedder(async (embedder) => {
      const accepted = embedder.embed(TEXTS);
      const closing = embedder.close();
      expect(await codeOf(embedder.embed(TEXTS))).toBe('closed');
      expect(await accepted).toHaveLength(TEXTS.length);
      await closing;
      await embedder.close();
      expect(await codeOf(embedder.embed(TEXTS))).toBe('closed');
    }));
}

function tokenClaims(withEmbedder: WithEmbedder): void {
  it('gives token vectors only when asked: of a query rows of length 1, with the same single vector', () =>
    withEmbedder(async (embedder) => {
      const [plain] = await embedder.embed(queries(TEXTS[0]!.text));
      const [rich] = await embedder.embed(queries(TEXTS[0]!.text), { tokens: true });
      expect(plain!.tokens).toBeUndefined();
      expect(rich!.kept).toBeUndefined();
      expect(rich!.vector).toEqual(plain!.vector);
      const { ids, vectors, scales } = rich!.tokens!;
      expect(ids.length).toBeGreaterThan(5);
      expect(vectors).toHaveLength(ids.length * embedder.tokenDimensions);
      expect(scales).toHaveLength(ids.length);
      for (let row = 0; row < ids.length; row++) expect(rowLength(rich!.tokens!, row, embedder.tokenDimensions)).toBeCloseTo(1, 2);
    }));

  it('gives an empty text no rows, and a repeated word the same id', () =>
    withEmbedder(async (embedder) => {
      const [empty, twice] = await embedder.embed(queries('', 'lunch lunch'), { tokens: true });
      expect(empty!.tokens!.ids).toHaveLength(0);
      expect(twice!.tokens!.ids).toHaveLength(2);
      expect(twice!.tokens!.ids[0]).toBe(twice!.tokens!.ids[1]);
    }));

  it('gives of a document what an index keeps: its wordpieces, and rows of which each is of one line or of the header', () =>
    withEmbedder(async (embedder) => {
      const text = 'harbour log: lunch at noon\nlunch is late';
      const lineStarts = [text.indexOf('lunch'), text.lastIndexOf('lunch')];
      const [plain, whole, lined, empty] = await embedder.embed(
        [
          { text, kind: 'document' },
          { text, kind: 'document' },
          { text, kind: 'document', lineStarts },
          { text: '', kind: 'document' },
        ],
        { tokens: true },
      );
      expect((await embedder.embed([{ text, kind: 'document' }]))[0]!.kept).toBeUndefined();
      expect(plain!.tokens).toBeUndefined();
      expect(empty!.kept).toBeUndefined();
      expect(whole).toEqual(plain);
      expect(lined!.vector).toEqual(whole!.vector);
      expect(lined!.kept!.ids).toEqual(whole!.kept!.ids);
      expect(lined!.kept!.ids).toEqual(Uint32Array.from(new Set(lined!.kept!.ids)).sort());
      expect(new Set(whole!.kept!.lines)).toEqual(new Set([0]));
      expect([...new Set(lined!.kept!.lines)]).toEqual([255, 0, 1]);
      expect(lined!.kept!.codes.length % lined!.kept!.lines.length).toBe(0);
    }));

  it('reads a text with what stands before it, of which its rows hold nothing', () =>
    withEmbedder(async (embedder) => {
      const { text } = TEXTS[0]!;
      const [alone, read, nothing] = await embedder.embed(
        [
          { text, kind: 'document' },
          { text, kind: 'document', before: 'Somebody asked: what was it then?' },
          { text: '', kind: 'document', before: text },
        ],
        { tokens: true },
      );
      expect(read!.kept!.ids).toEqual(alone!.kept!.ids);
      expect(read!.kept!.lines).toEqual(alone!.kept!.lines);
      expectUnit(read!, embedder);
      expect(cosine(read!, alone!)).toBeGreaterThan(0.5);
      expect(nothing!.kept).toBeUndefined();
    }));

  it('gives answers that stand alone: no two share memory', () =>
    withEmbedder(async (embedder) => {
      const embeddings = await embedder.embed([...TEXTS, ...queries('lunch', 'roof')], { tokens: true });
      const buffers = embeddings.flatMap(({ vector, tokens, kept }) =>
        [vector, tokens?.vectors, tokens?.ids, tokens?.scales, kept?.ids, kept?.lines, kept?.codes].flatMap((array) => array?.buffer ?? []),
      );
      expect(new Set(buffers).size).toBe(buffers.length);
    }));
}

function expectUnit(embedding: Embedding, embedder: Embedder): void {
  expect(embedding.vector).toHaveLength(embedder.dimensions);
  expect(Math.hypot(...embedding.vector)).toBeCloseTo(1, 4);
}

function cosine(a: Embedding, b: Embedding): number {
  return a.vector.reduce((sum, value, index) => sum + value * b.vector[index]!, 0);
}

function rowLength(tokens: TokenVectors, row: number, dimensions: number): number {
  return Math.hypot(...tokens.vectors.subarray(row * dimensions, (row + 1) * dimensions)) * tokens.scales[row]!;
}
