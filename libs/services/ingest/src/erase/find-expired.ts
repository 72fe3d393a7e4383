import { keptFor, type EventEnvelope, type RetentionRule, type SessionAddress } from '@total-recall/domain';
import type { ControlStore } from '@total-recall/ports';
import { policyLevels, walkSessions, walkSpaces } from '@total-recall/runtime';
import type { EraseDeps } from './erase-deps.ts';
import { createHeldTally, type HeldPart, type HoldLookup } from './hold-lookup.ts';
import { maxErasuresPerSession, type BySession } from './plan-in-space.ts';

const SWEEP = { events: 5_000, wholeSessions: Infinity };
const EVENTS_A_PAGE = 1_000;

export interface SpaceRules {
  readonly space: string;
  readonly ofTenant: readonly RetentionRule[];
  readonly ofSpace: readonly RetentionRule[];
}

export interface FoundExpired {
  /** By session, without those under hold. */
  readonly named: BySession;
  /** Sessions whose events are all past their age, with none under hold. */
  readonly whole: ReadonlySet<string>;
  readonly held: HeldPart;
  /** Sessions that cannot lose any more single events. */
  readonly waiting: readonly string[];
  /** True when there is more than one sweep takes. */
  readonly hasMore: boolean;
}

interface FindDeps extends Pick<EraseDeps, 'index' | 'sessions' | 'sealer' | 'clock' | 'keys' | 'retention'> {
  readonly held: HoldLookup;
  /** Numbers of events to leave, by session: it has not keys enough to lose them, too. */
  readonly fewer: ReadonlyMap<string, number>;
}

/** Lists the spaces of a tenant that have retention rules, their own or the tenant's. */
export async function* spacesWithRules(
  { control, sessions }: Pick<EraseDeps, 'sessions'> & { readonly control: Pick<ControlStore, 'policies'> },
  tenant: string,
): AsyncGenerator<SpaceRules> {
  for await (const { space } of walkSpaces(sessions, tenant)) {
    const [, above, own] = await control.policies(policyLevels({ tenant, space }));
    const rules = { ofTenant: above?.settings.retention ?? [], ofSpace: own?.settings.retention ?? [] };
    if (rules.ofTenant.length + rules.ofSpace.length > 0) yield { space, ...rules };
  }
}

/**
 * Finds expired events by their envelopes. Opens only the bodies of those, to skip events that are held or erased
 * already. Limited per sweep.
 */
export async function findExpired(deps: FindDeps, tenant: string, { space, ofTenant, ofSpace }: SpaceRules): Promise<FoundExpired> {
  const now = deps.clock.now();
  const isPast = ({ kind, recordedAt }: EventEnvelope): boolean => {
    const ms = keptFor([ofTenant, ofSpace], kind);
    return ms !== undefined && recordedAt + ms <= now;
  };
  const named: BySession = new Map();
  const whole = new Set<string>();
  const waiting: string[] = [];
  const held = createHeldTally();
  const most = maxErasuresPerSession(deps.keys);
  const { events, wholeSessions } = deps.retention?.sweep ?? SWEEP;
  let left = events;
  for await (const { session } of walkSessions(deps.sessions, { tenant, space })) {
    if (left <= 0 || whole.size >= wholeSessions) return { named, whole, waiting, held: held.sum(), hasMore: true };
    const found = await expiredOf(deps, { tenant, space, session }, isPast, held);
    const fewer = deps.fewer.get(session) ?? 0;
    const room = Math.min(found.ids.length, left, Math.floor(most) - found.lost) - fewer;
    const ids = found.isWhole ? found.ids : found.ids.slice(0, Math.max(0, room));
    if (found.ids.length > 0 && (found.lost + found.ids.length > most || fewer > 0) && !found.isWhole) waiting.push(session);
    left -= ids.length;
    if (ids.length > 0) named.set(session, new Set(ids));
    if (found.isWhole && ids.length > 0) whole.add(session);
  }
  return { named, whole, waiting, held: held.sum(), hasMore: left <= 0 || whole.size >= wholeSessions };
}

/**
 * Finds the expired events of a session. Rules do not apply to the service's own records: they are erased with
 * the session, or rewritten.
 */
async function expiredOf(
  { index, sealer, held }: FindDeps,
  address: SessionAddress,
  isPast: (envelope: EventEnvelope) => boolean,
  tally: ReturnType<typeof createHeldTally>,
): Promise<{ readonly ids: string[]; readonly isWhole: boolean; readonly lost: number }> {
  const ids: string[] = [];
  let isWhole = !held.mayKeepComing(address.space, address.session);
  let lost = 0;
  for (let fromOrdinal = 1; ;) {
    const events = await index.sessionEvents({ ...address, fromOrdinal, limit: EVENTS_A_PAGE });
    const callers = events.filter(({ record }) => record.envelope.kind !== 'compaction');
    const past = callers.filter(({ record }) => isPast(record.envelope));
    isWhole &&= past.length === callers.length;
    for (const record of await sealer.openAll(past.map((event) => event.record))) {
      if (record.body === 'erased') lost += 1;
      if (typeof record.body === 'string') continue;
      const holds = held.of(record);
      if (holds.length === 0) ids.push(record.envelope.id);
      else {
        tally.note(record, holds);
        isWhole = false;
      }
    }
    if (events.length < EVENTS_A_PAGE) return { ids, isWhole, lost };
    fromOrdinal = events.at(-1)!.accepted.ordinal + 1;
  }
}
