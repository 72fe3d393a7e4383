/** Progress of a partition's read models, as offsets of the last record covered; -1 before the first. */
export interface Marks {
  /** Offset up to which session states are saved and events are read by their ids. */
  readonly folded: number;
  /** Offset up to which the text index is refreshed, passages of artifacts included. */
  readonly searchable: number;
  /** Absent where vectors are off. */
  readonly embedded?: number;
}

export const NO_MARKS: Marks = { folded: -1, searchable: -1 };
