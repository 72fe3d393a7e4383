import { describe, expect, it } from 'vitest';
import type { AblationTrace } from './ablation-trace.ts';
import { generateAblation } from './generate-ablation.ts';

const SIZE = { singleTask: 6, multiTask: 6, questions: 3 };
const traces = generateAblation(3, SIZE);
const eventsOf = (trace: AblationTrace) => new Map(trace.events.map((event) => [event.key, event]));

/** Returns task and premises of each event, from the state of its session. */
function circumstances(trace: AblationTrace): Map<string, { taskId?: string; premises: Readonly<Record<string, string>> }> {
  const bySession = new Map<string, { taskId?: string; premises: Readonly<Record<string, string>> }>();
  const found = new Map<string, { taskId?: string; premises: Readonly<Record<string, string>> }>();
  for (const { key, session, event } of trace.events) {
    if (event.fields) bySession.set(session, { taskId: event.fields.taskId, premises: event.fields.premises ?? {} });
    found.set(key, bySession.get(session)!);
  }
  return found;
}

describe('the ablation data', () => {
  it('follows from its seed', () => {
    expect(generateAblation(3, SIZE)).toEqual(traces);
    expect(generateAblation(4, SIZE)[0]!.events[9]).not.toEqual(traces[0]!.events[9]);
  });

  it('asks every topic, with right events that exist and were said in the order of time', () => {
    const topics = new Set(traces.flatMap((trace) => trace.questions.map(({ topic }) => topic)));
    expect([...topics].toSorted()).toEqual(
      ['constraint', 'crossTask', 'decision', 'failure', 'finding', 'history', 'objective', 'outcome', 'place'].toSorted(),
    );
    for (const trace of traces) {
      const events = eventsOf(trace);
      const times = trace.events.map(({ event }) => event.occurredAt!);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      for (const { gold } of trace.questions) {
        expect(gold.length).toBeGreaterThan(0);
        expect(gold.filter((key) => events.get(key)?.event.text === undefined)).toEqual([]);
      }
    }
  });

  it("holds what is right to the asker's task, but for questions across tasks", () => {
    for (const trace of traces) {
      const where = circumstances(trace);
      for (const { topic, gold } of trace.questions)
        for (const key of gold) expect(where.get(key)!.taskId === trace.asker.card.taskId).toBe(topic !== 'crossTask');
    }
  });

  it('calls no superseded record right, but for questions about history', () => {
    for (const trace of traces) {
      const gone = new Set(trace.events.flatMap((event) => event.supersedes ?? []));
      for (const { topic, gold } of trace.questions) {
        if (topic === 'history') expect(gold.some((key) => gone.has(key))).toBe(true);
        else expect(gold.filter((key) => gone.has(key))).toEqual([]);
      }
    }
  });

  it('calls a measurement right only where a premise it could rest on holds, and has wrong ones of the same words', () => {
    let wrong = 0;
    for (const trace of traces) {
      const where = circumstances(trace);
      const now = trace.asker.card.premises!;
      for (const { topic, gold, contests } of trace.questions.filter(({ topic: t }) => t === 'finding' || t === 'failure')) {
        for (const key of gold) {
          const then = where.get(key)!.premises;
          expect(Object.keys(now).some((name) => then[name] === now[name])).toBe(true);
        }
        if (contests.includes('premise')) wrong += 1;
        expect(topic).toMatch(/finding|failure/);
      }
    }
    expect(wrong).toBeGreaterThan(10);
  });

  it('has premises that change, records that are replaced, tasks that meet, and lone tasks that meet nobody', () => {
    for (const trace of traces) {
      const states = trace.events.flatMap(({ event }) => event.fields ?? []);
      const own = states.filter(({ taskId }) => taskId === trace.asker.card.taskId);
      expect(new Set(own.map(({ premises }) => JSON.stringify(premises))).size).toBeGreaterThan(1);
      expect(new Set(states.map(({ taskId }) => taskId)).size).toBe(trace.tasks);
      expect(trace.events.some((event) => event.supersedes)).toBe(true);
    }
    const meet = (tasks: number) =>
      traces.filter((trace) => trace.tasks === tasks).flatMap((trace) => trace.questions.flatMap(({ contests }) => contests));
    expect(meet(1)).not.toContain('taskRelevance');
    expect(meet(3)).toContain('taskRelevance');
  });

  it('never lets a question hold what it asks for', () => {
    for (const trace of traces) {
      const events = eventsOf(trace);
      for (const { text, gold } of trace.questions) {
        const numbers = gold.flatMap((key) => events.get(key)!.event.text!.match(/\d+/g) ?? []);
        expect(numbers.filter((number) => new RegExp(`\\b${number}\\b`).test(text))).toEqual([]);
      }
    }
  });
});
