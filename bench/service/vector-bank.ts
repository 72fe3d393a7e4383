import { homedir } from 'node:os';
import { createHashingEmbedder } from '@total-recall/adapter-memory';
import { createOnnxEmbedder, findModelFiles, MINILM_L6_V2, modelCacheFolder } from '@total-recall/adapter-onnx';
import type { Embedder, Embedding } from '@total-recall/ports';
import { fillUnit, normalise } from './vector-corpus.ts';
import { seededRandom } from './zipf-corpus.ts';

/** As far as it is kept. */
type ChunkEmbedding = Pick<Embedding, 'vector' | 'kept'>;

/** Embeddings of texts for stores that a model would take hours to fill. */
export interface VectorBank {
  readonly model: string;
  /** Whether a model made the embeddings that others are drawn from; a hashing of words did where none is there. */
  readonly isReal: boolean;
  /** The first texts are embedded, later ones drawn from those of about their length: token vectors as they are, the single vector moved a little. */
  embed(text: string, lineStarts: readonly number[]): Promise<ChunkEmbedding>;
  /** Texts that others are drawn from, those of a store before this one included. */
  embedded(): number;
  drawn(): number;
  close(): Promise<void>;
}

/** Texts that are embedded, whatever comes after them. */
const EMBEDDED_TEXTS = 2_000;
const QUICK_TEXTS = 150;
/** Characters by which lengths are told apart. */
const LENGTH_STEP = 80;
/** Length of what is added to a drawn vector, before it is made one long again: its cosine with the one it was drawn from is then .89. */
const MOVED = 0.5;
/** As the service asks its model for. */
export const TOKEN_DIMENSIONS = 128;

export async function openEmbedderForBench(threads: number): Promise<Embedder | undefined> {
  const cacheFolder = modelCacheFolder(process.env, homedir());
  const signal = AbortSignal.timeout(120_000);
  try {
    const files = await findModelFiles(MINILM_L6_V2, { cacheFolder, signal });
    return await createOnnxEmbedder({ model: MINILM_L6_V2, files, threads, tokenDimensions: TOKEN_DIMENSIONS });
  } catch {
    return undefined;
  }
}

/** What a model made, by length: kept for the next store, which then needs no model. */
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

/** A little in a direction of its own. */
function move(vector: Float32Array, random: () => number): Float32Array {
  const moved = fillUnit(new Float32Array(vector.length), random);
  for (let at = 0; at < moved.length; at += 1) moved[at] = vector[at]! + MOVED * moved[at]!;
  return normalise(moved);
}
