import type { SessionEntry } from '../../session/session-state.ts';
import type { EventSketch } from './event-sketch.ts';

/** An evicted event, with its sketch where it could be read. */
export interface SketchedEntry {
  readonly entry: SessionEntry;
  readonly sketch?: EventSketch;
  /** True for a call of recall or open and for its refusal: they tell of no work of the span. */
  readonly isOfPull?: boolean;
}
