import { expect, it } from 'vitest';
import { generateTraces, resolveReferences } from './generate-traces.ts';

const traces = generateTraces({ seed: 3, traces: 2, requests: 12 });

it('holds what real runs hold', () => {
  const sessions = traces.flatMap((trace) => trace.sessions);
  const events = sessions.flatMap((session) => session.events);
  const kinds = new Set(events.map((event) => event.kind));
  for (const kind of [
    'user_message',
    'thinking',
    'tool_call',
    'tool_result',
    'objective',
    'constraint',
    'decision',
    'task_state',
    'delegation',
    'report',
  ] as const)
    expect(kinds).toContain(kind);
  expect(events.some((event) => event.isError)).toBe(true);
  expect(events.some((event) => event.attachments?.length)).toBe(true);
  expect(events.some((event) => (event.text ?? '').length > 4_096)).toBe(true);
  expect(sessions.some((session) => session.parentSession === traces[0]!.name)).toBe(true);
});

it('pairs every call with one result, at times late and side by side', () => {
  for (const session of traces.flatMap((trace) => trace.sessions)) {
    const calls = session.events.filter((event) => event.kind === 'tool_call').map((event) => event.call!.id);
    const results = session.events.filter((event) => event.kind === 'tool_result').map((event) => event.call!.id);
    expect(results.toSorted()).toEqual(calls.toSorted());
  }
  const [main] = traces[0]!.sessions;
  const distance = (id: string) =>
    main!.events.findIndex((event) => event.kind === 'tool_result' && event.call!.id === id) -
    main!.events.findIndex((event) => event.kind === 'tool_call' && event.call!.id === id);
  const distances = main!.events.filter((event) => event.kind === 'tool_call').map((event) => distance(event.call!.id));
  expect(Math.min(...distances)).toBe(1);
  expect(Math.max(...distances)).toBeGreaterThan(5);
});

it('numbers appends without gaps and follows from its seed', () => {
  for (const session of traces.flatMap((trace) => trace.sessions)) {
    const sequences = session.events.flatMap((event) => event.sequence ?? []);
    expect(sequences).toEqual(sequences.map((_, at) => at + 1));
  }
  expect(generateTraces({ seed: 3, traces: 2, requests: 12 })).toEqual(traces);
});

it('points at its own events only, and at none after itself', () => {
  const id = '01J00000000000000000000000';
  const { events } = traces[0]!.sessions[0]!;
  const ids = events.map(() => id);
  for (const event of events) {
    const resolved = resolveReferences(event, ids);
    expect(JSON.stringify(resolved.meta?.supersedes ?? []) + JSON.stringify(resolved.taskState ?? {})).not.toContain('#');
  }
  const references = events.flatMap((event, at) =>
    [...(event.meta?.supersedes ?? []), ...(event.taskState?.fields.keyEvents ?? [])].map((reference) => ({
      at: at + 1,
      to: Number(reference.slice(1)),
    })),
  );
  expect(references.length).toBeGreaterThan(10);
  for (const { at, to } of references) expect(to).toBeLessThan(at);
});
