import type { EventKind } from '../event/event-kind.ts';
import type { SpanPlace, TextSize, WantedRange } from './slice-text.ts';

/** A model's request to read an event, an artifact or turns, whole or in part, by its short name. Source: W4, ADR 0238. */
export interface OpenRequest extends WantedRange {
  readonly tenant: string;
  readonly space: string;
  /**
   * `e184`, `SESSION/e184`, an event id, each with or without `:from-to` in bytes, or `art_` and 32 hex digits. Turns are
   * `T20`, `T20-T27` or `e40-T27`, several events `e3,e8-e12`, with or without `SESSION/`; a start in lines or bytes is one
   * of the first event.
   */
  readonly ref: string;
  /** The asking session: `e184` and `T20` mean events of it, and the calls of a turn are counted in it. */
  readonly session?: string;
  /** Token budget of the answer; the policy's where absent, never more than that. */
  readonly budgetTokens?: number;
  /** Id of the model's call that this answers, as it was appended. */
  readonly callId?: string;
}

export const LEFT_OUT_REASONS = ['erased', 'damaged', 'forgotten', 'recalled'] as const;

/**
 * Why the text of an event of a turn is not shown. `forgotten`: a person withheld it from recall; `recalled`: it is an
 * answer of recall or open. `open` reads these two by their names.
 */
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** An event of an answer about turns, and the bytes of its text that are shown. */
export interface TurnEvent {
  readonly eventId: string;
  readonly ordinal: number;
  readonly turn: number;
  readonly kind: EventKind;
  readonly occurredAt: number;
  readonly fromByte: number;
  readonly toByte: number;
  /** Bytes of its whole text. */
  readonly totalBytes: number;
  readonly leftOut?: LeftOutReason;
}

/**
 * A part of the whole text of an event or an artifact, verbatim: from the requested start as far as the budget allows. Of
 * turns: the texts of their events in order, a line break behind each; place and size are then those of `text` itself.
 */
export interface OpenAnswer extends SpanPlace, TextSize {
  readonly retrievalId: string;
  readonly eventId?: string;
  readonly session?: string;
  readonly turn?: number;
  readonly kind?: EventKind;
  readonly occurredAt?: number;
  readonly artifactId?: string;
  /** The events in `text`, where turns were asked for; not more than `LIMITS.eventsPerOpen`. */
  readonly events?: readonly TurnEvent[];
  readonly text: string;
  /** Wrapped as data, ready to hand to a model. */
  readonly rendered: string;
  readonly tokens: number;
  readonly budgetTokens: number;
  /** True when the answer holds everything that was requested. */
  readonly complete: boolean;
  /**
   * Place to continue; absent at the end. Continue by line where a line begins there, else by byte. `ref` is what to open
   * then, where that is another reference than the one that was asked for.
   */
  readonly next?: { readonly ref?: string; readonly fromByte: number; readonly fromLine?: number };
}
