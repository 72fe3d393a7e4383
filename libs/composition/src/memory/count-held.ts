import type { HeldMemory } from '@total-recall/runtime';

/** Caches of the cores that report their size. */
export interface HoldingParts {
  /** Absent if session states are not cached. */
  readonly sessions: { readonly heldEntries: number } | undefined;
  readonly content: { readonly heldChars: number };
  /** Absent if vectors are off. */
  readonly embedder: { heldBytes(): number } | undefined;
}

/** Rough size of one entry of a session state, in bytes. */
const ENTRY_BYTES = 300;
/** Bytes of a character in a text with letters beyond Latin-1. */
export const CHAR_BYTES = 2;
/** Rough size of the sketch of an event, in bytes: some hundred terms. */
const SKETCH_BYTES = 8_192;

/** Registers the caches of the cores. */
export function countHeld(held: Pick<HeldMemory, 'count'>, { sessions, content, embedder }: HoldingParts): void {
  if (sessions) held.count('sessions', () => sessions.heldEntries * ENTRY_BYTES);
  held.count('texts', () => content.heldChars * CHAR_BYTES);
  if (embedder) held.count('embeddings', () => embedder.heldBytes());
}

/**
 * Returns how many session state entries fit. Projector and readers each get half: mostly they hold the same states,
 * at worst different ones.
 */
export function entriesIn(bytes: number): number {
  return Math.floor(bytes / (2 * ENTRY_BYTES));
}

/** Returns how many sketches of events fit, for compactions. */
export function sketchesIn(bytes: number): number {
  return Math.max(1, Math.floor(bytes / SKETCH_BYTES));
}
