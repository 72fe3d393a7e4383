import { z } from 'zod';
import { boundedLines, counted, minute } from '../bounded-lines.ts';
import { MCP_LIMITS } from '../limits.ts';
import { defineTool } from '../memory-tool.ts';
import { READS } from '../tool-fields.ts';

const session = z.object({
  session: z.string(),
  events: z.number(),
  turns: z.number(),
  compactions: z.number().describe('Number of compactions of its window.'),
  markers: z.number().describe('Number of markers; expand reads what they stand for.'),
  lastAt: z.string(),
});

export const sessionsTool = defineTool({
  name: 'sessions',
  title: 'List sessions',
  description:
    'List the conversations and runs in this memory, with their size and the time of their last event. Call it to find the name of a ' +
    'session for the other tools.',
  input: z.strictObject({
    limit: z.int().min(1).max(MCP_LIMITS.sessions).default(20),
    cursor: z.string().max(1_024).optional().describe('From the previous answer, for the next page.'),
  }),
  output: z.object({ sessions: z.array(session), cursor: z.string().optional() }),
  annotations: READS,
  run: async (page, memory, options) => {
    const { sessions, cursor } = await memory.space.sessions(page, options);
    const listed = sessions.map(({ session: name, events, turn, cycle, markers, lastAt }) => ({
      session: name,
      events,
      turns: turn,
      compactions: cycle,
      markers,
      lastAt,
    }));
    const lines = listed.map(
      (each) =>
        `${each.session}: ${counted(each.events, 'event')}, ${counted(each.turns, 'turn')}, ${counted(each.markers, 'marker')}, last ${minute(each.lastAt)}`,
    );
    const none = `The memory ${memory.spaceName} has no sessions yet.`;
    const next = cursor === undefined ? [] : [`[more follows: sessions with cursor ${cursor}]`];
    return {
      text: boundedLines(lines.length === 0 ? [none] : [...lines, ...next], 'ask for a smaller limit'),
      fields: { sessions: listed, ...(cursor !== undefined && { cursor }) },
    };
  },
});
