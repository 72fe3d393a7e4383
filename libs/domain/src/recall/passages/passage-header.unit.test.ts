import { describe, expect, it } from 'vitest';
import type { EventKind } from '../../event/event-kind.ts';
import { callLabel, eventTitle, passageHeader } from './passage-header.ts';

const call = (args: unknown) => ({ id: 'c1', name: 'read', arguments: typeof args === 'string' ? args : JSON.stringify(args) });

describe('passageHeader', () => {
  it('is the call of a result, the name of who speaks, or the kind', () => {
    const meta = {};
    expect(passageHeader({ kind: 'tool_result', body: { meta, call: { id: 'c', name: 'read' } }, call: 'read keel.ts' })).toBe(
      'read keel.ts',
    );
    expect(passageHeader({ kind: 'tool_result', body: { meta, call: { id: 'c', name: 'read' } } })).toBe('read');
    expect(passageHeader({ kind: 'user_message', body: { meta: { agent: 'Oriel' } } })).toBe('Oriel');
    expect(passageHeader({ kind: 'user_message', body: { meta } })).toBe('user');
    expect(passageHeader({ kind: 'thinking', body: { meta } })).toBe('assistant thought');
    expect(passageHeader({ kind: 'system_note', body: { meta } })).toBe('system note');
  });
});

describe('eventTitle', () => {
  const titled = (kind: EventKind, agent?: string) => eventTitle({ kind, body: { meta: agent === undefined ? {} : { agent } } });

  it('tells what a named agent thought or decided from what it said, and the note of a program from both', () => {
    expect(titled('agent_message', 'Oriel')).toBe('Oriel');
    expect(titled('user_message', 'Oriel')).toBe('Oriel');
    expect(titled('thinking', 'Oriel')).toBe('Oriel thought');
    expect(titled('decision', 'Oriel')).toBe('Oriel decision');
    expect(titled('system_note', 'Oriel')).toBe('system note');
    expect(titled('thinking')).toBe('assistant thought');
  });

  it("names what an agent remembered as its own, though it has the kind of a user's message", () => {
    const by = (by: string) => eventTitle({ kind: 'user_message', body: { meta: { extra: { fact: { by } } } } });
    expect(by('agent')).toBe('remembered by an agent');
    expect(by('person')).toBe('user');
  });

  it('is the header elsewhere', () => {
    const named = { kind: 'tool_result' as const, body: { meta: { agent: 'Oriel' }, call: { id: 'c', name: 'read' } } };
    expect(eventTitle({ ...named, call: 'read keel.ts' })).toBe('read keel.ts');
    expect(eventTitle(named)).toBe('read');
  });
});

describe('callLabel', () => {
  it('is the name and the short values, a path by its last three parts', () => {
    expect(callLabel(call({ path: '/home/oriel/boat/src/keel.ts', offset: 1200, all: true, deep: { tag: 'v2' } }))).toBe(
      'read boat/src/keel.ts 1200 v2',
    );
    expect(callLabel(call({ url: 'https://harbour.example/a/b/c/d' }))).toBe('read https://harbour.example/a/b/c/d');
  });

  it('leaves long values out, but says how the first begins', () => {
    const script = `for f in *.ts; do\n  ${'echo $f; '.repeat(40)}\ndone`;
    expect(callLabel(call({ command: script, text: 'x'.repeat(500), n: 3 }))).toBe('read for f in *.ts; do 3');
  });

  it('takes arguments that are no JSON as they are, and ends at 200 characters', () => {
    expect(callLabel(call('ls -la docs'))).toBe('read ls -la docs');
    expect(callLabel(call(Array.from({ length: 90 }, (_, i) => `value${i}`)))).toHaveLength(200);
    expect(callLabel({ id: 'c', name: 'list' })).toBe('list');
  });

  it('is read of arguments as wide as a call may bring', () => {
    expect(callLabel(call(`[${'0,'.repeat(500_000)}0]`))).toMatch(/^read 0 0 0/);
  });
});
