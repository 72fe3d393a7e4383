import { KNOWLEDGE_LIMITS, type KnowledgeChoice, type SessionAddress, type SpaceUnits } from '@total-recall/domain';
import type { KeyStore, MemoryIndex, Sealer } from '@total-recall/ports';
import { openUnitMarks } from './unit-marks.ts';

export interface ReaderDeps {
  readonly index: Pick<MemoryIndex, 'sessionEvents'>;
  readonly sealer: Pick<Sealer, 'openAll'>;
  readonly keys: Pick<KeyStore, 'spaceKey'>;
}

export interface ReaderRequest {
  /** The session, with the ordinal of its last event. */
  readonly session: SessionAddress & { readonly ordinal: number };
  /** The last choice of its windows: events up to it were read for it. */
  readonly before?: KnowledgeChoice | undefined;
  readonly state: Pick<SpaceUnits, 'units'>;
  /** Most events that are read; behind more of them nobody's private facts are shown. Default: `KNOWLEDGE_LIMITS.namingEvents`. */
  readonly mostEvents?: number;
}

type Reader = Pick<KnowledgeChoice, 'audience' | 'isShared' | 'namedThrough'>;

const EVENTS_A_PAGE = 500;

/**
 * Returns whose private facts a session may show: those of the one person whom its events name (`meta.subject`). Where several
 * are named, or it is too long to know, nobody's. Events are read once, and only where something is private.
 */
export async function readerOfSession(
  deps: ReaderDeps,
  { session, before, state, mostEvents = KNOWLEDGE_LIMITS.namingEvents }: ReaderRequest,
): Promise<Reader> {
  const { audience, isShared = false, namedThrough = 0 } = before ?? {};
  const known: Reader = { ...(audience !== undefined && { audience }), ...(isShared && { isShared }), namedThrough };
  if (isShared || !state.units.values().some((unit) => unit.audience !== undefined)) return known;
  if (session.ordinal - namedThrough > mostEvents) return { isShared: true, namedThrough };
  const names = await namesIn(deps, session, namedThrough);
  const marks = names.size === 0 ? undefined : await openUnitMarks(deps, session);
  const named = new Set([...(audience === undefined ? [] : [audience]), ...[...names].map((name) => marks!.subject(name))]);
  if (named.size > 1) return { isShared: true, namedThrough: session.ordinal };
  const [only] = named;
  return { ...(only !== undefined && { audience: only }), namedThrough: session.ordinal };
}

/** Names the persons of the events behind an ordinal. */
async function namesIn(
  { index, sealer }: Pick<ReaderDeps, 'index' | 'sealer'>,
  { tenant, space, session, ordinal }: ReaderRequest['session'],
  behind: number,
): Promise<Set<string>> {
  const names = new Set<string>();
  for (let from = behind + 1; from <= ordinal && names.size < 2; from += EVENTS_A_PAGE) {
    const toOrdinal = Math.min(ordinal, from + EVENTS_A_PAGE - 1);
    const events = await index.sessionEvents({ tenant, space, session, fromOrdinal: from, toOrdinal, limit: EVENTS_A_PAGE });
    for (const { body } of await sealer.openAll(events.map(({ record }) => record)))
      if (typeof body !== 'string' && body.meta.subject !== undefined) names.add(body.meta.subject.toLowerCase());
  }
  return names;
}
