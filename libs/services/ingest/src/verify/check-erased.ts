import type { ErasureStatement } from '@total-recall/domain';
import type { ArtifactStore } from '@total-recall/ports';
import { isHeldBeside, namedBy, type IsNamed } from '../erase/named-events.ts';
import type { VerifyDeps } from './verify-deps.ts';

const BATCH = 500;

/** Remains of events that a certificate declares erased. */
export interface CheckedErasure {
  /** Log records that the certificate covers. */
  readonly records: number;
  /** Records among them whose bodies still open; 0 if the erasure holds. */
  readonly readable: number;
  /** Text documents of these events, and all of a named space, in the index; 0 if the erasure holds. */
  readonly documents: number;
  /** Vectors of these events, and all of a named space; 0 if the erasure holds. */
  readonly vectors: number;
  /** Artifacts that are named, or of a named space, are stored, and to which no other event refers; 0 if the erasure holds. */
  readonly artifacts: number;
  /** Stores that hold words of events, or what was made of them, and were not looked at. */
  readonly unchecked: readonly string[];
}

/** Parts of the stores that cannot be searched by the ids of erased events. */
const UNCHECKED = [
  'entries of the index that belong to no event of it',
  'session states with markers and task states',
  'facts and other units',
  'analytics',
];
/** Parts of an event that are asked for a vector. Long events have more, but none of them without these. */
const PARTS = 4;

interface ErasedDeps extends Pick<VerifyDeps, 'log' | 'index' | 'sealer'> {
  readonly artifactStore: Pick<ArtifactStore, 'stat' | 'list'>;
}

/**
 * Opens every log record that a statement covers by event, session or space, asks the index for their documents and
 * vectors, and looks for the artifacts that it names. Of a space erased as a whole it counts all that the index has.
 */
export async function checkErased(
  { log, index, sealer, artifactStore }: ErasedDeps,
  { tenant, destroyed }: Pick<ErasureStatement, 'tenant' | 'destroyed'>,
): Promise<CheckedErasure> {
  const isNamed = namedBy(destroyed);
  const whole = new Set(destroyed.spaces);
  let [records, readable, documents, vectors] = [0, 0, 0, 0];
  for (let partition = 0; partition < log.partitions; partition += 1) {
    for (let next = 0, end = await log.end(partition); next <= end;) {
      const read = await log.read(partition, next, BATCH);
      if (read.length === 0) break;
      next = read.at(-1)!.position.offset + 1;
      const named = read.filter(({ envelope }) => envelope.tenant === tenant && isNamed(envelope));
      if (named.length === 0) continue;
      records += named.length;
      readable += (await sealer.openAll(named)).filter(({ body }) => typeof body !== 'string').length;
      const bySpace = Map.groupBy(named, ({ envelope }) => envelope.space);
      for (const [space, own] of bySpace) {
        if (whole.has(space)) continue;
        const of = { tenant, space, eventIds: own.map(({ envelope }) => envelope.id) };
        documents += await documentsOf(index, of);
        vectors += await vectorsOf(index, of);
      }
    }
  }
  for (const space of whole) {
    documents += (await index.statistics(tenant, space, [])).documents;
    vectors += ((await index.vectors?.vectorSets(tenant, space)) ?? []).reduce((sum, set) => sum + set.documents, 0);
  }
  const artifacts = await storedArtifacts({ index, artifactStore }, { tenant, destroyed }, isNamed);
  return { records, readable, documents, vectors, artifacts, unchecked: UNCHECKED };
}

interface ErasedIn {
  readonly tenant: string;
  readonly space: string;
  readonly eventIds: readonly string[];
}

/** Counts the vectors of events, of every model. An index that finds vectors by their documents has none without these. */
async function vectorsOf({ vectors }: VerifyDeps['index'], { tenant, space, eventIds }: ErasedIn): Promise<number> {
  let found = 0;
  const documents = eventIds.flatMap((eventId) => Array.from({ length: PARTS }, (_, part) => ({ eventId, part })));
  for (const { model, dimensions } of (await vectors?.vectorSets(tenant, space)) ?? []) {
    const vector = new Float32Array(dimensions);
    vector[0] = 1;
    const similarities = await vectors!.similarities({ tenant, space, model, vector, documents });
    found += similarities.filter((similarity) => similarity !== undefined).length;
  }
  return found;
}

/** Counts artifacts that are there again and that no other event refers to. */
async function storedArtifacts(
  { index, artifactStore }: Pick<ErasedDeps, 'index' | 'artifactStore'>,
  { tenant, destroyed }: Pick<ErasureStatement, 'tenant' | 'destroyed'>,
  isNamed: IsNamed,
): Promise<number> {
  let stored = 0;
  for (const { space, artifactId } of destroyed.artifacts) {
    if ((await artifactStore.stat({ tenant, space, artifactId })) === undefined) continue;
    if (!(await isHeldBeside(index, { tenant, space, artifactId }, isNamed))) stored += 1;
  }
  for (const space of destroyed.spaces) for await (const _ of artifactStore.list(tenant, space)) stored += 1;
  return stored;
}

/** Counts the documents of events by looking at their places, which lists any number of parts. */
async function documentsOf(index: VerifyDeps['index'], { tenant, space, eventIds }: ErasedIn): Promise<number> {
  const known = (await index.events(tenant, space, eventIds)).filter((event) => event !== undefined);
  const places = known.map(({ record, accepted }) => ({ session: record.envelope.session, ordinal: accepted.ordinal }));
  if (places.length === 0) return 0;
  const ids = new Set(eventIds);
  const found = await index.documentsAt({ tenant, space, terms: [], places });
  return found.filter(({ eventId }) => ids.has(eventId)).length;
}
