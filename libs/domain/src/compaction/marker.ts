import type { MarkerProfile } from './marker-profile.ts';

/** A time-range marker: stands in the window for an evicted span. Source: 000 §5.2, 002 §4.3. */
export interface Marker {
  /** `m<cycle>`, of a further span of the same cycle `m<cycle>.<n>`, of a merged parent `m<cycle>.p`. */
  readonly id: string;
  /** The compaction event that holds its manifest. */
  readonly eventId: string;
  readonly fromTurn: number;
  readonly toTurn: number;
  /** Range by entry position, both ends included. */
  readonly fromOrdinal: number;
  readonly toOrdinal: number;
  readonly topics: readonly string[];
  /** 0 for a span, one more than its parts for one merged of equals, that of its highest part otherwise. */
  readonly level: number;
  /** Events behind it, parts included. */
  readonly eventCount: number;
  /** Tokens those events took in the window when they left it. */
  readonly evictedTokens: number;
  /** Tokens of its own rendering. */
  readonly tokens: number;
  /** As it was counted, so that a later template changes no window; absent of old ones, which template 1 renders. */
  readonly text?: string;
  /** The template that made `text`. */
  readonly templateVersion?: number;
  /** What its events say beyond its topics; absent of old ones. */
  readonly profile?: MarkerProfile;
  /** Epoch milliseconds of the first and last event behind it. */
  readonly fromTime: number;
  readonly toTime: number;
}

/** What exactly went, and what it held. Not for the prompt. Source: 001 §6.1 A.4. */
export interface Manifest {
  /** Evicted by this compaction itself, in order; the parts hold the rest. */
  readonly eventIds: readonly string[];
  /** Decisions, errors and constraints among them. */
  readonly anchors: readonly { readonly eventId: string; readonly why: 'decision' | 'error' | 'constraint' | 'objective' }[];
  readonly artifactIds: readonly string[];
  readonly taskStateVersion: number;
  readonly hints: {
    readonly entities: readonly string[];
    readonly paths: readonly string[];
    readonly tools: readonly string[];
    readonly keywords: readonly string[];
  };
}

/** A marker as its compaction event keeps it. */
export interface MarkerRecord {
  readonly marker: Marker;
  readonly manifest: Manifest;
  /** Markers that this one took the place of. */
  readonly parts: readonly { readonly markerId: string; readonly eventId: string }[];
}
