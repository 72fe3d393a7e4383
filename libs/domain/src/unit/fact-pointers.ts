/** A range of an event's text, in UTF-16 units. */
export type WordRange = readonly [from: number, to: number];

/** Things of a subject that facts name alike, whatever their words: those that the reader by rules knows, too. */
export const KNOWN_ATTRIBUTES = [
  'name',
  'age',
  'home',
  'origin',
  'employer',
  'occupation',
  'birthday',
  'marital status',
  'diet',
  'email',
  'phone number',
  'address',
] as const;
export type KnownAttribute = (typeof KNOWN_ATTRIBUTES)[number];

/**
 * Places of the words of a fact that no rule reads: in the event that states it, or in a closed list. `user` is the
 * speaker, by his name if the event has one.
 */
export interface FactPointers {
  readonly subject: 'user' | 'project' | WordRange;
  /** The attribute of the subject that it tells; absent if no other statement can replace it. */
  readonly attribute?: KnownAttribute | WordRange;
  readonly value?: WordRange;
}
