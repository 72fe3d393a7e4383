/** Characters of a ULID that hold its time; the 16 behind them are random, or of a derived id decided by its origin alone. */
const TIME_CHARACTERS = 10;

/** The part of an event's id that is the same for every repeat of it, whatever time stands before it. */
export function idEnding(eventId: string): string {
  return eventId.slice(TIME_CHARACTERS);
}
