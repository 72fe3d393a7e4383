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
    expect(() => withServer(theirs, SERVER)).toThrow('not of our writing');
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
