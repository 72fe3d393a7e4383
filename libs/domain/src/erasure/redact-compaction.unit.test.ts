import { describe, expect, it } from 'vitest';
import type { CompactionStopped, ContextCompacted, TokensRecounted } from '../compaction/compaction-record.ts';
import type { Manifest, Marker } from '../compaction/markers/marker.ts';
import { MARKER_TEMPLATE, renderMarker } from '../compaction/markers/render-marker.ts';
import { NO_FACTS, type DerivedFacts } from '../task-state/derived/derived-task-state.ts';
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

  it('keeps no term and no count in the profile of a marker that only erased events say', () => {
    const profile = { slices: [4], terms: ['quay', 'secret'], at: [1, 1], worth: [30, 20], counts: ['4 edits', '1 secret_tool'] };
    const { markers } = redactCompaction({ ...recount([]), markers: [{ ...marker(['quay']), profile }] }, options) as TokensRecounted;
    expect(markers[0]!.profile).toEqual({ slices: [4], terms: ['quay'], at: [1], worth: [30], counts: ['4 edits'] });
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

  const hints = { entities: ['Harbour'], paths: ['docs/gate.md'], tools: ['bash'], keywords: ['mast'] };
  const manifest: Manifest = { eventIds: ['e1'], anchors: [], artifactIds: ['art_1'], taskStateVersion: 0, hints };
  const compacted = (changes: Partial<ContextCompacted>): ContextCompacted =>
    ({ ...recount([]), type: 'ContextCompacted', evicted: ['e1'], shrunk: [], made: [], ...changes }) as unknown as ContextCompacted;
  const madeOf = (own: Marker, list: Manifest = manifest) => [{ marker: own, manifest: list, parts: [] }];
  const redactedMade = (own: Marker, list?: Manifest) =>
    (redactCompaction(compacted({ made: madeOf(own, list) }), { ...options, erasedArtifacts: new Set(['art_2']) }) as ContextCompacted)
      .made[0]!;

  it('keeps no hint and no artifact of what is gone in the list behind a marker, and all the rest', () => {
    expect(redactedMade(marker([]), { ...manifest, artifactIds: ['art_1', 'art_2'] }).manifest).toEqual(manifest);
    for (const name of ['entities', 'paths', 'tools', 'keywords'] as const) {
      const said = { ...manifest, hints: { ...hints, [name]: [...hints[name], 'a secret'] } };
      expect(redactedMade(marker([]), said).manifest).toEqual(manifest);
    }
  });

  it('keeps no word of what is gone in the markers that it made, beyond their topics too', () => {
    const profile = { slices: [3, 2], terms: ['harbour', 'secret', 'mast'], at: [1, 3, 2], worth: [9, 8, 7] };
    const own = { ...marker(['harbour', 'secret']), profile };
    const kept = redactedMade(own).marker;
    expect(kept).toMatchObject({ topics: ['harbour'], profile: { slices: [3, 2], terms: ['harbour', 'mast'], at: [1, 2], worth: [9, 7] } });
    expect(JSON.stringify(kept)).not.toContain('secret');
    const inText = redactedMade({ ...marker(['harbour']), text: 'an older form with a secret' });
    expect(inText.marker.text).toBe(renderMarker(1, 9, ['harbour']));
    const inProfile = redactedMade({ ...marker(['harbour']), profile });
    expect(inProfile.marker.profile!.terms).toEqual(['harbour', 'mast']);
  });

  it('keeps of a derived task state what others said, and neither what an erased event said nor its words', () => {
    const items = (list: string) => [3, 4, 5].map((ordinal) => ({ ordinal, text: `${list} ${ordinal}${ordinal === 4 ? ' secret' : ''}` }));
    const file = (path: string) => ({ path, changes: 1, ordinal: 3 });
    const failure = (key: string, at: number) => ({ ...items('failure')[at]!, key, times: 1 });
    const facts: DerivedFacts = {
      ...NO_FACTS,
      throughOrdinal: 9,
      requests: items('request'),
      constraints: items('constraint'),
      decisions: items('decision'),
      files: [file('a.ts'), file('secret.ts')],
      failures: [failure('bash a', 0), failure('bash secret', 0), failure('bash b', 1), failure('bash c', 2)],
    };
    const record = compacted({ taskState: { facts, text: 'Requests\n- request 3\n- request 4 secret', tokens: 9 } });
    const erasedOrdinals = new Set([5]);
    const redacted = (redactCompaction(record, { ...options, erasedOrdinals }) as ContextCompacted).taskState!;
    const first = (list: string) => [items(list)[0]];
    expect(redacted).toEqual({
      facts: {
        ...facts,
        requests: first('request'),
        constraints: first('constraint'),
        decisions: first('decision'),
        files: [file('a.ts')],
        failures: [failure('bash a', 0)],
      },
      text: 'Requests\n- request 3',
      tokens: 9,
    });
    const few = compacted({ taskState: { facts: NO_FACTS, text: 'a secret', tokens: 9 } });
    expect((redactCompaction(few, options) as ContextCompacted).taskState).toEqual({ facts: NO_FACTS, text: '', tokens: 0 });
    const own = compacted({
      made: madeOf(marker(['harbour'])),
      markers: [marker(['harbour'])],
      taskState: { facts: NO_FACTS, text: 'x', tokens: 9 },
    });
    expect(redactCompaction(own, options)).toBe(own);
  });

  it('is the same object where it repeats nothing', () => {
    const stopped = { type: 'CompactionStopped', cycle: 2 } as CompactionStopped;
    for (const record of [recount(['harbour']), stopped]) expect(redactCompaction(record, options)).toBe(record);
  });
});
