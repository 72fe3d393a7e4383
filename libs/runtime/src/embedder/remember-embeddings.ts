import type { Embedder, Embedding, EmbeddingInput } from '@total-recall/ports';

export interface RememberOptions {
  /** Rough size of the cached vectors. The least recently used go first. */
  readonly maxBytes: number;
  /** Called with the number of texts in a call that needed no model. */
  readonly onRepeated?: (texts: number) => void;
}

/** Bytes of an entry beside its vectors and its text. */
const ENTRY_BYTES = 300;

/** An embedder whose cache of texts and vectors can be cleared. */
export interface RememberingEmbedder extends Embedder {
  /** Clears the cache. Calls under way still finish, but their results are not cached. */
  forget(): void;
  /** Approximate bytes of the embeddings in the cache. */
  readonly heldBytes: number;
}

/**
 * Wraps an embedder with a cache, because agents read the same files and say the same things again and again. A vector
 * depends only on the text, its prefix, the kind and the model, so results are the same. Callers share the returned
 * arrays and must not change them.
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
    get heldBytes() {
      return bytes;
    },
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
