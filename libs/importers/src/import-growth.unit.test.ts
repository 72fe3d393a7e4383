import { describe, expect, it } from 'vitest';
import type { ImportResult } from './import-format.ts';
import { importSession } from './import-session.ts';

const lines = (...records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join('\n');
const read = (name: string, content: unknown): ImportResult =>
  importSession({ name, bytes: new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)) });

describe('a file that grew', () => {
  const said = (role: string, content: string) => ({ role, content });
  const talk = [said('user', 'one'), said('assistant', 'two'), said('user', 'three'), said('assistant', 'four')];
  it.each<[string, (n: number) => unknown, string]>([
    ['chat messages', (n) => talk.slice(0, n), 'openai-chat:talk'],
    ['lines of chat messages', (n) => lines(...talk.slice(0, n)), 'jsonl:talk'],
    [
      'a trajectory',
      (n) => ({ trajectory_format: 'mini-swe-agent-1', instance_id: 'fix-7', messages: talk.slice(0, n) }),
      'mini-swe-agent:fix-7',
    ],
    [
      'a log with a session id',
      (n) =>
        lines(
          { type: 'session', id: 'kiln-41' },
          ...talk.slice(0, n).map(({ role, content }, at) => ({ type: 'message', id: `m${at}`, message: { role, content } })),
        ),
      'openclaw:kiln-41',
    ],
  ])('of %s keeps its session, source and sequences', (_format, content, source) => {
    const [short, long] = [2, 4].map((n) => read('talk.json', content(n)).sessions[0]!);
    expect(long!.session).toBe(short!.session);
    expect(long!.source).toBe(short!.source);
    expect(long!.source.startsWith(source)).toBe(true);
    expect(long!.events.slice(0, short!.events.length)).toEqual(short!.events);
    expect(long!.events.length).toBeGreaterThan(short!.events.length);
  });

  it('is named by its first answer, or by the session that it names itself', () => {
    const asked = [said('user', 'one'), said('user', 'really?')];
    const names = (content: unknown) => [read('talk.json', content).isNamed, read('talk.json', content).sessions.length];
    expect([asked, [...asked, said('assistant', 'two')]].map(names)).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect([lines(...asked), lines(...asked, said('assistant', 'two'))].map(names)).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect(
      names(lines({ type: 'session', id: 'kiln-41' }, { type: 'message', id: 'm1', message: { role: 'user', content: 'heat it' } })),
    ).toEqual([true, 1]);
    expect(names('no session')).toEqual([true, 0]);
    const half = `${lines(...asked)}\n{"role":"assistant","content":"tw`;
    expect([half, `${half}o"}`, `${half}o"}\n`].map((text) => names(text)[0])).toEqual([false, true, true]);
    expect(read('talk.json', `${half}o"}`).sessions[0]!.session).toBe(read('talk.json', `${half}o"}\n`).sessions[0]!.session);
  });

  it('is named at once where it is no chat between a person and a model', () => {
    const runs = [{ task_id: 3, reward: 1, traj: talk }];
    expect(read('runs.json', runs)).toMatchObject({ format: 'tau-bench', isNamed: true });
    const history = [said('human', 'Which reef?'), { role: 'Orchestrator (thought)', content: 'Look it up.' }];
    expect(read('agents.json', { history, question: 'Which reef?' })).toMatchObject({ format: 'who-and-when', isNamed: true });
  });

  it('is told from another of the same name', () => {
    const other = read('talk.json', [said('user', 'one'), said('assistant', 'something else')]);
    expect(other.sessions[0]!.source).not.toBe(read('talk.json', talk).sessions[0]!.source);
  });

  it('of OpenClaw with branches gives the later branch a session of its own', () => {
    const message = (id: string, parentId: string | null, role: string, text: string) => ({
      type: 'message',
      id,
      parentId,
      message: { role, content: text },
    });
    const { sessions } = read(
      'kiln.jsonl',
      lines(
        { type: 'session', id: 'kiln-41' },
        message('a', null, 'user', 'heat it'),
        message('b', 'a', 'assistant', 'hot'),
        message('c', 'b', 'user', 'more'),
        message('d', 'c', 'assistant', 'hotter'),
        { type: 'branch_summary', id: 'e', parentId: 'b', summary: 'tried more heat' },
        message('f', 'e', 'user', 'less'),
      ),
    );
    expect(sessions.map(({ session, events, parentSequence }) => [session, events.length, parentSequence])).toEqual([
      ['kiln-41', 4, undefined],
      ['kiln-41.fork-e', 2, 2],
    ]);
  });
});
