import type { TextEncoding } from '@total-recall/domain';

/** Texts of artifacts as an encoding decodes them, UTF-8 by default. */
export interface TextCache {
  get(artifactId: string, encoding?: TextEncoding): string | undefined;
  /** Keeps a text that is not held yet. The oldest go while all are longer than the limit. */
  put(artifactId: string, text: string, encoding?: TextEncoding): void;
  clear(): void;
  /** Characters of all texts. */
  readonly chars: number;
  /** Counts clears, so that a read that began before one does not fill the cache after it. */
  readonly clears: number;
}

export function createTextCache(maxChars: number): TextCache {
  const texts = new Map<string, string>();
  let chars = 0;
  let clears = 0;
  const keyOf = (artifactId: string, encoding: TextEncoding = 'utf-8'): string => `${artifactId} ${encoding}`;
  return {
    get: (artifactId, encoding) => texts.get(keyOf(artifactId, encoding)),
    put(artifactId, text, encoding) {
      const key = keyOf(artifactId, encoding);
      if (texts.has(key)) return;
      texts.set(key, text);
      chars += text.length;
      for (const [oldest, old] of texts) {
        if (chars <= maxChars) break;
        texts.delete(oldest);
        chars -= old.length;
      }
    },
    clear() {
      clears += 1;
      chars = 0;
      texts.clear();
    },
    get chars() {
      return chars;
    },
    get clears() {
      return clears;
    },
  };
}
