import { asRead, spaceKey, writtenMeta, writtenSession, type FactSource, type NewUnit } from '@total-recall/domain';
import type { NewFact, PersonsAct, SpacePlace } from '@total-recall/ports';
import { openUnitMarks, TotalRecallError } from '@total-recall/runtime';
import { readSources } from '../facts/read-sources.ts';
import { foundUnit } from '../sweep/found-units.ts';
import { erasedSince, type ActDeps } from './act-deps.ts';

/** Errors: `limit_reached` where a space has as many units as it may have. */
export async function refuseFull({ unitsAt, unitsPerSpace }: ActDeps, place: SpacePlace): Promise<void> {
  if ((await unitsAt(place)).units.size < unitsPerSpace) return;
  throw new TotalRecallError('limit_reached', `A space holds at most ${unitsPerSpace} facts. Erase what is not needed any more.`);
}

/** A fact that was written by hand: the event, and the unit that it becomes. */
export interface Written {
  readonly source: FactSource;
  readonly unit: NewUnit;
}

/**
 * Appends what a person, or an agent, writes as an event of the space, and gives the unit that it becomes. `about`: the data subject
 * whose label the event bears, so that an erasure of that subject takes it, too.
 */
export async function writeFact(deps: ActDeps, by: PersonsAct, fact: NewFact, about?: string): Promise<Written> {
  const { tenant, space, idempotencyKey, byAgent } = by;
  const erasures = deps.erasures(tenant);
  const text = fact.text.trim();
  const append = (session: string): ReturnType<ActDeps['ingest']['append']> =>
    deps.ingest.append({
      tenant,
      space,
      session,
      events: [
        {
          kind: 'user_message',
          text,
          meta: { ...writtenMeta({ ...fact, ...(byAgent && { byAgent }) }), ...(about !== undefined && { subject: about }) },
        },
      ],
      // The repeat of a call that ended between its event and its entry writes the entry alone.
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      wait: 'searchable',
    });
  const { events } = await inWrittenSession(deps, by, append);
  const [event] = await deps.index.events(tenant, space, [events[0]!.id]);
  const [read] = event ? await readSources(deps, [event]) : [];
  if (!read && deps.erasures(tenant) !== erasures) throw erasedSince();
  if (!read) throw new TotalRecallError('not_caught_up', 'What was written is kept, and not read yet. Try again.', { retryAfterMs: 1_000 });
  const marks = await openUnitMarks(deps, { tenant, space });
  const { source } = read;
  return { source, unit: foundUnit(source, asRead(read.facts[0]!), { reader: deps.reader, marks }).unit };
}

/** Runs an append in the first session of facts by hand that is not erased. Errors: `erased` where the whole space is. */
async function inWrittenSession<T>({ keys, writtenIn }: ActDeps, place: SpacePlace, append: (session: string) => Promise<T>): Promise<T> {
  const key = spaceKey(place);
  for (let nth = writtenIn.get(key) ?? 1; ; nth += 1) {
    try {
      return await append(writtenSession(nth));
    } catch (error) {
      if (!(error instanceof TotalRecallError && error.code === 'erased')) throw error;
      await keys.spaceKey(place.tenant, place.space);
      // An erased session stays so.
      writtenIn.set(key, nth + 1);
    }
  }
}
