import { describe, expect, it } from 'vitest';
import { makeEntry, makeState } from '../../testing/index.ts';
import { applyCompaction } from '../session/apply-compaction.ts';
import { evolveSession } from '../session/evolve-session.ts';
import type { SessionEntry } from '../session/session-state.ts';
import type { EventRecord } from '../event/event-record.ts';
import type { Marker } from './markers/marker.ts';
import type { TokensRecounted } from './compaction-record.ts';
import { entriesToRecount, needsRecount } from './recount.ts';

const tokens = (whole: number) => ({ whole, stripped: whole, preview: whole });
const MARKER: Marker = {
  id: 'm1',
  eventId: 'C1',
  fromTurn: 1,
  toTurn: 2,
  fromOrdinal: 1,
  toOrdinal: 9,
  topics: ['a', 'b'],
  level: 0,
  eventCount: 9,
  evictedTokens: 900,
  tokens: 58,
  text: 'a marker of a and b',
  templateVersion: 2,
  fromTime: 1,
  toTime: 2,
};
const SHORTER: Marker = { ...MARKER, tokens: 55, topics: ['a'], text: 'a marker of a' };
const TASK = { eventId: 'K1', version: 1, premiseVersion: 0, premises: {}, turn: 1, tokens: 40, refs: [], keyEvents: [] };
const STATE = makeState(
  [
    makeEntry(11, 'agent_message', 10),
    makeEntry(12, 'tool_result', 90, { form: 'preview', cut: { ranges: [{ from: 0, to: 9 }], tokens: 30 } }),
    makeEntry(13, 'agent_message', 12, { family: 'claude' }),
  ],
  { cycle: 1, family: 'o200k', markers: [MARKER], taskState: TASK },
);
const recount = (fields: Partial<TokensRecounted> = {}): TokensRecounted => ({
  type: 'TokensRecounted',
  cycle: 2,
  family: 'claude',
  entries: [
    { id: 'E11', tokens: tokens(14) },
    { id: 'E12', tokens: tokens(120), cutTokens: 41 },
  ],
  markers: [SHORTER],
  task: { eventId: 'K1', tokens: 54 },
  policyVersion: 'p',
  ...fields,
});
const families = ({ entries }: { entries: readonly SessionEntry[] }) => entries.map(({ family }) => family);

describe('a recount', () => {
  it('counts entries, their previews, markers and the task state for the family it names', () => {
    const after = applyCompaction(STATE, recount())!;
    expect(after).toMatchObject({ family: 'claude', cycle: 1, taskState: { tokens: 54 } });
    expect(after.entries).toMatchObject([
      { tokens: tokens(14) },
      { tokens: tokens(120), form: 'preview', cut: { ranges: [{ from: 0, to: 9 }], tokens: 41 } },
      { tokens: tokens(12) },
    ]);
    expect(families(after)).toEqual([undefined, undefined, undefined]);
    expect(after.markers).toEqual([SHORTER]);
    expect(needsRecount(after, 'claude')).toBe(false);
  });

  it('leaves what it does not name for the next one, under the family it had', () => {
    const after = applyCompaction(STATE, recount({ entries: [{ id: 'E11', tokens: tokens(14) }] }))!;
    expect(families(after)).toEqual([undefined, 'o200k', undefined]);
    expect(entriesToRecount(after, 'claude').map(({ id }) => id)).toEqual(['E12']);
    expect(needsRecount(after, 'claude')).toBe(true);
    const last = applyCompaction(after, recount({ entries: [{ id: 'E12', tokens: tokens(120), cutTokens: 41 }] }))!;
    expect(last).toEqual(applyCompaction(STATE, recount()));
  });

  it.each<[string, Partial<TokensRecounted>]>([
    ['of this cycle', { cycle: 1 }],
    ['of the cycle after next', { cycle: 3 }],
  ])('%s is refused', (_name, fields) => {
    expect(applyCompaction(STATE, recount(fields))).toBeUndefined();
  });

  it('that comes twice changes nothing the second time, and evicted entries do not come back', () => {
    const after = applyCompaction(STATE, recount({ entries: [...recount().entries, { id: 'E1', tokens: tokens(9) }] }))!;
    expect(after.entries.map(({ id }) => id)).toEqual(['E11', 'E12', 'E13']);
    expect(applyCompaction(after, recount())).toBeUndefined();
  });

  it('is not asked for by a state that kept no families', () => {
    const { family: _, ...old } = STATE;
    expect(needsRecount(old, 'cl100k')).toBe(false);
  });
});

describe('the family of an event', () => {
  const record = (offset: number, family: string): EventRecord => ({
    offset,
    envelope: {
      schemaVersion: 1,
      id: `N${offset}`,
      tenant: 't',
      space: 's',
      session: 'x',
      kind: 'user_message',
      occurredAt: offset,
      recordedAt: offset,
      tokens: tokens(5),
      family,
      keyId: 'k',
    },
    body: { text: 'hello', meta: {} },
  });

  it('is noted where it is not the session’s, whose first event names it', () => {
    const empty = makeState([], { family: undefined, ordinal: 0, offset: -1 });
    const one = evolveSession(empty, record(0, 'o200k')).state;
    const two = evolveSession(one, record(1, 'claude')).state;
    expect([two.family, families(two)]).toEqual(['o200k', [undefined, 'claude']]);
    expect(entriesToRecount(two, 'o200k').map(({ id }) => id)).toEqual(['N1']);
  });
});
