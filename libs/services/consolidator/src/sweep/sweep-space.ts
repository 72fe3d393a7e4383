import { FACT_LIMITS, type LedgerAct, type SpaceUnits, type UnitDecision } from '@total-recall/domain';
import { LEDGER_LIMITS, type IndexedEvent, type SpacePlace, type SweepResult } from '@total-recall/ports';
import { openUnitMarks, type OwnedPartition, type UnitMarks, walkSessions } from '@total-recall/runtime';
import type { ConsolidatorConfig, ConsolidatorDeps } from '../consolidator-deps.ts';
import { readSources, type ReadOptions, type ReadSource } from '../facts/read-sources.ts';
import { createPageDecisions } from './page-decisions.ts';
import { shareRules, type ShareDeps } from './share-rules.ts';

const EVENTS_A_PAGE = 200;
/**
 * Longest time in milliseconds for which one sweep reads facts, or makes episodes: while others are served it is slow, and
 * who asked for it is answered that there is more.
 */
export const STAGE_MS = 10_000;
/** Facts are read in the beginning of a text alone, so no more of a page of them is in memory. */
const READ: ReadOptions = { skimsTools: true, charsOf: () => FACT_LIMITS.chars };
/** Entries of one append of a sweep, its commit among them. */
const ENTRIES_AN_APPEND = LEDGER_LIMITS.batch;

export interface SweepDeps extends ShareDeps, Pick<ConsolidatorDeps, 'sessions'> {}

/**
 * Reads what was appended to a space since the last sweep, session by session, and appends what it decides: per page of
 * events one append, whole with the cursor behind it, so that a sweep that stops anywhere is continued by the next.
 */
export async function sweepSpace(
  deps: SweepDeps,
  owned: OwnedPartition,
  place: SpacePlace,
  { eventsPerSweep, unitsPerSpace }: Pick<ConsolidatorConfig, 'eventsPerSweep' | 'unitsPerSpace'>,
): Promise<SweepResult> {
  const counts = countDecisions();
  let [read, left] = [0, 0];
  const done = (hasMore: boolean): SweepResult => ({ events: read, ...counts.of, ...(left > 0 && { left }), hasMore });
  await shareRules(deps, owned, place, unitsPerSpace);
  const behind = await sessionsBehind(deps, place);
  if (behind.length === 0) return done(false);
  const marks = await openUnitMarks(deps, place);
  const { clock } = deps;
  const untilMs = clock.monotonicMs() + STAGE_MS;
  for (const session of behind) {
    for (;;) {
      if (read >= eventsPerSweep || clock.monotonicMs() >= untilMs) return done(true);
      const swept = await sweepPage(deps, owned, { ...place, session }, { marks, unitsPerSpace });
      if (swept === 'again') continue;
      if (swept === 'end') break;
      for (const decision of swept.decisions) {
        deps.decided(decision);
        counts.add(decision);
      }
      read += swept.read;
      left += swept.leftOut;
    }
  }
  return done(false);
}

/** Counts decisions as a sweep reports them, whoever made them. */
export function countDecisions() {
  const of = { added: 0, confirmed: 0, superseded: 0 };
  const add = (decision: UnitDecision): void => {
    if (decision.do === 'add') of.added += 1;
    else if (decision.do === 'confirm') of.confirmed += 1;
    else if (decision.do === 'supersede') of.superseded += 1;
  };
  return { of, add };
}

interface SweptPage {
  readonly read: number;
  readonly leftOut: number;
  readonly decisions: readonly UnitDecision[];
}

/**
 * Decides about the next page of a session; `again` where an erasure may have taken some of it. It is read before the turn
 * to decide: reading takes long beside others, and a person who decides about the space does not wait for it.
 */
async function sweepPage(
  deps: SweepDeps,
  owned: OwnedPartition,
  { session, ...place }: SpacePlace & { readonly session: string },
  { marks, unitsPerSpace }: { readonly marks: UnitMarks; readonly unitsPerSpace: number },
): Promise<SweptPage | 'again' | 'end'> {
  // Fails where the share was given up: a state that nobody folds any more is behind for ever.
  const { cursors } = await deps.inTurn(() => deps.stateOf(place));
  const erasures = deps.erasures();
  const from = (cursors.get(session) ?? 0) + 1;
  const events = await deps.index.sessionEvents({ ...place, session, fromOrdinal: from, limit: EVENTS_A_PAGE });
  if (events.length === 0) return 'end';
  // Events that an erasure is taking out add nothing any more, and a session that goes whole gets no cursor.
  const isTaken = deps.takenIn?.(place);
  const goes = events.map(({ record }) => isTaken?.({ session, eventId: record.envelope.id }) === true);
  if (goes.every(Boolean)) return 'end';
  const sources = (await readSources(deps, events, READ)).map((source, at) => (goes[at] ? undefined : source));
  // An erasure that came meanwhile may have taken what was read, so it is read again.
  const isStill = (): boolean => deps.erasures() === erasures;
  return deps.inTurn(() => decidePage(deps, owned, { ...place, session }, { marks, unitsPerSpace, events, sources, isStill }));
}

interface ReadPage {
  readonly marks: UnitMarks;
  readonly unitsPerSpace: number;
  readonly events: readonly IndexedEvent[];
  /** The statements of each of them; undefined for those that nothing is read in. */
  readonly sources: readonly (ReadSource | undefined)[];
  readonly isStill: () => boolean;
}

async function decidePage(
  deps: SweepDeps,
  owned: OwnedPartition,
  { session, ...place }: SpacePlace & { readonly session: string },
  { marks, unitsPerSpace, events, sources, isStill }: ReadPage,
): Promise<SweptPage | 'again'> {
  const state = await deps.stateOf(place);
  const page = createPageDecisions(deps, { place, marks, state, room: unitsPerSpace - state.units.size });
  let read = 0;
  for (const source of sources) {
    // The commit needs an entry, too.
    if (page.entries.length >= ENTRIES_AN_APPEND - 1) break;
    // A fact that a person wrote was decided then. In a space that it was imported into nobody has.
    if (source && (!source.isWritten || source.isImported)) await page.take(source);
    read += 1;
    await deps.slices?.(0);
  }
  const through = events[read - 1]!.accepted.ordinal;
  const commit: LedgerAct = { type: 'SweepCommitted', cursors: [{ session, through }], reader: deps.reader.version, events: read };
  if (!(await owned.append([...page.entries, page.entry(commit)], isStill))) return 'again';
  return { read, leftOut: page.leftOut(), decisions: page.decisions };
}

/** Sessions of a space with events that no sweep has read yet: the one that was quiet for longest first, of one time by name. */
export async function sessionsBehind(
  { sessions, stateOf }: Pick<SweepDeps, 'sessions' | 'stateOf'>,
  place: SpacePlace,
  cursorsOf: (state: SpaceUnits) => ReadonlyMap<string, number> = ({ cursors }) => cursors,
): Promise<string[]> {
  const cursors = cursorsOf(await stateOf(place));
  const behind: { readonly session: string; readonly lastAt: number }[] = [];
  for await (const { session, events, lastAt } of walkSessions(sessions, place))
    if (events > (cursors.get(session) ?? 0)) behind.push({ session, lastAt });
  return behind.sort((a, b) => a.lastAt - b.lastAt || (a.session < b.session ? -1 : 1)).map(({ session }) => session);
}
