import { describe, expect, it } from 'vitest';
import type { CompactionStopped, ContextCompacted, TokensRecounted } from '../compaction/compaction-record.ts';
import type { Marker } from '../compaction/marker.ts';
import { MARKER_TEMPLATE, renderMarker } from '../compaction/render-marker.ts';
import { NO_FACTS } from '../task-state/derived/derived-task-state.ts';
import { redactCompaction } from './redact-compaction.ts';

const marker = (topics: readonly string[]): Marker => ({
  id: 'm1',
  eventId: 'e1',
  fromTurn: 1,
  toTurn: 9,
  fromOrdinal: 1,
  toOrdinal: 20,
  topics,
  level: 0,
  eventCount: 20,
  evictedTokens: 900,
  tokens: 30,
  text: renderMarker(1, 9, topics),
  templateVersion: MARKER_TEMPLATE,
  fromTime: 1,
  toTime: 2,
});
const recount = (topics: readonly string[]): TokensRecounted => ({
  type: 'TokensRecounted',
  cycle: 2,
  family: 'o200k',
  entries: [],
  markers: [marker(topics)],
  policyVersion: 'p',
});
const options = {
  saysErased: (text: string) => text.includes('secret'),
  countTokens: (text: string) => text.length,
  erasedOrdinals: new Set<number>(),
  erasedArtifacts: new Set<string>(),
};

describe('a record of a compaction after an erasure', () => {
  it('keeps no topic in the markers of a recount that only erased events say', () => {
    const redacted = redactCompaction(recount(['harbour', 'secret berth']), options) as TokensRecounted;
    expect(redacted.markers[0]).toMatchObject({ topics: ['harbour'], text: renderMarker(1, 9, ['harbour']), tokens: 30 });
    expect({ ...redacted, markers: [] }).toEqual({ ...recount([]), markers: [] });
  });

  it('keeps no open call that only erased events say', () => {
    const call = (ordinal: number, said: string) => ({
      id: `c${ordinal}`,
      name: 'bash',
      ordinal,
      key: `bash ${said}`,
      label: `bash ${said}`,
      isSearch: false,
    });
    const facts = { ...NO_FACTS, openCalls: [call(3, 'make hull'), call(4, 'open secret'), call(5, 'make mast')] };
    const compacted = { ...recount([]), type: 'ContextCompacted', made: [], taskState: { facts, text: 'Requests', tokens: 8 } };
    const redacted = redactCompaction(compacted as unknown as ContextCompacted, { ...options, erasedOrdinals: new Set([5]) });
    expect((redacted as ContextCompacted).taskState!.facts.openCalls).toEqual([call(3, 'make hull')]);
  });

  it('is the same object where it repeats nothing', () => {
    const stopped = { type: 'CompactionStopped', cycle: 2 } as CompactionStopped;
    for (const record of [recount(['harbour']), stopped]) expect(redactCompaction(record, options)).toBe(record);
  });
});
