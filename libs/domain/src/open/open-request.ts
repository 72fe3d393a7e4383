import type { EventKind } from '../event/event-kind.ts';
import type { SpanPlace, TextSize, WantedRange } from './slice-text.ts';

/** A model's request to read an event or an artifact, whole or in part, by its short name. Source: W4. */
export interface OpenRequest extends WantedRange {
  readonly tenant: string;
  readonly space: string;
  /** `e184`, `SESSION/e184`, an event id, each with or without `:from-to` in bytes, or `art_` and 32 hex digits. */
  readonly ref: string;
  /** The asking session: `e184` means one of its events, and the calls of a turn are counted in it. */
  readonly session?: string;
  /** Token budget of the answer; the policy's where absent, never more than that. */
  readonly budgetTokens?: number;
  /** Id of the model's call that this answers, as it was appended. */
  readonly callId?: string;
}

/**
 * A part of the whole text of an event or an artifact, verbatim: from the requested start as far as the budget allows.
 */
export interface OpenAnswer extends SpanPlace, TextSize {
  readonly retrievalId: string;
  readonly eventId?: string;
  readonly session?: string;
  readonly turn?: number;
  readonly kind?: EventKind;
  readonly occurredAt?: number;
  readonly artifactId?: string;
  readonly text: string;
  /** Wrapped as data, ready to hand to a model. */
  readonly rendered: string;
  readonly tokens: number;
  readonly budgetTokens: number;
  /** True when the answer holds everything that was requested. */
  readonly complete: boolean;
  /** Place to continue; absent at the end. Continue by line where a line begins there, else by byte. */
  readonly next?: { readonly fromByte: number; readonly fromLine?: number };
}
