import type { ErasureStatement } from '@total-recall/domain';
import type { VerifyDeps } from './verify-deps.ts';

const BATCH = 500;

/** What stores say of events that a certificate names as gone. */
export interface CheckedErasure {
  /** Records of the log that it is about. */
  readonly records: number;
  /** Of these those whose bodies open. None where it is true. */
  readonly readable: number;
  /** Text documents of these events in the index. None where it is true. */
  readonly documents: number;
}

/** Opens every record of the log that a statement names by event, session or space, and asks the index for documents of these. */
export async function checkErased(
  { log, index, sealer }: Pick<VerifyDeps, 'log' | 'index' | 'sealer'>,
  { tenant, destroyed }: Pick<ErasureStatement, 'tenant' | 'destroyed'>,
): Promise<CheckedErasure> {
  const events = new Set(destroyed.events.flatMap(({ space, eventIds }) => eventIds.map((id) => `${space}/${id}`)));
  const sessions = new Set(destroyed.sessions.map(({ space, session }) => `${space}/${session}`));
  const spaces = new Set(destroyed.spaces);
  let [records, readable, documents] = [0, 0, 0];
  for (let partition = 0; partition < log.partitions; partition += 1) {
    for (let next = 0, end = await log.end(partition); next <= end;) {
      const read = await log.read(partition, next, BATCH);
      if (read.length === 0) break;
      next = read.at(-1)!.position.offset + 1;
      const named = read.filter(({ envelope: { tenant: owner, space, session, id } }) => {
        if (owner !== tenant) return false;
        return spaces.has(space) || sessions.has(`${space}/${session}`) || events.has(`${space}/${id}`);
      });
      if (named.length === 0) continue;
      records += named.length;
      readable += (await sealer.openAll(named)).filter(({ body }) => typeof body !== 'string').length;
      const bySpace = Map.groupBy(named, ({ envelope }) => envelope.space);
      for (const [space, own] of bySpace)
        documents += await documentsOf(index, { tenant, space, eventIds: own.map(({ envelope }) => envelope.id) });
    }
  }
  return { records, readable, documents };
}

/** By place: those of an event stand there, in pieces of any number. */
async function documentsOf(
  index: VerifyDeps['index'],
  { tenant, space, eventIds }: { readonly tenant: string; readonly space: string; readonly eventIds: readonly string[] },
): Promise<number> {
  const known = (await index.events(tenant, space, eventIds)).filter((event) => event !== undefined);
  const places = known.map(({ record, accepted }) => ({ session: record.envelope.session, ordinal: accepted.ordinal }));
  if (places.length === 0) return 0;
  const ids = new Set(eventIds);
  const found = await index.documentsAt({ tenant, space, terms: [], places });
  return found.filter(({ eventId }) => ids.has(eventId)).length;
}
