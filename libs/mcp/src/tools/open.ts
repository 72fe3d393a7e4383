import { z } from 'zod';
import { MCP_LIMITS } from '../limits.ts';
import { limitedSession, ToolRefusal } from '../memory-access.ts';
import { defineTool, type MemoryTool } from '../memory-tool.ts';
import { budgetTokens, READS, sessionName } from '../tool-fields.ts';

const line = z.int().min(1).max(1e9);
const MARKER = /^m\d+(?:\.\d+)*$/;
const byte = z.int().min(0).max(1e12);
/** Names of events and turns that say nothing of their session. */
const SHORT = /^[eT]\d/;

/** `short` says which session a short name is of, as far as the server knows one. */
const openNamed = (short: string): MemoryTool =>
  defineTool({
    name: 'open',
    title: 'Read from the memory',
    description:
      'Read an event, several (e3,e8), turns (T20-T27) or a file of the memory verbatim, by the name that recall, expand or resume shows. Call it when an ' +
      'excerpt ends before what you need, or when you need a whole message, file or tool result. A long one comes in parts; the answer says ' +
      'how to get the next.',
    input: z.strictObject({
      ref: z
        .string()
        .trim()
        .min(1)
        .max(512)
        .describe(
          `SESSION/e184 for an event below "# session SESSION"; e184 for one of ${short}; e184:1200-1640 for a range of bytes; ` +
            'e3,e8-e12 for several of one session; T20-T27 for turns; an event id; art_... for a file.',
        ),
      session: sessionName('The session that e184 or T20-T27 is in.').optional(),
      fromLine: line.optional().describe('First line, counted from 1.'),
      toLine: line.optional().describe('Last line.'),
      fromByte: byte.optional().describe('First byte, instead of a line, if an answer says so.'),
      toByte: byte.optional().describe('End of the range; this byte is not included.'),
      budgetTokens: budgetTokens(MCP_LIMITS.openTokensMin, 'Largest answer in tokens.'),
    }),
    annotations: READS,
    run: async ({ ref, session = undefined, ...part }, memory, options) => {
      if (MARKER.test(ref))
        throw new ToolRefusal('invalid_request', `${ref} is a marker.`, 'Call expand to read the events that it stands for.');
      const limited = await limitedSession(memory, options);
      const asking = limited ?? memory.session;
      // A short name is one of the session that the call names, so the answer names it in full: what goes on behind it is
      // asked for by a call that may name no session, or on a server that has another.
      const full = session !== undefined && SHORT.test(ref) ? `${session}/${ref}` : ref;
      const request = { ref: full, ...part, ...(asking !== undefined && { session: asking }) };
      return { text: (await memory.space.open(request, options)).rendered };
    },
  });

const ofAny = openNamed('`session`');
const ofOwn = openNamed('this session or of `session`');

export const openTool: MemoryTool = (server, memory) => (memory.session === undefined ? ofAny : ofOwn)(server, memory);
