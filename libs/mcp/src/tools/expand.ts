import { z } from 'zod';
import { counted, mostTokens } from '../bounded-lines.ts';
import { defineTool } from '../memory-tool.ts';
import { MCP_LIMITS } from '../limits.ts';
import { sessionOf } from '../memory-access.ts';
import { nameLeft, openEvents } from '../open-events.ts';
import { budgetTokens, READS, sessionName } from '../tool-fields.ts';

const DEFAULT_TOKENS = 4_000;
/** Characters that a cursor of the service has at most, for which room is kept. */
const CURSOR_CHARACTERS = 64;

export const expandTool = defineTool({
  name: 'expand',
  title: 'Read evicted events',
  description:
    'Read in order and verbatim the events that a marker of resume, such as "m3: T12-T47: ...", stands for. Call it when you need to ' +
    'know how something came about. Turns that recall names (T12-T47) are read by open; for a single fact call recall, whose answer ' +
    'is shorter.',
  input: z.strictObject({
    marker: z.string().trim().min(1).max(128).describe('The id of the marker, such as m3, from resume.'),
    session: sessionName('The session of the marker.').optional(),
    cursor: z.string().max(1_024).optional().describe('From the previous answer, for the next page.'),
    budgetTokens: budgetTokens(MCP_LIMITS.openTokensMin, `Largest answer in tokens (default ${DEFAULT_TOKENS}).`),
  }),
  annotations: READS,
  run: async ({ marker, session: named, cursor, budgetTokens: budget = DEFAULT_TOKENS }, memory, options) => {
    const { name, session } = sessionOf(memory, named);
    const pageOf = (limit: number) => session.expand(marker, { limit, ...(cursor !== undefined && { cursor }) }, options);
    const page = await pageOf(MCP_LIMITS.opened);
    const { fromTurn, toTurn, eventCount } = page.marker;
    const about = `[${marker} of ${name}: turns ${fromTurn} to ${toTurn}, ${counted(eventCount, 'event')}]`;
    const follows = (at: string): string => `[more follows: expand ${marker} with session ${name} and cursor ${at}]`;
    const own = mostTokens(about) + mostTokens(follows('.'.repeat(CURSOR_CHARACTERS)));
    const room = budget - own;
    const { opened, left } = await openEvents(page.events, room, memory, options);
    // The next page begins with the first event that had no room, also where others behind it had; one that never has is
    // named and passed by.
    const whole = left[0] === undefined ? opened : opened.filter(({ shown }) => shown.every(({ ordinal }) => ordinal < left[0]!.ordinal));
    const passed = whole.length === 0 ? left.slice(0, 1) : [];
    const shown = whole.reduce((sum, run) => sum + run.shown.length, passed.length);
    const { cursor: next } = shown < page.events.length ? await pageOf(shown) : page;
    const rendered = whole.map((run) => run.rendered);
    // A name that is left out would lose the event, so it is given whatever room is left.
    return { text: [about, ...rendered, ...nameLeft(passed, Infinity), ...(next === undefined ? [] : [follows(next)])].join('\n') };
  },
});
