import type { EventBody } from '../src/event/event-body.ts';
import type { EventKind } from '../src/event/event-kind.ts';
import type { EventRecord, MissingBody } from '../src/event/event-record.ts';
import { resolvePolicy } from '../src/policy/resolve-policy.ts';
import type { PolicySettings, SessionPolicy } from '../src/policy/session-policy.ts';
import { emptySession } from '../src/session/empty-session.ts';
import { evolveSession } from '../src/session/evolve-session.ts';
import type { SessionEntry, SessionState } from '../src/session/session-state.ts';

export const ADDRESS = { tenant: 't', space: 's', session: 'x' };

export function policyOf(settings: PolicySettings): SessionPolicy {
  const resolved = resolvePolicy([settings]);
  if (resolved.kind === 'invalid') throw new Error(JSON.stringify(resolved.problems));
  return resolved.policy;
}

/** Creates an entry of `size` tokens in every form, an atom of its own unless given. */
export function makeEntry(ordinal: number, kind: EventKind, size: number, fields: Partial<SessionEntry> = {}): SessionEntry {
  const tokens = { whole: size, stripped: size, preview: size };
  return {
    id: `E${ordinal}`,
    ordinal,
    offset: ordinal - 1,
    kind,
    turn: 1,
    request: 1,
    atom: ordinal,
    occurredAt: ordinal,
    tokens,
    form: 'whole',
    state: 'readable',
    ...fields,
  };
}

export function makeState(entries: readonly SessionEntry[], fields: Partial<SessionState> = {}): SessionState {
  const turn = entries.reduce((most, entry) => Math.max(most, entry.turn), 0);
  return { ...emptySession(ADDRESS), entries, turn, ordinal: entries.length, offset: entries.length - 1, ...fields };
}

export interface Said extends Partial<Omit<EventBody, 'text' | 'meta'>> {
  readonly kind: EventKind;
  readonly id?: string;
  readonly text?: string;
  readonly meta?: EventBody['meta'];
  readonly size?: number;
  readonly missing?: MissingBody;
}

/** Creates records of a log that starts at `from`. */
export function makeRecords(said: readonly Said[], from = 0): EventRecord[] {
  return said.map(({ kind, id, size = 10, missing, text = '', meta = {}, ...body }, at): EventRecord => {
    const offset = from + at;
    const tokens = { whole: size, stripped: size, preview: Math.min(size, 5) };
    return {
      offset,
      envelope: {
        schemaVersion: 1,
        id: id ?? `R${offset}`,
        ...ADDRESS,
        kind,
        occurredAt: 1_000 + offset,
        recordedAt: 1_000 + offset,
        tokens,
        family: 'o200k',
        keyId: 'k',
      },
      body: missing ?? { text, meta, ...body },
    };
  });
}

export function foldAll(records: readonly EventRecord[], from: SessionState = emptySession(ADDRESS)): SessionState {
  return records.reduce((state, record) => evolveSession(state, record).state, from);
}
