import { expect, it } from 'vitest';
import { withCodexServer, withoutCodexServer } from './codex-config.ts';

const SERVER = { command: 'node', args: ['total-recall', 'mcp'], env: {} };

it.each([
  ['servers as tables', '[mcp_servers.other]\ncommand = "x"\n'],
  ['servers by dotted keys', 'mcp_servers.other.command = "x"\n'],
])('our server stands beside %s, and is taken out again', (_name, text) => {
  const after = withCodexServer(text, SERVER);
  expect(after.startsWith(text)).toBe(true);
  expect(withoutCodexServer(after)).toBe(text);
});

it('says how servers have to be written that nothing can be added to', () => {
  const text = 'mcp_servers = { other = { command = "x" } }\n';
  expect(() => withCodexServer(text, SERVER)).toThrow('write its servers as tables, such as [mcp_servers.NAME]');
});

it('our server is taken out whole where an editor wrote the line ends of Windows since', () => {
  const text = 'model = "x"\n[mcp_servers.other]\ncommand = "x"\n';
  const windows = (unix: string): string => unix.replaceAll('\n', '\r\n');
  expect(withoutCodexServer(windows(withCodexServer(text, SERVER)))).toBe(windows(text));
});
