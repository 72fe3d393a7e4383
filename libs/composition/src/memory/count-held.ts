import type { HeldMemory } from '@total-recall/runtime';

/** Caches of the cores that know what they hold. */
export interface HoldingParts {
  /** Absent where states are not remembered. */
  readonly sessions: { readonly heldEntries: number } | undefined;
  readonly content: { readonly heldChars: number };
  /** Absent where vectors are off. */
  readonly embedder: { heldBytes(): number } | undefined;
}

/** What an entry of a session state takes, roughly. */
const ENTRY_BYTES = 300;
/** Of a text that has other letters than those of western Europe. */
export const CHAR_BYTES = 2;
/** Rough size of the sketch of an event, in bytes: some hundred terms. */
const SKETCH_BYTES = 8_192;

/** Tells what the caches of the cores hold, whenever somebody asks. */
export function countHeld(held: Pick<HeldMemory, 'count'>, { sessions, content, embedder }: HoldingParts): void {
  if (sessions) held.count('sessions', () => sessions.heldEntries * ENTRY_BYTES);
  held.count('texts', () => content.heldChars * CHAR_BYTES);
  if (embedder) held.count('embeddings', () => embedder.heldBytes());
}

/** Of session states: the projector and the readers hold the same ones most of the time, and each its own where they do not. */
export function entriesIn(bytes: number): number {
  return Math.floor(bytes / (2 * ENTRY_BYTES));
}

/** Returns how many sketches of events fit, for compactions. */
export function sketchesIn(bytes: number): number {
  return Math.max(1, Math.floor(bytes / SKETCH_BYTES));
}
