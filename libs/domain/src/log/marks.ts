/** How far the read models of a partition have come, as offsets of the last record covered; -1 before the first. */
export interface Marks {
  readonly folded: number;
  /** Text index refreshed, passages of artifacts included. */
  readonly searchable: number;
  /** Absent where vectors are off. */
  readonly embedded?: number;
}

export const NO_MARKS: Marks = { folded: -1, searchable: -1 };
