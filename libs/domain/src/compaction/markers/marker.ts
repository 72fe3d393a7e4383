import type { AnchorKind } from '../../event/kind-rules.ts';
import type { MarkerProfile } from './marker-profile.ts';

/** A time-range marker, which represents an evicted span in the window. Source: 000 §5.2, 002 §4.3. */
export interface Marker {
  /** `m<cycle>`; `m<cycle>.<n>` for a further span of the cycle; `m<cycle>.p` for a merged parent. */
  readonly id: string;
  /** Id of the compaction event that holds its manifest. */
  readonly eventId: string;
  readonly fromTurn: number;
  readonly toTurn: number;
  /** Range by entry position, both ends included. */
  readonly fromOrdinal: number;
  readonly toOrdinal: number;
  readonly topics: readonly string[];
  /** 0 for a span; one more than its parts for a parent of equals; otherwise that of its highest part. */
  readonly level: number;
  /** Number of events behind it, parts included. */
  readonly eventCount: number;
  /** Tokens of these events in the window when they were evicted. */
  readonly evictedTokens: number;
  /** Tokens of its own rendering. */
  readonly tokens: number;
  /**
   * Text as it was counted, so that a later template changes no window; absent in old markers, which template 1
   * renders.
   */
  readonly text?: string;
  /** Version of the template of `text`. */
  readonly templateVersion?: number;
  /** Content of its events beyond its topics; absent in old markers. */
  readonly profile?: MarkerProfile;
  /** Epoch milliseconds of the first and last event behind it. */
  readonly fromTime: number;
  readonly toTime: number;
}

/** Exact list of the evicted events and what they held. Not for the prompt. Source: 001 §6.1 A.4. */
export interface Manifest {
  /** Events evicted by this compaction itself, in order; the parts hold the rest. */
  readonly eventIds: readonly string[];
  /** Decisions, errors and constraints among them. */
  readonly anchors: readonly { readonly eventId: string; readonly why: AnchorKind | 'error' }[];
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
  /** Markers that this one replaced. */
  readonly parts: readonly { readonly markerId: string; readonly eventId: string }[];
}
