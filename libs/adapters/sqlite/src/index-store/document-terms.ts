import type { TermComparison } from '@total-recall/ports';
import type { DocumentFinder } from './find-document.ts';
import type { CompareRequest, CountsRequest, PackedCounts } from './index-messages.ts';
import { numbersOf } from './packed-documents.ts';
import type { Postings } from './segment-format.ts';
import { countIn, type SegmentPlace, type SegmentReader } from './segment-reader.ts';
import { placeOf, type SpaceViewer } from './space-view.ts';

/** Reads what the index has of the terms of given documents. */
export interface DocumentTerms {
  countsOf(request: CountsRequest): PackedCounts;
  compareTerms(request: CompareRequest): TermComparison[];
}

export function createDocumentTerms(view: SpaceViewer, segments: SegmentReader, finder: DocumentFinder): DocumentTerms {
  return {
    countsOf: ({ tenant, space, terms, documents: asked }) => {
      const size = asked.numbers.length;
      const found = { counts: new Uint32Array(size * terms.length), lengths: new Float64Array(size).fill(-1) };
      const held = view(tenant, space);
      if (!held) return found;
      // Only of segments with a document asked for: of a large space all of them hold far more than a caller needs.
      const postings = new Map<SegmentPlace, Postings[]>();
      const lengthsOf = lengthsBySegment(segments);
      numbersOf(asked, held.id, finder).forEach((number, index) => {
        const place = placeOf(held, number);
        if (!place) return;
        const { segment, at: inSegment } = place;
        found.lengths[index] = lengthsOf(segment)[inSegment]!;
        const ofSegment = postings.get(segment) ?? terms.map((term) => segments.postings(segment, term));
        postings.set(segment, ofSegment);
        ofSegment.forEach((ofTerm, term) => (found.counts[index * terms.length + term] = countIn(ofTerm, inSegment)));
      });
      return found;
    },
    compareTerms: ({ tenant, space, documents: asked, sums, lengths }) => {
      const held = view(tenant, space);
      if (!held) return Array.from(lengths, () => 'missing');
      const lengthsOf = lengthsBySegment(segments);
      return numbersOf(asked, held.id, finder).map((number, index) => {
        const place = placeOf(held, number);
        if (!place) return 'missing';
        const { segment, at } = place;
        const { one, two } = segments.sums(segment);
        const isSame = one[at] === sums.one[index] && two[at] === sums.two[index];
        return isSame && lengthsOf(segment)[at] === lengths[index] ? 'same' : 'differs';
      });
    },
  };
}

/** Creates a reader of the lengths of documents, which reads those of a segment once. */
function lengthsBySegment(segments: SegmentReader): (segment: SegmentPlace) => Uint32Array {
  const known = new Map<SegmentPlace, Uint32Array>();
  return (segment) => {
    const lengths = known.get(segment) ?? segments.columns(segment).lengths;
    known.set(segment, lengths);
    return lengths;
  };
}
