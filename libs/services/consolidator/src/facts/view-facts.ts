import { shownValue, type KnownUnit } from '@total-recall/domain';
import type { Fact, FactEvidence, SpacePlace } from '@total-recall/ports';
import { readEvents, type ReadDeps, type ReadSource } from './read-sources.ts';
import { statedAt } from './stated-at.ts';

/** Units whose events are in memory at a time. */
const VIEWED_AT_ONCE = 50;

/** Shows units as facts, with what their evidence says. Units whose evidence is gone are left out. */
export async function viewFacts(deps: ReadDeps, place: SpacePlace, units: readonly KnownUnit[]): Promise<Fact[]> {
  const facts: Fact[] = [];
  for (let from = 0; from < units.length; from += VIEWED_AT_ONCE) {
    const some = units.slice(from, from + VIEWED_AT_ONCE);
    const sources = await readEvents(
      deps,
      place,
      some.flatMap(({ evidence }) => evidence.map(({ eventId }) => eventId)),
    );
    for (const unit of some) {
      const fact = viewFact(unit, sources);
      if (fact) facts.push(fact);
    }
  }
  return facts;
}

/** A copy, as a part of a string keeps all of it in memory. */
function partOf(text: string, { from, to }: { readonly from: number; readonly to: number }): string {
  return Buffer.from(text.slice(from, to), 'utf16le').toString('utf16le');
}

function viewFact(unit: KnownUnit, sources: ReadonlyMap<string, ReadSource>): Fact | undefined {
  const evidence = unit.evidence.map(({ eventId, session, at, from, to }): FactEvidence => {
    const source = sources.get(eventId)?.source;
    return { eventId, session, at, ...(source && { ordinal: source.ordinal, text: partOf(source.text, { from, to }) }) };
  });
  const first = unit.evidence.findIndex(({ eventId }) => sources.has(eventId));
  const shown = unit.evidence[first];
  if (!shown) return undefined;
  const stated = statedAt(sources.get(shown.eventId), unit.label, shown);
  const value = stated && shownValue(stated);
  const { id, label, statements, knownAt, since, until, status, byPerson } = unit;
  return {
    id,
    label,
    subject: stated?.subject ?? 'unknown',
    ...(stated?.attribute !== undefined && { attribute: stated.attribute }),
    ...(value !== undefined && { value }),
    text: evidence[first]!.text!.trim(),
    evidence,
    statements,
    knownAt,
    since,
    ...(until !== undefined && { until }),
    status,
    byPerson,
  };
}
