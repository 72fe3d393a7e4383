import { ByteSink } from './byte-sink.ts';
import { BlockWriter, MAX_SEGMENT_DOCUMENTS, type Columns, type Segment } from './segment-format.ts';

/** One document for a segment; its names are ids. */
export interface SegmentDocument {
  readonly terms: readonly string[];
  readonly time: number;
  readonly session: number;
  readonly kind: number;
  readonly agent: number;
  readonly task: number;
}

interface TermPostings {
  readonly postings: ByteSink;
  count: number;
  last: number;
}

/** Collects documents in order and builds a segment from them. */
export class SegmentBuilder {
  private readonly documents: SegmentDocument[] = [];
  private readonly byTerm = new Map<string, TermPostings>();

  get isFull(): boolean {
    return this.documents.length >= MAX_SEGMENT_DOCUMENTS / 2;
  }

  add(document: SegmentDocument): void {
    const number = this.documents.push(document) - 1;
    const counts = new Map<string, number>();
    for (const term of document.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) {
      let held = this.byTerm.get(term);
      if (!held) this.byTerm.set(term, (held = { postings: new ByteSink(8), count: 0, last: 0 }));
      held.postings.varint(((number - held.last) << 1) | (count > 1 ? 1 : 0));
      if (count > 1) held.postings.varint(count);
      held.count += 1;
      held.last = number;
    }
  }

  build(): Segment {
    const writer = new BlockWriter();
    for (const term of [...this.byTerm.keys()].sort()) {
      const { postings, count, last } = this.byTerm.get(term)!;
      const bytes = Buffer.from(term, 'latin1');
      writer.entry({ bytes, from: 0, to: bytes.length }, count, last, postings);
    }
    writer.end();
    return { documents: this.documents.length, firsts: writer.firsts, blocks: writer.blocks, columns: this.columns() };
  }

  private columns(): Columns {
    const { documents } = this;
    const narrow = (value: (document: SegmentDocument) => number): Uint32Array => Uint32Array.from(documents, value);
    return {
      times: Float64Array.from(documents, (document) => document.time),
      lengths: narrow((document) => document.terms.length),
      sessions: narrow((document) => document.session),
      kinds: narrow((document) => document.kind),
      agents: narrow((document) => document.agent),
      tasks: narrow((document) => document.task),
    };
  }
}
