import type { DocumentId } from '@total-recall/ports';
import type { DocumentFinder } from './find-document.ts';
import { DOCUMENTS_PER_SPACE } from './index-schema.ts';

/** Documents in a message between threads: by number if known, else by event and part. */
export interface PackedDocuments {
  /** Numbers in the space; `NO_NUMBER` for documents that must be looked up. */
  readonly numbers: Uint32Array;
  readonly unknown: readonly { readonly at: number; readonly eventId: string; readonly part: number }[];
}

/** Placeholder number, which no document has. */
const NO_NUMBER = DOCUMENTS_PER_SPACE - 1;

/** Builds the handle of a document from its number and the index that issued it, so that no other index accepts it. */
export function handleOf(index: number, number: number): number {
  return index * DOCUMENTS_PER_SPACE + number;
}

export function packDocuments(documents: readonly DocumentId[], index: number): PackedDocuments {
  const numbers = new Uint32Array(documents.length);
  const unknown: { at: number; eventId: string; part: number }[] = [];
  const least = handleOf(index, 0);
  documents.forEach(({ eventId, part, handle }, at) => {
    const isOwn = handle !== undefined && handle >= least && handle < least + NO_NUMBER;
    numbers[at] = isOwn ? handle - least : NO_NUMBER;
    if (!isOwn) unknown.push({ at, eventId, part });
  });
  return { numbers, unknown };
}

/** Returns the numbers of all documents; undefined for those that the space lacks. */
export function numbersOf({ numbers, unknown }: PackedDocuments, space: number, finder: DocumentFinder): (number | undefined)[] {
  const found: (number | undefined)[] = Array.from(numbers);
  for (const { at, eventId, part } of unknown) found[at] = finder.numberOf(space, eventId, part);
  return found;
}
