import { inSnapshot } from '../thread/open-database.ts';
import { serveDatabase } from '../thread/serve-database.ts';
import type { ThreadTally } from '../thread/thread-tally.ts';
import { createDocumentTerms } from './document-terms.ts';
import { createDocumentFinder } from './find-document.ts';
import type { IndexReaderHandlers } from './index-messages.ts';
import { createNameReader } from './name-reader.ts';
import { openIndexReader } from './open-index-reader.ts';
import { createDocumentReader } from './read-documents.ts';
import { createPointReads } from './read-points.ts';
import { createSpaceSearch } from './search-space.ts';
import { createSegmentReader, textRoom } from './segment-reader.ts';
import { createSpaceViewer } from './space-view.ts';

export interface IndexReaderData {
  readonly path: string;
  readonly cacheBytes: number;
  readonly segmentCacheBytes: number;
  readonly rowCacheBytes: number;
  /** Tally of the memory that the segment cache holds. */
  readonly held: ThreadTally;
}

/**
 * Serves reads on a separate connection. It sees everything committed before a call, and no query waits for the writer.
 */
serveDatabase((data: IndexReaderData) => {
  const db = openIndexReader(data.path, data.cacheBytes);
  const names = createNameReader(db);
  const segments = createSegmentReader(db, textRoom(data.segmentCacheBytes), data.held);
  const documents = createDocumentReader(db, names, data.rowCacheBytes);
  const finder = createDocumentFinder(db);
  const view = createSpaceViewer(db, segments, documents);
  const search = createSpaceSearch(view, { segments, documents, names, finder });
  const terms = createDocumentTerms(view, segments, finder);
  const reads = createPointReads(db, names);
  const handlers: IndexReaderHandlers = {
    search: (request) => inSnapshot(db, () => search.search(request)),
    statistics: (...args) => inSnapshot(db, () => search.statistics(...args)),
    documentsAt: (request) => inSnapshot(db, () => search.documentsAt(request)),
    countsOf: (request) => inSnapshot(db, () => terms.countsOf(request)),
    compareTerms: (request) => inSnapshot(db, () => terms.compareTerms(request)),
    events: (...args) => inSnapshot(db, () => reads.events(...args)),
    eventsByEnding: (...args) => inSnapshot(db, () => reads.eventsByEnding(...args)),
    sessionEvents: (request) => inSnapshot(db, () => reads.sessionEvents(request)),
    eventsInRanges: (request) => inSnapshot(db, () => reads.eventsInRanges(request)),
    eventsOfArtifact: (request) => inSnapshot(db, () => reads.eventsOfArtifact(request)),
    pinned: (...args) => reads.pinned(...args),
    marks: (partition) => reads.marks(partition),
    aside: (partition) => reads.aside(partition),
  };
  return { handlers, close: () => db.close() };
});
