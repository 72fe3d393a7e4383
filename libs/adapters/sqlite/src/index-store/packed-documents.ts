import type { DocumentId } from '@total-recall/ports';
import type { DocumentFinder } from './find-document.ts';
import { DOCUMENTS_PER_SPACE } from './index-schema.ts';

/** Documents as they cross threads: by number where that is known, else by event and part. */
export interface PackedDocuments {
  /** Numbers in the space, `NO_NUMBER` for those that are to be looked for. */
  readonly numbers: Uint32Array;
  readonly unknown: readonly { readonly at: number; readonly eventId: string; readonly part: number }[];
}

/** No document has the last number. */
const NO_NUMBER = DOCUMENTS_PER_SPACE - 1;

/** The handle of a document: beside its number the index that gave it, so that no other one takes it for its own. */
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

/** The numbers of all; undefined for what the space does not hold. */
export function numbersOf({ numbers, unknown }: PackedDocuments, space: number, finder: DocumentFinder): (number | undefined)[] {
  const found: (number | undefined)[] = Array.from(numbers);
  for (const { at, eventId, part } of unknown) found[at] = finder.numberOf(space, eventId, part);
  return found;
}
