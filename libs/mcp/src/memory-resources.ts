import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server';
import { boundedLines, inOrder, oneLine } from './bounded-lines.ts';
import { describeFailure, renderFailure } from './describe-failure.ts';
import { MCP_LIMITS } from './limits.ts';
import type { MemoryAccess } from './memory-access.ts';

const MARKERS = 'total-recall://sessions/{session}/markers';

/** Registers the digest of the space and the markers of each session as resources. Errors are those of the tools, as text. */
export function registerResources(server: McpServer, memory: MemoryAccess): void {
  const { space, spaceName } = memory;
  server.registerResource(
    'digest',
    'total-recall://digest',
    { title: `What is known in ${spaceName}`, description: 'The facts that hold now, as one short page.', mimeType: 'text/markdown' },
    (uri, { mcpReq: { signal } }) =>
      readAs(uri, 'text/markdown', memory, signal, async () =>
        boundedLines((await space.digest({ signal })).text.split('\n'), 'the tool profile lists facts'),
      ),
  );
  server.registerResource(
    'markers',
    new ResourceTemplate(MARKERS, {
      list: async ({ mcpReq: { signal } }) => ({
        resources: (await sessionNames(memory, signal)).map((session) => ({
          uri: MARKERS.replace('{session}', encodeURIComponent(session)),
          name: `markers of ${session}`,
        })),
      }),
      complete: { session: async (begun) => (await sessionNames(memory)).filter((name) => name.startsWith(begun)) },
    }),
    {
      title: 'Markers of a session',
      description: 'What left the window of a session, stretch by stretch; the tool expand reads them.',
      mimeType: 'text/plain',
    },
    (uri, { session }, { mcpReq: { signal } }) =>
      readAs(uri, 'text/plain', memory, signal, async () => {
        const name = decodeURIComponent(String(session));
        const { markers } = await space.markers({ session: name, limit: MCP_LIMITS.markers }, { signal });
        const lines = inOrder(markers).map(
          ({ id, text, fromTurn, toTurn }) => `${id}: ${oneLine(text ?? `turns ${fromTurn} to ${toTurn}`)}`,
        );
        const none = `Nothing left the window of ${name}, or there is no such session.`;
        return boundedLines(lines.length === 0 ? [none] : lines, `the tool open reads turns of ${name}`);
      }),
  );
}

async function readAs(uri: URL, mimeType: string, { url }: MemoryAccess, signal: AbortSignal, read: () => Promise<string>) {
  try {
    return { contents: [{ uri: uri.href, mimeType, text: await read() }] };
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(renderFailure(describeFailure(error, url)), { cause: error });
  }
}

/** Names sessions for a list that a person picks from. Where the service cannot be asked the list is empty: the tools say why. */
async function sessionNames({ space }: MemoryAccess, signal?: AbortSignal): Promise<string[]> {
  try {
    const { sessions } = await space.sessions({ limit: MCP_LIMITS.sessions }, { ...(signal && { signal }) });
    return sessions.map(({ session }) => session);
  } catch {
    return [];
  }
}
