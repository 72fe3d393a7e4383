import type { Embedder, Embedding, EmbeddingInput } from '@total-recall/ports';

export interface RememberOptions {
  /** Of the vectors that are kept, roughly; those least recently asked for go first. */
  readonly maxBytes: number;
  /** Told how many texts of a call needed no model. */
  readonly onRepeated?: (texts: number) => void;
}

/** What an entry weighs beside its vectors and its text. */
const ENTRY_BYTES = 300;

/** An embedder that can be told to let go of every text and vector that it holds. */
export interface RememberingEmbedder extends Embedder {
  /** Calls under way are answered, and nothing of them is kept. */
  forget(): void;
}

/**
 * An embedder that asks the model once for texts that are equal: agents read the same files, and say the same things, again and again. A
 * vector depends on text, what stands before it, kind and model alone, so nothing else changes. Answers share their arrays: they are to be read only.
 */
export function rememberEmbeddings(embedder: Embedder, { maxBytes, onRepeated }: RememberOptions): RememberingEmbedder {
  const known = new Map<string, { readonly embedding: Embedding; readonly bytes: number }>();
  let bytes = 0;
  let forgotten = 0;

  function recall(key: string): Embedding | undefined {
    const entry = known.get(key);
    if (!entry) return undefined;
    known.delete(key);
    known.set(key, entry);
    return entry.embedding;
  }

  function keep(key: string, embedding: Embedding): void {
    drop(key);
    const entry = { embedding, bytes: ENTRY_BYTES + 2 * key.length + sizeOf(embedding) };
    if (entry.bytes > maxBytes) return;
    known.set(key, entry);
    bytes += entry.bytes;
    while (bytes > maxBytes) drop(known.keys().next().value!);
  }

  function drop(key: string): void {
    bytes -= known.get(key)?.bytes ?? 0;
    known.delete(key);
  }

  return {
    model: embedder.model,
    dimensions: embedder.dimensions,
    tokenDimensions: embedder.tokenDimensions,
    close: () => embedder.close(),
    forget: () => {
      forgotten += 1;
      known.clear();
      bytes = 0;
    },
    async embed(inputs, options = {}) {
      const keys = inputs.map((input) => keyOf(input, options.tokens === true));
      const found = new Map<string, Embedding>();
      const asked = new Map<string, EmbeddingInput>();
      keys.forEach((key, at) => {
        const embedding = recall(key);
        if (embedding) found.set(key, embedding);
        else asked.set(key, inputs[at]!);
      });
      const asOf = forgotten;
      const made = asked.size === 0 ? [] : await embedder.embed([...asked.values()], options);
      [...asked.keys()].forEach((key, at) => {
        found.set(key, made[at]!);
        if (asOf === forgotten) keep(key, made[at]!);
      });
      if (inputs.length > asked.size) onRepeated?.(inputs.length - asked.size);
      return keys.map((key) => found.get(key)!);
    },
  };
}

function keyOf({ kind, text, before = '', lineStarts = [] }: EmbeddingInput, tokens: boolean): string {
  return `${kind === 'query' ? 'q' : 'd'}${tokens ? 't' : ' '}${lineStarts.join(' ')},${before.length} ${before}${text}`;
}

function sizeOf({ vector, tokens, kept }: Embedding): number {
  const ofQuery = tokens ? tokens.ids.byteLength + tokens.vectors.byteLength + tokens.scales.byteLength : 0;
  return vector.byteLength + ofQuery + (kept ? kept.ids.byteLength + kept.lines.byteLength + kept.codes.byteLength : 0);
}
