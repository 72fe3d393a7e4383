/** Number of characters of a ULID that hold its time. The other 16 are random, or derived from the origin alone. */
const TIME_CHARACTERS = 10;

/** Returns the part of an event's id that is equal for every repeat of it, whatever its time. */
export function idEnding(eventId: string): string {
  return eventId.slice(TIME_CHARACTERS);
}
