import type { EventKind } from '../event/event-kind.ts';
import type { SpanPlace, TextSize, WantedRange } from './slice-text.ts';

/** What a model wants to read: an event or an artifact by its short name, all of it or a part. Source: W4. */
export interface OpenRequest extends WantedRange {
  readonly tenant: string;
  readonly space: string;
  /** `e184`, `SESSION/e184`, an event id, each with or without `:from-to` in bytes, or `art_` and 32 hex digits. */
  readonly ref: string;
  /** The asking session: `e184` means one of its events, and its calls a turn are counted. */
  readonly session?: string;
  /** Tokens of the answer; the policy's B_pull where absent, never more than that. */
  readonly budgetTokens?: number;
  /** Id of the model's call that this answers, as it was appended. */
  readonly callId?: string;
}

/** A part of an event's whole text or of an artifact's, verbatim, from where it was asked for as far as the budget reaches. */
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
  /** Whether all that was asked for is here. */
  readonly complete: boolean;
  /** Where to go on; absent where nothing is left. Ask by line where the next line begins, else by byte. */
  readonly next?: { readonly fromByte: number; readonly fromLine?: number };
}
