import { z } from 'zod';
import { MCP_LIMITS } from '../limits.ts';
import { sessionOf } from '../memory-access.ts';
import { defineTool } from '../memory-tool.ts';
import { sessionName } from '../tool-fields.ts';

const KINDS = { user: 'user_message', assistant: 'agent_message', decision: 'decision' } as const;

export const appendMessageTool = defineTool({
  name: 'append_message',
  title: 'Store a message',
  description:
    'Store a message or a decision verbatim, so that recall finds it later. Call it only if nothing else records this conversation ' +
    '(no plug-in, no proxy): for what the user asked, what you answered, and each decision with its reason. Never append what recall ' +
    'or open returned.',
  input: z.strictObject({
    from: z.enum(['user', 'assistant', 'decision']).describe('Who said it; `decision` for a decision with its reason.'),
    text: z.string().min(1).max(MCP_LIMITS.appendCharacters).describe('The original words, not a summary.'),
    session: sessionName('The conversation it belongs to; a new name starts one.').optional(),
  }),
  output: z.object({ session: z.string(), eventId: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: async ({ from, text, session: named }, memory, { signal }) => {
    const { name, session } = sessionOf(memory, named);
    const { events } = await session.append({ kind: KINDS[from], text }, { ...(signal && { signal }) });
    const { id, outcome } = events[0]!;
    return {
      text: outcome === 'NONE' ? `The policy of session ${name} stores no such messages.` : `Stored in session ${name} as ${id}.`,
      fields: { session: name, eventId: id },
    };
  },
});
