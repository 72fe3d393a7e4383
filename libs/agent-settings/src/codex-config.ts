import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import { SERVER_NAME, type ServerEntry } from './json-settings.ts';

const BEGIN = '# total-recall begin: "total-recall uninstall codex" takes this out again.';
const END = '# total-recall end';

/** Returns the settings of Codex with our server at their end. All that is there keeps its bytes, comments included. */
export function withCodexServer(text: string | undefined, { command, args, env }: ServerEntry): string {
  const before = withoutCodexServer(text ?? '');
  const settings = read(before);
  const servers = (settings['mcp_servers'] ?? {}) as TomlTable;
  if (servers[SERVER_NAME] !== undefined)
    throw new SyntaxError(`it has a server ${SERVER_NAME} that total-recall did not write; remove it`);
  // Codex gives a server none of its environment but what is named.
  const entry = {
    command,
    args: [...args],
    ...(Object.keys(env).length > 0 ? { env: { ...env } } : { env_vars: ['TOTAL_RECALL_API_KEY'] }),
  };
  const table = stringify({ mcp_servers: { [SERVER_NAME]: entry } }).trimEnd();
  const after = `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${BEGIN}\n${table}\n${END}\n`;
  const expected = { ...settings, mcp_servers: { ...servers, [SERVER_NAME]: entry } };
  if (!reads(after, expected))
    throw new SyntaxError('no server can be added at its end; write its servers as tables, such as [mcp_servers.NAME]');
  return after;
}

/** Returns the settings without our server; the same text where it is not there. */
export function withoutCodexServer(text: string): string {
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from === -1 || to < from) return text;
  return text.slice(0, from) + text.slice(to + END.length).replace(/^\r?\n/, '');
}

function read(text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    throw new SyntaxError(error instanceof Error ? error.message.split('\n')[0]! : 'it is no TOML', { cause: error });
  }
}

/** Returns true where a text holds these settings; none does that says a table again which stands in one line before. */
function reads(text: string, expected: object): boolean {
  try {
    return isDeepStrictEqual(plain(parse(text)), plain(expected));
  } catch {
    return false;
  }
}

/** Tables as they are compared: the parser makes objects without a prototype. */
function plain(table: object): unknown {
  return JSON.parse(JSON.stringify(table));
}
