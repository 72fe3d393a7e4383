import { attributeAsSaid, MOST_EVIDENCE, shownValue, type KnownUnit, type StatedFact } from '@total-recall/domain';
import type { Fact, FactEvidence, SpacePlace } from '@total-recall/ports';
import { createSlices, TotalRecallError } from '@total-recall/runtime';
import { openedCost, viewedCost, type Spending } from '../work-costs.ts';
import { readEvents, READING_COST, type ReadDeps, type ReadSource } from './read-sources.ts';
import { soAgainSince, type Replacing } from './so-again.ts';
import { reachOf, statedAt } from './stated-at.ts';

/** Subject of a fact whose sentence the present reader does not read. */
export const UNKNOWN = 'unknown';

/**
 * Units that are viewed in one step, for whose end others wait; and of these the events and the characters of texts that
 * are in memory at a time, but for one unit that alone has more.
 */
const AT_ONCE = { units: 16, events: 64, chars: 4 * 1024 * 1024 } as const;

/**
 * Shows units as facts, with what their evidence says. Units whose evidence is gone are left out; evidence that the index
 * does not have yet, as while it is filled again, is waited for. Attributes are as the rules name them; answers have them
 * `asSaid`. `replacing` tells what replaced an ending, which is over where that has what it ended; without it an ending
 * has no end. Errors: `not_caught_up`.
 */
export async function viewFacts(
  deps: ReadDeps,
  place: SpacePlace,
  units: readonly KnownUnit[],
  turn?: Spending,
  replacing?: Replacing,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  const slices = createSlices();
  const waitedFor = new Set<string>();
  // A forgotten fact names more sentences than are shown.
  for (const { some, reach } of batchesOf(units.map((unit) => ({ ...unit, evidence: unit.evidence.slice(0, MOST_EVIDENCE) })))) {
    const read = () => readEvents(deps, place, reach.keys(), { charsOf: (eventId) => reach.get(eventId)!, leavesFacts: true });
    let sources = await read();
    const missing = some.flatMap(({ evidence }) => evidence.filter(({ eventId }) => !sources.has(eventId)));
    if (await isThereNow(deps, place, missing, waitedFor)) sources = await read();
    for (const unit of some) {
      const viewed = viewFact(unit, sources);
      if (!viewed) continue;
      const { fact, ending } = viewed;
      const until = ending && replacing && (await soAgainSince(deps, place, { unit, ending, replacing }, turn));
      facts.push(until === undefined ? fact : { ...fact, until });
      await slices(READING_COST * fact.text.length);
    }
    await turn?.spend(viewedCost(some.length) + openedCost(sources.size, charsIn(sources)));
  }
  return facts;
}

/** Names what a fact tells in the words of its sentence: the `number of customers`, not the `number of customer`. */
export function asSaid<F extends Pick<Fact, 'attribute' | 'text'>>(fact: F): F {
  return fact.attribute === undefined ? fact : { ...fact, attribute: attributeAsSaid(fact.attribute, fact.text) };
}

/** Waits for sessions of evidence that was not found, once each. Returns true where it may be found now. */
async function isThereNow(
  { untilSearchable }: Pick<ReadDeps, 'untilSearchable'>,
  { tenant, space }: SpacePlace,
  missing: readonly { readonly session: string }[],
  waitedFor: Set<string>,
): Promise<boolean> {
  const sessions = [...new Set(missing.map(({ session }) => session))].filter((session) => !waitedFor.has(session));
  if (!untilSearchable || sessions.length === 0) return false;
  for (const session of sessions) waitedFor.add(session);
  if (await untilSearchable(sessions.map((session) => ({ tenant, space, session })))) return true;
  throw new TotalRecallError('not_caught_up', 'Not all of the evidence can be read yet. Try again.', { retryAfterMs: 1_000 });
}

interface Batch {
  readonly some: KnownUnit[];
  /** By event, the characters of its text that are needed. */
  readonly reach: Map<string, number>;
}

/** Cuts units into batches within what may be in memory at a time. */
function* batchesOf(units: readonly KnownUnit[]): Generator<Batch> {
  let batch: Batch = { some: [], reach: new Map() };
  let chars = 0;
  for (const unit of units) {
    const own = unit.evidence.reduce((sum, evidence) => sum + reachOf(evidence), 0);
    const { some, reach } = batch;
    const isFull = some.length === AT_ONCE.units || reach.size + unit.evidence.length > AT_ONCE.events || chars + own > AT_ONCE.chars;
    if (some.length > 0 && isFull) {
      yield batch;
      batch = { some: [], reach: new Map() };
      chars = 0;
    }
    batch.some.push(unit);
    chars += own;
    for (const evidence of unit.evidence)
      batch.reach.set(evidence.eventId, Math.max(reachOf(evidence), batch.reach.get(evidence.eventId) ?? 0));
  }
  if (batch.some.length > 0) yield batch;
}

function charsIn(sources: ReadonlyMap<string, ReadSource>): number {
  return sources.values().reduce((sum, { source }) => sum + source.text.length, 0);
}

/** Returns a copy, as a part of a string keeps all of it in memory. */
function partOf(text: string, { from, to }: { readonly from: number; readonly to: number }): string {
  return Buffer.from(text.slice(from, to), 'utf16le').toString('utf16le');
}

interface ViewedFact {
  readonly fact: Fact;
  /** The statement, where that ends something and was replaced. */
  readonly ending?: StatedFact;
}

function viewFact(unit: KnownUnit, sources: ReadonlyMap<string, ReadSource>): ViewedFact | undefined {
  const evidence = unit.evidence.map(({ eventId, session, at, from, to }): FactEvidence => {
    const source = sources.get(eventId)?.source;
    return { eventId, session, at, ...(source && { ordinal: source.ordinal, text: partOf(source.text, { from, to }) }) };
  });
  const first = unit.evidence.findIndex(({ eventId }) => sources.has(eventId));
  const shown = unit.evidence[first];
  if (!shown) return undefined;
  const stated = statedAt(sources.get(shown.eventId), unit.label, shown);
  const value = stated && shownValue(stated);
  const { id, label, statements, knownAt, since, until, status, byPerson, byAgent } = unit;
  const isEnding = stated?.ends === true;
  const fact: Fact = {
    id,
    label,
    subject: subjectOf(unit, stated, sources.get(shown.eventId)),
    ...(stated?.attribute !== undefined && { attribute: stated.attribute }),
    ...(value !== undefined && { value }),
    text: (stated?.shownFrom === undefined
      ? evidence[first]!.text!
      : partOf(sources.get(shown.eventId)!.source.text, shownRange(stated))
    ).trim(),
    evidence,
    statements,
    knownAt,
    since,
    // An ended fact stays ended: another job begins later, and the former one has not begun again.
    ...(until !== undefined && !isEnding && { until }),
    ...(since === knownAt && sources.get(shown.eventId)?.source.isUntimed === true && { isUntimed: true as const }),
    status,
    byPerson,
    ...(byAgent && { byAgent }),
  };
  return { fact, ...(isEnding && until !== undefined && { ending: stated }) };
}

function shownRange({ shownFrom, from, to }: StatedFact): { readonly from: number; readonly to: number } {
  return { from: shownFrom ?? from, to };
}

/** Names whom a fact is about: a rule that is private is its person's, as a question about that person alone shows it. */
function subjectOf({ label, audience }: KnownUnit, stated: StatedFact | undefined, read: ReadSource | undefined): string {
  const person = label === 'feedback' && audience !== undefined ? read?.source.subject : undefined;
  return person?.trim().toLowerCase() ?? stated?.subject ?? UNKNOWN;
}
