import type { NewEvent } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { testAnalyser } from '../testing/test-analyser.ts';
import { generateTraces } from './generate-traces.ts';
import { makeProbes, type ProbeSource } from './probes.ts';
import { createTermWeights } from './query-terms.ts';
import { textOfEvent } from './session-events.ts';

const source = (eventId: string, event: NewEvent, evicted = true): ProbeSource => ({ eventId, session: 's', event, evicted });
const probesOf = (sources: readonly ProbeSource[], shown = '', limits = { exact: 40, others: 10 }, seed = 1) =>
  makeProbes(sources, {
    weights: createTermWeights(
      testAnalyser,
      sources.map((item) => textOfEvent(item.event)),
    ),
    seed: `test ${seed}`,
    limits,
    shownIn: () => shown,
  });

const failure: NewEvent = {
  kind: 'tool_result',
  call: { id: 'c1', name: 'run' },
  isError: true,
  text: 'Loading harbour tables\nmigration failed: relation berth_9912ab is locked\nsee db/migrate.sql:77',
};
const sources = [
  source('e1', { kind: 'tool_call', call: { id: 'c1', name: 'run', arguments: '{"command":"migrate harbour --step=4"}' } }),
  source('e2', failure),
  source('e3', { kind: 'agent_message', text: 'The lock is held by the nightly vacuum. I will wait for it.' }),
  source('e4', { kind: 'agent_message', text: 'Kept for later: pilot/queue.ts:12 is next.' }, false),
];

describe('probes', () => {
  it('come from evicted events, each with the kind, the cause and the failed attempt', () => {
    const found = new Map(probesOf(sources).map((probe) => [`${probe.kind} ${probe.eventId}`, probe]));
    expect([...found.keys()].toSorted()).toEqual(['cause e3', 'failedAttempt e2', 'id e2', 'parameter e1', 'path e2']);
    expect(found.get('cause e3')!.needle).toBe('The lock is held by the nightly vacuum.');
    expect(found.get('failedAttempt e2')!.needle).toContain('migration failed');
    expect(found.get('path e2')!.needle).toBe('db/migrate.sql:77');
  });

  it('leave out what the window still shows', () => {
    expect(probesOf(sources, 'see db/migrate.sql:77').some((probe) => probe.kind === 'path')).toBe(false);
  });

  it('never ask with the string, nor with a token of it', () => {
    const [trace] = generateTraces({ seed: 5, traces: 1, requests: 6 });
    const all = trace!.sessions.flatMap((session) =>
      session.events.map((event, at) => ({ eventId: `${session.session} ${at}`, session: session.session, event, evicted: true })),
    );
    const probes = probesOf(all, '', { exact: 100, others: 30 });
    expect(new Set(probes.map((probe) => probe.kind))).toEqual(
      new Set(['path', 'hash', 'error', 'parameter', 'id', 'cause', 'failedAttempt', 'time', 'openLoop']),
    );
    for (const probe of probes) {
      const asked = new Set(testAnalyser.analyse(probe.query));
      expect(probe.query).not.toContain(probe.needle);
      expect(testAnalyser.analyse(probe.needle).filter((term) => asked.has(term))).toEqual([]);
    }
  });

  it('are the same strings where one event more stays in the window, but for its own', () => {
    const [trace] = generateTraces({ seed: 6, traces: 1, requests: 10 });
    const all = trace!.sessions[0]!.events.map((event, at) => source(`e${at}`, event));
    const limits = { exact: 40, others: 0 };
    const before = probesOf(all, '', limits);
    const kept = before[7]!.eventId;
    const after = probesOf(
      all.map((item) => (item.eventId === kept ? { ...item, evicted: false } : item)),
      '',
      limits,
    );
    const asked = new Set(after.map((probe) => probe.needle));
    const elsewhere = before.filter((probe) => probe.eventId !== kept);
    expect(elsewhere.length).toBeGreaterThan(25);
    expect(elsewhere.filter((probe) => !asked.has(probe.needle))).toEqual([]);
  });

  it('are a bounded sample that follows from the seed', () => {
    const [trace] = generateTraces({ seed: 6, traces: 1, requests: 10 });
    const all = trace!.sessions[0]!.events.map((event, at) => source(`e${at}`, event));
    const sample = probesOf(all, '', { exact: 12, others: 3 });
    expect(sample.filter((probe) => ['path', 'hash', 'error', 'parameter', 'id'].includes(probe.kind))).toHaveLength(12);
    for (const kind of ['cause', 'failedAttempt', 'time', 'openLoop'])
      expect(sample.filter((probe) => probe.kind === kind).length).toBeLessThanOrEqual(3);
    expect(probesOf(all, '', { exact: 12, others: 3 }).map((probe) => probe.needle)).toEqual(sample.map((probe) => probe.needle));
    expect(probesOf(all, '', { exact: 12, others: 3 }, 2).map((probe) => probe.needle)).not.toEqual(sample.map((probe) => probe.needle));
  });
});
