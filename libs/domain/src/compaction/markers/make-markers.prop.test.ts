import { describe, expect, it } from 'vitest';
import { driveSession, makeRecords, policyOf, type Said } from '../../../testing/index.ts';
import type { ContextCompacted } from '../compaction-record.ts';
import { MARKER_TEMPLATE, markerText } from './render-marker.ts';

const PARTS = ['crane', 'winch', 'bollard', 'capstan', 'fender', 'gantry', 'hawser', 'mooring'];

/**
 * Turns of a request, a call, its result and an answer, each about a part of the harbour; every 25th result is long.
 */
function turnsOf(count: number, resultTokens: number): Said[] {
  return Array.from({ length: count }, (_, at): Said[] => {
    const part = `${PARTS[at % PARTS.length]!}${at >> 3}`;
    const call = { id: `c${at}`, name: 'read_file' };
    return [
      { kind: 'user_message', text: `look at the ${part} of berth ${at}`, size: 30 },
      { kind: 'tool_call', call: { ...call, arguments: `{"path":"quay/${part}.ts"}` }, size: 20 },
      { kind: 'tool_result', call, text: `${part}State is tight, ${part} ${part}`, size: at % 25 === 0 ? 2_000 : resultTokens },
      { kind: 'agent_message', text: `the ${part} is fine`, size: 40 },
    ];
  }).flat();
}

describe.each([
  [8_000, 120],
  [32_000, 400],
])('the markers of 400 turns in a window of %i tokens', (windowTokens, resultTokens) => {
  const policy = policyOf({ windowTokens });
  const { state, compactions, violations } = driveSession(makeRecords(turnsOf(400, resultTokens)), policy);
  const { markers } = state;

  it('are as many as may be told apart, none of which stands for over a quarter while more may stand', () => {
    const { markerCap } = policy.budgets;
    expect(violations).toEqual([]);
    expect(markers.length).toBeGreaterThanOrEqual(Math.min(8, markerCap));
    const evicted = markers.reduce((sum, { eventCount }) => sum + eventCount, 0);
    const largest = Math.max(...markers.map(({ eventCount }) => eventCount));
    expect(markers.length >= markerCap || largest <= evicted / 4).toBe(true);
  });

  it('say something each, as they were counted, and quote what was asked', () => {
    for (const marker of markers) {
      expect(marker.topics.length).toBeGreaterThan(2);
      expect(marker.templateVersion).toBe(MARKER_TEMPLATE);
      expect(marker.text).toBe(markerText({ ...marker, text: undefined }));
      expect(marker.tokens).toBeLessThanOrEqual(60);
    }
    const made = compactions.flatMap((one) => (one.type === 'ContextCompacted' ? one.made.map(({ marker }) => marker) : []));
    const quoting = made.filter(({ topics }) => topics[0]!.startsWith('"'));
    expect(quoting.some(({ level }) => level === 0)).toBe(true);
    expect(quoting.filter(({ level }) => level > 1)).toEqual([]);
    expect(markers.some(({ topics }) => topics.some((topic) => /^\d+ (?:files read|reads)$/.test(topic)))).toBe(true);
  });

  it('come several a cycle, and are merged only where the cap is reached', () => {
    const made = compactions.filter((one): one is ContextCompacted => one.type === 'ContextCompacted');
    expect(made.some((one) => one.made.filter(({ manifest }) => manifest.eventIds.length > 0).length > 1)).toBe(true);
    for (const one of made)
      if (one.made.some(({ manifest }) => manifest.eventIds.length === 0)) expect(one.markers).toHaveLength(policy.budgets.markerCap);
  });
});

it('names the turns that an evicted span is of, not that of a result which came late among them', () => {
  const call = { id: 'late', name: 'build' };
  const said: Said[] = [
    { kind: 'user_message', text: 'build the berth', size: 30 },
    { kind: 'tool_call', call: { ...call, arguments: '{}' }, size: 20 },
    ...turnsOf(60, 120),
    { kind: 'tool_result', call, text: 'the berth is built', size: 30 },
    ...turnsOf(60, 120),
  ];
  const { state, compactions } = driveSession(makeRecords(said), policyOf({ windowTokens: 8_000 }));
  const made = compactions.flatMap((one) => (one.type === 'ContextCompacted' ? one.made : []));
  const lateId = makeRecords(said)[said.findLastIndex((one) => 'call' in one && one.call?.id === 'late')]!.envelope.id;
  const around = made.find(({ manifest }) => manifest.eventIds.includes(lateId))!.marker;
  expect(around.eventCount).toBeGreaterThan(1);
  expect(around.fromTurn).toBeGreaterThan(20);
  const starts = state.markers.map(({ fromTurn }) => fromTurn);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});
