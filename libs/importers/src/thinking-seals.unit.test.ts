import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

const about = { sessionId: '7f0c1f6e-0000-4000-8000-00000000abcd', isSidechain: false, timestamp: '2031-05-02T09:01:00.000Z' };
const user = (uuid: string, content: string) => ({ ...about, type: 'user', uuid, message: { role: 'user', content } });
const model = (uuid: string, block: object) => ({
  ...about,
  type: 'assistant',
  uuid,
  message: { id: 'msg_1', role: 'assistant', content: [block] },
});
const read = (...records: readonly object[]) =>
  importSession({ name: 'fixture.jsonl', bytes: new TextEncoder().encode(records.map((record) => JSON.stringify(record)).join('\n')) });

describe('a session of Claude Code', () => {
  it('keeps what Anthropic requires with thinking that is sent back', () => {
    const { sessions, unknownTypes } = read(
      user('u1', 'Draw the orchard map'),
      model('u2', { type: 'thinking', thinking: 'A map.', signature: 'sig==' }),
      model('u3', { type: 'redacted_thinking', data: 'data==' }),
      model('u4', { type: 'thinking', thinking: '', signature: 'bare==' }),
      model('u5', { type: 'thinking', thinking: 'Too large.', signature: 'x'.repeat(256 * 1024 + 1) }),
      model('u6', { type: 'thinking', thinking: 'Plain.' }),
    );
    expect(sessions[0]!.events.slice(1).map(({ kind, text, thinking }) => [kind, text, thinking])).toEqual([
      ['thinking', 'A map.', { signature: 'sig==' }],
      ['thinking', '', { redacted: 'data==' }],
      ['thinking', '', { signature: 'bare==' }],
      ['thinking', 'Too large.', undefined],
      ['thinking', 'Plain.', undefined],
    ]);
    expect(unknownTypes).toEqual({});
  });
});
