import { homedir } from 'node:os';
import { createHashingEmbedder } from '@total-recall/adapter-memory';
import { createOnnxEmbedder, findModelFiles, MINILM_L6_V2, modelCacheFolder } from '@total-recall/adapter-onnx';
import type { Embedder, Embedding } from '@total-recall/ports';
import { fillUnit, normalise } from './vector-corpus.ts';
import { seededRandom } from './zipf-corpus.ts';

/** The part of an embedding that is stored. */
type ChunkEmbedding = Pick<Embedding, 'vector' | 'kept'>;

/** Embeddings for stores that a model would take hours to fill. */
export interface VectorBank {
  readonly model: string;
  /** True when a model made the embeddings from which others are drawn; without a model they come from hashed words. */
  readonly isReal: boolean;
  /**
   * Embeds a text. The first texts are really embedded; later ones reuse an embedding of a text of similar length, with
   * the same token vectors and a slightly moved single vector.
   */
  embed(text: string, lineStarts: readonly number[]): Promise<ChunkEmbedding>;
  /** Returns the number of embedded texts from which others are drawn, including those of earlier stores. */
  embedded(): number;
  drawn(): number;
  close(): Promise<void>;
}

/** Number of texts that are really embedded. */
const EMBEDDED_TEXTS = 2_000;
const QUICK_TEXTS = 30;
/** Step in characters by which lengths are grouped. */
const LENGTH_STEP = 80;
/** Length of the vector added to a drawn one before it is normalised. The cosine with the original is then .89. */
const MOVED = 0.5;
/** Dimensions of token vectors, as the service requests them from its model. */
export const TOKEN_DIMENSIONS = 128;

export async function openEmbedderForBench(threads: number): Promise<Embedder | undefined> {
  const cacheFolder = modelCacheFolder(process.env, homedir);
  const signal = AbortSignal.timeout(120_000);
  try {
    const files = await findModelFiles(MINILM_L6_V2, { cacheFolder, signal });
    return await createOnnxEmbedder({ model: MINILM_L6_V2, files, threads, tokenDimensions: TOKEN_DIMENSIONS });
  } catch {
    return undefined;
  }
}

/** Embeddings by length of text, kept for the next store, which then needs no model. */
interface Made {
  readonly model: string;
  readonly isReal: boolean;
  readonly byLength: ChunkEmbedding[][];
}
const madeBefore = new Map<string, Made>();

export async function openVectorBank(seed: number, quick: boolean): Promise<VectorBank> {
  const key = `${seed} ${quick}`;
  const known = madeBefore.get(key);
  const model = known ? undefined : await openEmbedderForBench(1);
  const embedder = model ?? createHashingEmbedder();
  const made: Made = known ?? { model: embedder.model, isReal: model !== undefined, byLength: [] };
  const { byLength } = made;
  const random = seededRandom(seed);
  const most = known ? 0 : quick ? QUICK_TEXTS : EMBEDDED_TEXTS;
  let embedded = 0;
  let drawn = 0;
  return {
    model: made.model,
    isReal: made.isReal,
    embedded: () => byLength.flat().length,
    drawn: () => drawn,
    async embed(text, lineStarts) {
      const length = Math.floor(text.length / LENGTH_STEP);
      const like = nearest(byLength, length);
      if (embedded >= most && like) {
        drawn += 1;
        const from = like[Math.floor(random() * like.length)]!;
        return { ...from, vector: move(from.vector, random) };
      }
      embedded += 1;
      const [made] = await embedder.embed([{ text, kind: 'document', lineStarts }], { tokens: true });
      (byLength[length] ??= []).push(made!);
      return made!;
    },
    async close() {
      if (embedded >= most) madeBefore.set(key, made);
      await embedder.close();
    },
  };
}

function nearest(byLength: readonly ChunkEmbedding[][], length: number): ChunkEmbedding[] | undefined {
  for (let off = 0; off < byLength.length + length; off += 1) {
    const found = byLength[length - off] ?? byLength[length + off];
    if (found) return found;
  }
  return undefined;
}

/** Moves a vector a little in a random direction. */
function move(vector: Float32Array, random: () => number): Float32Array {
  const moved = fillUnit(new Float32Array(vector.length), random);
  for (let at = 0; at < moved.length; at += 1) moved[at] = vector[at]! + MOVED * moved[at]!;
  return normalise(moved);
}
