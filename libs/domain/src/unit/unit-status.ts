/** Fate of a unit. */
export type UnitStatus =
  | { readonly is: 'current' }
  /** `at`: when the statement that replaced it was made, by the time of its event. */
  | { readonly is: 'superseded'; readonly by: string; readonly at: number; readonly reason: SupersedeReason }
  /** `at`: when a person asked for it. */
  | { readonly is: 'tombstoned'; readonly at: number; readonly withholds: boolean }
  /** Others stand for it; what it says is as true as before. `at`: when that was decided. */
  | { readonly is: 'archived'; readonly behind: readonly string[]; readonly at: number; readonly reason: ArchiveReason };

export type SupersedeReason = 'later_statement' | 'ended' | 'corrected';

export type ArchiveReason = 'split' | 'merged' | 'updated' | 'covered';

/** Ids of the units that stand for a unit that is not current; none for others. */
export function standsFor({ status }: { readonly status: UnitStatus }): readonly string[] {
  return status.is === 'superseded' ? [status.by] : status.is === 'archived' ? status.behind : [];
}
