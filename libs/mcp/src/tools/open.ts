import { z } from 'zod';
import { MCP_LIMITS } from '../limits.ts';
import { limitedSession, ToolRefusal } from '../memory-access.ts';
import { defineTool } from '../memory-tool.ts';
import { budgetTokens, READS, sessionName } from '../tool-fields.ts';

const line = z.int().min(1).max(1e9);
const MARKER = /^m\d+(?:\.\d+)*$/;
const byte = z.int().min(0).max(1e12);

export const openTool = defineTool({
  name: 'open',
  title: 'Read on in the memory',
  description:
    'Read one event, turns (T20-T27) or a file of the memory word for word, by the name that recall, expand or resume shows. Call it when an excerpt ends ' +
    'before what you need, or when you need a whole message, file or tool result. Long ones come part by part; the answer says where to go on.',
  input: z.strictObject({
    ref: z
      .string()
      .trim()
      .min(1)
      .max(256)
      .describe(
        'The name: SESSION/e184 for one below "# session SESSION", e184 of this session or with `session`, e184:1200-1640 for a range ' +
          'of bytes, T20-T27 or SESSION/T20-T27 for turns, an event id, or art_... for a file.',
      ),
    session: sessionName('The session of a short name such as e184 or T20-T27.').optional(),
    fromLine: line.optional().describe('First line, counted from 1.'),
    toLine: line.optional().describe('Last line.'),
    fromByte: byte.optional().describe('First byte, in place of lines, where an answer says to go on at one.'),
    toByte: byte.optional().describe('First byte that is left out.'),
    budgetTokens: budgetTokens(MCP_LIMITS.openTokensMin, 'Most tokens of the answer.'),
  }),
  annotations: READS,
  run: async ({ ref, session = undefined, ...part }, memory, options) => {
    if (MARKER.test(ref)) throw new ToolRefusal('invalid_request', `${ref} is a marker.`, 'Call expand, which reads what it stands for.');
    const limited = await limitedSession(memory, options);
    const asking = limited ?? session ?? memory.session;
    // A short name is one of the session that the call names, not of the one that asks.
    const full = limited !== undefined && session !== undefined && /^[eT]\d/.test(ref) ? `${session}/${ref}` : ref;
    const request = { ref: full, ...part, ...(asking !== undefined && { session: asking }) };
    return { text: (await memory.space.open(request, options)).rendered };
  },
});
