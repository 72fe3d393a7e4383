import { describe, expect, it } from 'vitest';
import { importSession } from './import-session.ts';

const lines = (...records: object[]): string => records.map((record) => JSON.stringify(record)).join('\n');
const read = (name: string, text: string) => importSession({ name, bytes: Buffer.from(text) }).sessions[0]!.events;
const said = (type: 'user' | 'assistant', uuid: string, content: unknown, parentUuid?: string) => ({
  type,
  uuid,
  ...(parentUuid !== undefined && { parentUuid }),
  sessionId: '6f1c2a9e-0b7d-4c55-9d21-7a3c5e8f1b02',
  message: { role: type, content },
});

describe('what a program writes in the name of its user', () => {
  it('is kept as a note, each in its place, of Claude Code', () => {
    const events = read(
      'session.jsonl',
      lines(
        said('user', 'u1', 'Draw the orchard map'),
        said('assistant', 'u2', [{ type: 'text', text: 'Drawn.' }], 'u1'),
        said('user', 'u3', '<command-name>/model</command-name>\n <command-message>model</command-message>', 'u2'),
        said('user', 'u4', '<local-command-stdout>Set model to slow</local-command-stdout>', 'u3'),
        said('user', 'u5', '<command-message>review</command-message>\n<command-name>/review</command-name>', 'u4'),
        said('user', 'u6', [
          { type: 'tool_result', tool_use_id: 't1', content: 'saved' },
          { type: 'text', text: '<system-reminder>The list of tasks is empty.</system-reminder>' },
        ]),
        said('user', 'u7', [
          { type: 'text', text: '<ide_opened_file>orchard.svg</ide_opened_file>' },
          { type: 'text', text: 'Now the pears.' },
        ]),
      ),
    );
    expect(events.map(({ kind, sequence }) => [sequence, kind])).toEqual([
      [1, 'user_message'],
      [2, 'agent_message'],
      [3, 'system_note'],
      [4, 'system_note'],
      [5, 'user_message'],
      [6, 'tool_result'],
      [7, 'system_note'],
      [8, 'user_message'],
    ]);
    expect(events[6]!.text).toBe('<system-reminder>The list of tasks is empty.</system-reminder>');
  });

  it('is kept as a note of Codex CLI, also where its version says no kinds', () => {
    const item = (text: string) => ({
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
    const events = read(
      'rollout.jsonl',
      lines(
        { type: 'session_meta', payload: { id: 'c1' } },
        item('# AGENTS.md instructions for /srv/kiln\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>'),
        item('<environment_context>\n  <cwd>/srv/kiln</cwd>\n</environment_context>'),
        item('Fire the kiln.'),
      ),
    );
    expect(events.map(({ kind }) => kind)).toEqual(['system_note', 'system_note', 'user_message']);
  });
});
