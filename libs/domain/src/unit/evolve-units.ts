import { targetsOf } from '../erasure/targets-of.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { Proposal } from '../reflection/reflect.ts';
import { settingsBefore, withSettings } from '../reflection/reflected-settings.ts';
import type { Deciding } from './added-unit.ts';
import { afterDecision } from './decide-unit.ts';
import { withoutErased } from './erase-units.ts';
import { evolveProgress, progressWithout } from './model-progress.ts';
import { findUnit, TAIL_ENTRIES, type SpaceUnits, type TailEntry } from './space-units.ts';
import { draftOf, type UnitsDraft } from './units-draft.ts';
import { undoProblem } from './undo-problem.ts';
import type { AnyUnit, UnitDecision } from './unit.ts';

/**
 * Applies entries of the ledger to the units of a space, in their order. Pure and total: a decision about a unit that is
 * not there changes nothing, an entry that was applied before neither. Source: 000 §9.5 (two planes), architecture §3.
 */
export function evolveUnits(state: SpaceUnits, entries: readonly LedgerEntry[]): SpaceUnits {
  let draft: UnitsDraft | undefined;
  for (const entry of entries) {
    if (!isOf(draft ?? state, entry)) continue;
    // One copy for all entries: a space has up to tens of thousands of units.
    draft ??= draftOf(state);
    draft.sequence = entry.sequence;
    apply(draft, entry);
  }
  return draft ?? state;
}

/** Returns true for a later entry about the space, or one that may erase in it. */
function isOf({ tenant, space, sequence }: Pick<SpaceUnits, 'tenant' | 'space' | 'sequence'>, entry: LedgerEntry): boolean {
  if (entry.tenant !== tenant || entry.sequence <= sequence) return false;
  return targetsOf(entry.act) !== undefined || (entry.space === space && concernsUnits(entry));
}

function apply(draft: UnitsDraft, entry: LedgerEntry): void {
  const { act } = entry;
  switch (act.type) {
    case 'ErasureRequested':
    case 'ErasureExtended':
      if (draft.model) draft.model = progressWithout(draft.model, draft.space, act.targets);
      return withoutErased(draft, act.targets);
    case 'UnitsDecided':
      return decide(draft, entry, act.decisions, { byPerson: act.byPerson === true, byAgent: act.byAgent === true });
    case 'SweepCommitted':
      for (const { session, through } of act.cursors) draft.cursors.set(session, through);
      return;
    case 'EpisodesCommitted':
      for (const { session, through } of act.cursors) draft.episodeCursors.set(session, through);
      return;
    case 'ModelJudged':
      draft.model = evolveProgress(draft.model, entry.at, act);
      return;
    case 'SettingsReflected':
      return reflect(draft, entry, act.changes);
    case 'EntryUndone':
      return undo(draft, entry, act.entryId);
    default:
  }
}

/** Returns true for entries that may change the units of a space. */
export function concernsUnits({ act }: LedgerEntry): boolean {
  const { type } = act;
  return (
    type === 'UnitsDecided' ||
    type === 'SweepCommitted' ||
    type === 'EpisodesCommitted' ||
    type === 'ModelJudged' ||
    type === 'SettingsReflected' ||
    type === 'EntryUndone' ||
    targetsOf(act) !== undefined
  );
}

function decide(
  draft: UnitsDraft,
  entry: LedgerEntry,
  decisions: readonly UnitDecision[],
  by: Pick<Deciding, 'byPerson' | 'byAgent'>,
): void {
  const before = new Map<string, AnyUnit | null>();
  const find = (id: string): AnyUnit | undefined => findUnit(draft, id);
  for (const decision of decisions) {
    for (const changed of afterDecision(find, decision, { sequence: entry.sequence, at: entry.at, ...by })) {
      if (!before.has(changed.id)) before.set(changed.id, find(changed.id) ?? null);
      put(draft, changed);
    }
  }
  keepInTail(draft, { id: entry.id, sequence: entry.sequence, before: [...before] });
}

function reflect(draft: UnitsDraft, entry: LedgerEntry, changes: readonly Proposal[]): void {
  const settings = settingsBefore(
    draft.reflected,
    changes.map(({ setting }) => setting),
  );
  draft.reflected = withSettings(
    draft.reflected,
    changes.map(({ setting, to }) => [setting, to]),
    entry.at,
  );
  keepInTail(draft, { id: entry.id, sequence: entry.sequence, before: [], settings });
}

function put({ units, groups }: UnitsDraft, unit: AnyUnit): void {
  if ('kind' in unit) groups.set(unit.id, unit);
  else units.set(unit.id, unit);
}

function keepInTail(draft: UnitsDraft, entry: TailEntry): void {
  draft.tail = [...draft.tail, entry].slice(-TAIL_ENTRIES);
}

/**
 * Restores the units and settings that an entry changed. The owner has checked that it may be undone; a fold takes it
 * only then, too.
 */
function undo(draft: UnitsDraft, entry: LedgerEntry, entryId: string): void {
  if (undoProblem(draft, entryId) !== undefined) return;
  const target = draft.tail.find(({ id }) => id === entryId)!;
  const before = target.before.map(([id]) => [id, findUnit(draft, id) ?? null] as const);
  for (const [id, unit] of target.before) {
    const added = unit === null ? findUnit(draft, id) : undefined;
    if (unit !== null) put(draft, unit);
    // Words that were written as a fact by mistake are an event of the log; recall must not bring them as if they stood.
    else if (added?.byPerson || added?.byAgent) put(draft, { ...added, status: { is: 'tombstoned', at: entry.at, withholds: true } });
    else if (!draft.units.delete(id)) draft.groups.delete(id);
  }
  draft.tail = draft.tail.map((one) => (one.id === entryId ? { ...one, undoneBy: entry.id } : one));
  const restored = target.settings;
  const settings =
    restored &&
    settingsBefore(
      draft.reflected,
      restored.map(([name]) => name),
    );
  if (restored) draft.reflected = withSettings(draft.reflected, restored, entry.at);
  keepInTail(draft, { id: entry.id, sequence: entry.sequence, before, ...(settings && { settings }) });
}
