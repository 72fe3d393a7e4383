import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

const lines = (...records: readonly unknown[]): string =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n');
const read = (name: string, text: string) => importSession({ name, bytes: new TextEncoder().encode(text) });
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('plain JSONL', () => {
  it('reads our own events and chat lines', () => {
    const result = read(
      'plain.jsonl',
      lines(
        { kind: 'objective', text: 'Map the reef', occurredAt: 1_900_000_000_000, meta: { taskId: 'reef', tags: ['lesson'] } },
        { kind: 'tool_call', call: { id: 'p1', name: 'sonar', arguments: '{"depth":40}' } },
        { kind: 'tool_result', call: { id: 'p1', name: 'sonar' }, text: 'sand' },
        { role: 'assistant', content: 'Sand at 40 m.' },
        { kind: 'compaction', text: 'no' },
        { kind: 'reverie', text: 'no' },
        { kind: 'decision' },
        '[1, 2]',
      ),
    );
    expect(result.format).toBe('jsonl');
    expect(result.sessions[0]!.events.map((event) => event.kind)).toEqual(['objective', 'tool_call', 'tool_result', 'agent_message']);
    expect(result.sessions[0]!.events[0]).toMatchObject({
      occurredAt: 1_900_000_000_000,
      meta: { taskId: 'reef', tags: ['lesson'] },
      sequence: 1,
    });
    expect(result.skipped.map((issue) => issue.line)).toEqual([5, 6, 7, 8]);
  });

  it('keeps the files of our own events, and what they say of themselves', () => {
    const meta = { agent: 'scout', subject: 'ana', sensitivity: ['health'], observedAt: 1_900_000_000_000, pinned: true };
    const file = { mime: 'image/png', title: 'Reef', text: 'A reef at noon.', data: PIXEL };
    const { sessions, warnings } = read(
      'files.jsonl',
      lines({ kind: 'user_message', text: 'See.', meta, attachments: [file, { mime: 'image/png' }] }),
    );
    expect(sessions[0]!.events[0]).toMatchObject({ text: 'See.', meta });
    expect(sessions[0]!.events[0]!.attachments).toEqual([{ ...file, data: new Uint8Array(Buffer.from(PIXEL, 'base64')) }]);
    expect(warnings).toMatchObject([{ line: 1 }]);
  });

  it('gives a result without an id to the oldest call, or to the oldest of its name', () => {
    const call = (name: string) => ({ kind: 'tool_call', call: { name } });
    const result = (name?: string) => ({ kind: 'tool_result', call: { name }, text: 'done' });
    const byId = { kind: 'tool_result', call: { id: 'x' }, text: 'done' };
    const { sessions, warnings } = read(
      'calls.jsonl',
      lines(
        { kind: 'tool_call', call: { id: 'x', name: 'b' } },
        ...['a', 'b', 'a', 'c', 'b'].map(call),
        result('b'),
        result(),
        result('c'),
        byId,
        ...['a', 'a', 'd', undefined, undefined].map(result),
      ),
    );
    const results = sessions[0]!.events.filter(({ kind }) => kind === 'tool_result').map((event) => event.call!);
    expect(results.map(({ id }) => id)).toEqual(['x', 'call-2', 'call-5', 'x#2', 'call-4', 'call', 'call#2', 'call-3', 'call-6']);
    expect(results.map(({ name }) => name)).toEqual(['b', 'a', 'c', 'b', 'a', 'a', 'd', 'b', 'b']);
    expect(warnings.map(({ line }) => line)).toEqual([10, 12, 13]);
  });

  it.each([
    ['of a name that none has', { name: 'b' }],
    ['of any', {}],
  ])('pairs many calls with results %s in linear time', (_name, call) => {
    /** CPU time of a reading, as others may have the processor meanwhile. */
    const time = (count: number): number => {
      const [opened, answered] = [
        { kind: 'tool_call', call: { name: 'a' } },
        { kind: 'tool_result', call },
      ].map((record) => `${JSON.stringify(record)}\n`.repeat(count));
      const text = `${opened}${answered}`;
      const from = process.threadCpuUsage();
      read('calls.jsonl', text);
      return process.threadCpuUsage(from).user;
    };
    time(1_000);
    const [short, long] = [Math.max(time(8_000), time(8_000)), time(80_000)];
    expect(long).toBeLessThan(40 * short + 1_000_000);
  });

  it('says so where a file is no session', () => {
    expect(read('notes.txt', 'just words\nand more')).toMatchObject({ format: 'unknown', sessions: [], skippedLines: 1 });
    expect(read('half.json', '[{"role":"user","content":"cut o')).toMatchObject({ sessions: [], skippedLines: 1 });
    expect(read('empty.jsonl', '')).toMatchObject({ sessions: [] });
  });
});
