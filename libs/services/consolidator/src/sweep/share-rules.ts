import { saidAgain, type LedgerAct, type NewLedgerEntry, type SpaceUnits, type Unit, type UnitDecision } from '@total-recall/domain';
import { LEDGER_LIMITS, type SpacePlace } from '@total-recall/ports';
import { openUnitMarks, type OwnedPartition, type Slices, type UnitMarks } from '@total-recall/runtime';
import type { ConsolidatorDeps } from '../consolidator-deps.ts';
import { readEvents, type ReadSource } from '../facts/read-sources.ts';
import { reachIn, statedAt } from '../facts/stated-at.ts';
import { isWithdrawn } from './decide-facts.ts';
import { foundUnit } from './found-units.ts';
import { sweepEntry } from './sweep-entry.ts';

/** Rules that are read in one turn. */
const AT_ONCE = Math.min(100, LEDGER_LIMITS.batch);
/** Most spaces of which it is known that nothing is left to share; behind them it is looked for once more. */
const MOST_SPACES = 10_000;
/** Most units that begin at one place. */
const MOST_AT_A_PLACE = 16;

export interface ShareDeps extends Pick<ConsolidatorDeps, 'index' | 'keys' | 'sealer' | 'content' | 'reader' | 'clock' | 'takenIn'> {
  readonly newId: (tenant: string) => string;
  /** The state of the space as all appended entries left it. */
  readonly stateOf: (place: SpacePlace) => Promise<SpaceUnits>;
  readonly erasures: () => number;
  /** Runs what reads the state of the space and appends what follows from it, while nobody else decides there. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly decided: (decision: UnitDecision) => void;
  /** Shared by all sweeps of the process; absent for slices of each read. */
  readonly slices?: Slices;
  /** Spaces in which no rule of the work is kept for whom said it any more, by their names. */
  readonly sharing: Set<string>;
}

/**
 * Gives rules of the work to all, where an earlier version of the reader kept them for whom said them: a unit that everybody
 * sees stands for the private one from then on. What a person decided about stays as it is. Looks at a space once in the
 * life of a process. Source: ADR 0254.
 */
export async function shareRules(deps: ShareDeps, owned: OwnedPartition, place: SpacePlace, unitsPerSpace: number): Promise<void> {
  const name = JSON.stringify([place.tenant, place.space]);
  if (deps.sharing.has(name)) return;
  await shareAll(deps, owned, place, unitsPerSpace);
  if (deps.sharing.size >= MOST_SPACES) deps.sharing.clear();
  deps.sharing.add(name);
}

async function shareAll(deps: ShareDeps, owned: OwnedPartition, place: SpacePlace, unitsPerSpace: number): Promise<void> {
  const kept = [...(await deps.stateOf(place)).units.values()].filter(mayBeShared).map(({ id }) => id);
  if (kept.length === 0) return;
  const marks = await openUnitMarks(deps, place);
  for (let from = 0; from < kept.length;) {
    const ids = kept.slice(from, from + AT_ONCE);
    const isDone = await deps.inTurn(() => shareSome(deps, owned, place, { ids, marks, unitsPerSpace }));
    // An erasure came meanwhile, so these are read again.
    if (isDone) from += AT_ONCE;
  }
}

function mayBeShared({ label, audience, byPerson, status, evidence }: Unit): boolean {
  return label === 'feedback' && audience !== undefined && !byPerson && status.is === 'current' && evidence[0]?.points === undefined;
}

interface Some {
  readonly ids: readonly string[];
  readonly marks: UnitMarks;
  readonly unitsPerSpace: number;
}

async function shareSome(deps: ShareDeps, owned: OwnedPartition, place: SpacePlace, some: Some): Promise<boolean> {
  const erasures = deps.erasures();
  const state = await deps.stateOf(place);
  const isTaken = deps.takenIn?.(place);
  const units = some.ids
    .flatMap((id) => state.units.get(id) ?? [])
    .filter((unit) => mayBeShared(unit) && !unit.evidence.some((one) => isTaken?.(one) === true));
  const places = units.map(({ evidence }) => evidence[0]!);
  const sources = await readEvents(
    deps,
    place,
    places.map(({ eventId }) => eventId),
    { charsOf: reachIn(places), leavesFacts: true },
  );
  const entries: NewLedgerEntry[] = [];
  const shared = new Map<string, string>();
  for (const unit of units) {
    if (state.units.size + shared.size >= some.unitsPerSpace) break;
    const decisions = sharing(deps, unit, { state, shared, marks: some.marks, source: sources.get(unit.evidence[0]!.eventId) });
    if (decisions.length === 0) continue;
    const act: LedgerAct = { type: 'UnitsDecided', decisions };
    entries.push(sweepEntry(deps, place, act));
  }
  if (entries.length === 0) return true;
  if (!(await owned.append(entries, () => deps.erasures() === erasures))) return false;
  for (const { act } of entries) if (act.type === 'UnitsDecided') act.decisions.forEach(deps.decided);
  return true;
}

interface Sharing {
  readonly state: SpaceUnits;
  /** Units for all by their keys, as far as these entries add them. */
  readonly shared: Map<string, string>;
  readonly marks: UnitMarks;
  readonly source: ReadSource | undefined;
}

/** Decides that a unit for all stands for a private one; nothing where its sentence is no rule of the work. */
function sharing({ reader }: ShareDeps, unit: Unit, { state, shared, marks, source }: Sharing): UnitDecision[] {
  const stated = statedAt(source, unit.label, unit.evidence[0]!);
  if (!source || stated?.isOfWork !== true || stated.label !== unit.label) return [];
  const found = foundUnit(source.source, stated, { reader, marks }).unit;
  if (found.audience !== undefined) return [];
  const same = [...state.units.values()].filter(({ key, audience }) => key === found.key && audience === undefined);
  // A fact that a person withdrew from all comes back to nobody.
  if (same.some(({ status }) => isWithdrawn(status))) return [];
  const there = shared.get(found.key) ?? same.find(({ status }) => status.is === 'current')?.id;
  const id = there ?? freeId(state, found.id);
  if (id === undefined) return [];
  shared.set(found.key, id);
  const [first, ...others] = unit.evidence;
  const { validFrom, validTo } = unit;
  const times = { ...(validFrom !== undefined && { validFrom }), ...(validTo !== undefined && { validTo }) };
  const confirms = (there === undefined ? others : [first!, ...others]).map((evidence) => saidAgain(id, evidence));
  return [
    ...(there === undefined ? [{ do: 'add', unit: { ...found, ...times, id, evidence: first! } } as const] : []),
    ...confirms,
    { do: 'archive', unit: unit.id, by: [id] },
  ];
}

/** The place of a statement gave the private unit its id. */
function freeId({ units }: SpaceUnits, place: string): string | undefined {
  const ids = [place, ...Array.from({ length: MOST_AT_A_PLACE - 1 }, (_, nth) => `${place}+${nth + 1}`)];
  return ids.find((id) => !units.has(id));
}
