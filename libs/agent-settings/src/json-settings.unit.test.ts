import { describe, expect, it } from 'vitest';
import { withHooks, withoutHooks, withoutServer, withServer } from './json-settings.ts';

const SERVER = { command: '/bin/node', args: ['/srv/bin/total-recall.js', 'mcp', '--space', 'work'], env: {} };
const PLACE = { events: ['Stop'], ours: ' hook claude-code' };

describe('a file of MCP servers', () => {
  it('keeps a server of ours as it is now, and gives it back', () => {
    const before = JSON.stringify({ mcpServers: { other: { command: 'x' } } }, null, 2);
    const first = withServer(before, SERVER);
    const second = withServer(first, { ...SERVER, args: [...SERVER.args, '--url', 'http://x'] });
    expect(JSON.parse(second)).toMatchObject({ mcpServers: { 'total-recall': { args: expect.arrayContaining(['--url']) } } });
    expect(JSON.parse(withoutServer(second)!)).toEqual(JSON.parse(before));
  });

  it('keeps a server of another that has our name', () => {
    const theirs = JSON.stringify({ mcpServers: { 'total-recall': { command: 'npx', args: ['total-recall', 'mcp'] } } });
    expect(() => withServer(theirs, SERVER)).toThrow('that total-recall did not write');
    expect(withoutServer(theirs)).toBe(theirs);
  });
});

it('a hook that stands beside ours in one group stays when ours is taken out', () => {
  const own = { type: 'command', command: 'say done' };
  const ours = { type: 'command', command: 'node total-recall hook claude-code' };
  const text = JSON.stringify({ hooks: { Stop: [{ matcher: 'x', hooks: [own, ours] }] } });
  expect(JSON.parse(withoutHooks(text, PLACE)!)).toEqual({ hooks: { Stop: [{ matcher: 'x', hooks: [own] }] } });
  const again = JSON.parse(withHooks(text, { command: ours.command, timeout: 5 }, PLACE)) as { hooks: { Stop: object[] } };
  expect(again.hooks.Stop).toHaveLength(2);
});

const HOOK = { command: 'node total-recall hook claude-code', timeout: 10 };
const TWO = { events: ['SessionStart', 'Stop'], ours: ' hook claude-code' };

describe.each([
  ['lines', '{\n  "model": "opus",\n  "permissions": {"allow": ["Bash(npm run *)", "Read(**)"]}\n}\n'],
  [
    'tabs and hooks of another',
    '{\n\t"hooks": { "Stop": [ { "hooks": [{ "type": "command", "command": "say done" }] } ] },\n\t"model": "opus"\n}',
  ],
  ['one line', '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}'],
  ['line ends of Windows', '\uFEFF{\r\n    "model": "opus",\r\n    "env": {}\r\n}\r\n'],
  [
    'numbers that a program would print otherwise',
    '{\n  "n": 12345678901234567890,\n  "f": 1.0,\n  "t": "\\u00e9\\/",\n  "model": "opus"\n}\n',
  ],
  ['a key twice', '{\n  "a": 1,\n  "a": 2,\n  "model": "opus"\n}\n'],
  ['servers of another', '{\n  "model": "opus",\n  "mcpServers": { "other": { "command": "x", "args": [1, 2] } }\n}\n'],
])('settings with %s', (_what, text) => {
  it('keep all bytes that are not ours, also where something else was edited since', () => {
    for (const [written, out] of [
      [withHooks(text, HOOK, TWO), (changed: string) => withoutHooks(changed, TWO)],
      [withServer(text, SERVER), withoutServer],
    ] as const) {
      expect(JSON.parse(written.replace(/^\uFEFF/, ''))).toMatchObject({ model: 'opus' });
      expect(out(written)).toBe(text);
      expect(out(written.replace('opus', 'sonnet'))).toBe(text.replace('opus', 'sonnet'));
    }
    const twice = withHooks(withHooks(text, HOOK, TWO), HOOK, TWO);
    expect(twice).toBe(withHooks(text, HOOK, TWO));
    expect(twice.split(HOOK.command)).toHaveLength(3);
    expect(withServer(withServer(text, SERVER), SERVER)).toBe(withServer(text, SERVER));
  });
});

it.each(['{"hooks": []}', '{"hooks": null}', '{"hooks": {"Stop": {}}}', '[]', '{"model": "opus",}', '// mine\n{}'])(
  '%s is refused',
  (text) => {
    expect(() => withHooks(text, HOOK, TWO)).toThrow(SyntaxError);
  },
);
