import { createHmac } from 'node:crypto';
import type { KeyStore, SpacePlace } from '@total-recall/ports';

/** Hashes that stand for words in the ledger, so that it holds no content. They are gone with the key of their space. */
export interface UnitMarks {
  /** The mark of what a fact is about. */
  key(words: string): string;
  subject(name: string): string;
  /** The mark of a word that units are found by; short, as units have many. */
  word(word: string): string;
}

export async function openUnitMarks({ keys }: { readonly keys: Pick<KeyStore, 'spaceKey'> }, place: SpacePlace): Promise<UnitMarks> {
  const { key } = await keys.spaceKey(place.tenant, place.space);
  const mark = (of: string, text: string, chars = 22): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(['units', of, text]))
      .digest('base64url')
      .slice(0, chars);
  return {
    key: (words) => mark('key', words),
    subject: (name) => mark('subject', name.toLowerCase()),
    word: (word) => mark('word', word, 8),
  };
}
