import { asRead, type NewUnit, type SpaceUnits, type Unit } from '@total-recall/domain';
import type { PersonsAct, SpacePlace } from '@total-recall/ports';
import { openUnitMarks } from '@total-recall/runtime';
import { readEvents } from '../facts/read-sources.ts';
import { chainedUnits } from '../sweep/chained-units.ts';
import { foundUnit } from '../sweep/found-units.ts';
import { mayReplace } from '../sweep/may-replace.ts';
import { createPageUnits } from '../sweep/page-units.ts';
import { statementsOf, UNREAD } from '../sweep/unit-statements.ts';
import type { ActDeps } from './act-deps.ts';
import { mayDecide } from './agents-acts.ts';
import { isAtOneTime } from './at-one-time.ts';
import { onlyFactOf } from './named-by-rules.ts';
import type { Written } from './write-fact.ts';

/** Facts that a written one replaces: those of its thing that are true at one time with it, and those before it in its chain. */
export async function replacedBy(deps: ActDeps, by: PersonsAct, written: Written): Promise<Unit[]> {
  const { unit } = written;
  const { units } = await deps.unitsAt(by);
  const ofThing = [...units.values()].filter(({ key, status }) => key === unit.key && status.is === 'current');
  const others = [...(await writtenOtherwise(deps, by, unit, units)), ...(await leftInChain(deps, by, written, units))];
  const since = { ...unit, knownAt: unit.evidence.at };
  // A fact of a person stands beside what an agent writes of its thing, and before it.
  return [...new Set([...ofThing, ...others])].filter(
    (one) => mayReplace({ unit: one }, { unit }) && isAtOneTime(one, since) && mayDecide(by, one),
  );
}

/** Most links of a chain that are read and compared, the latest. */
const MOST_CHAINED = 256;

/** Facts that tell of a change to the program which the written one leaves. Source: ADR 0218. */
async function leftInChain(deps: ActDeps, place: SpacePlace, { source, unit }: Written, units: SpaceUnits['units']): Promise<Unit[]> {
  const { reader } = deps;
  const said = onlyFactOf(reader, source.text, source.occurredAt);
  if (said === undefined || reader.leaves?.(said) === undefined) return [];
  const marks = await openUnitMarks(deps, place);
  // A person may have named it otherwise than the sentence does.
  if (foundUnit(source, said, { reader, marks }).unit.key !== unit.key) return [];
  const chained = chainedUnits({ reader, marks }, { unit, stated: said }, source, createPageUnits(units))
    .filter((one) => one.status.is === 'current' && mayReplace({ unit: one }, { unit }))
    .slice(-MOST_CHAINED);
  const stated = await statementsOf(deps, place, marks, chained);
  return stated.flatMap(([id, says]) => (says !== UNREAD && reader.compare(says, said) === 'supersedes' ? [units.get(id)!] : []));
}

/** Most facts by hand that are read to find those of one thing, the latest. */
const MOST_WRITTEN = 256;

/** Facts of the same thing that were written when a key still held an attribute letter by letter. */
async function writtenOtherwise(deps: ActDeps, place: SpacePlace, unit: NewUnit, units: SpaceUnits['units']): Promise<Unit[]> {
  const written = [...units.values()]
    .filter(
      ({ label, subject, key, status, byPerson, byAgent }) =>
        (byPerson || byAgent) && label === unit.label && subject === unit.subject && key !== unit.key && status.is === 'current',
    )
    .slice(-MOST_WRITTEN);
  if (written.length === 0) return [];
  const marks = await openUnitMarks(deps, place);
  const ids = written.map(({ evidence }) => evidence[0]!.eventId);
  const said = await readEvents(deps, place, ids);
  return written.filter((_, at) => {
    const read = said.get(ids[at]!);
    if (!read?.isWritten) return false;
    return foundUnit(read.source, asRead(read.facts[0]!), { reader: deps.reader, marks }).unit.key === unit.key;
  });
}
