import type { EventWire, ReplyWire, SessionClient } from '@total-recall/client';
import { z } from 'zod';
import { boundedLines, counted, inOrder, minute, mostTokens, oneLine } from '../bounded-lines.ts';
import { MCP_LIMITS } from '../limits.ts';
import { sessionOf, type ReadOptions } from '../memory-access.ts';
import { defineTool } from '../memory-tool.ts';
import { nameLeft, openEvents } from '../open-events.ts';
import { budgetTokens, READS, sessionName } from '../tool-fields.ts';

const DEFAULT_TOKENS = 4_000;
/** Share of the answer's budget that the task state and the markers may take. */
const CARD_SHARE = 0.75;
const SHOWN: ReadonlySet<EventWire['kind']> = new Set(['user_message', 'agent_message', 'decision', 'constraint', 'objective']);
/** Newest events among which the last messages are looked for. */
const LOOKED_AT = 64;
/** Last messages that are named where none has room. */
const NAMED = 3;

export const resumeTool = defineTool({
  name: 'resume',
  title: 'Resume a session',
  description:
    'Show the state of a session: its size, the state of its task, markers of the events that were evicted from its window, and the last ' +
    'messages verbatim. Call it at the start of a conversation that continues earlier work, and after your context was compacted.',
  input: z.strictObject({
    session: sessionName('The name, from sessions.').optional(),
    budgetTokens: budgetTokens(MCP_LIMITS.openTokensMin, `Largest answer in tokens (default ${DEFAULT_TOKENS}).`),
  }),
  annotations: READS,
  run: async ({ session: named, budgetTokens: budget = DEFAULT_TOKENS }, memory, options) => {
    const { name, session } = sessionOf(memory, named);
    const about = await session.get(options);
    const [task, { markers }, newest] = await Promise.all([
      session.taskState(options),
      memory.space.markers({ session: name, limit: MCP_LIMITS.markers }, options),
      lastShown(session, about.events, options),
    ]);
    const card = [
      `Session ${name}: ${counted(about.events, 'event')}, ${counted(about.turn, 'turn')}, ${counted(about.cycle, 'compaction')}, last ${minute(about.lastAt)}.`,
      ...taskLines(name, task),
      ...(markers.length === 0 ? [] : [`Evicted from its window (expand reads them with session ${name}):`]),
      ...inOrder(markers).map(({ id, topics, fromTurn, toTurn }) => oneLine(`${id}: ${turnsOf(fromTurn, toTurn)}: ${topics.join(', ')}`)),
    ];
    const head = boundedLines(card, 'ask for more budgetTokens', CARD_SHARE * budget, mostTokens);
    const room = budget - mostTokens(head);
    // The newest have the first choice.
    const { opened, left } = await openEvents(newest, room, memory, options);
    const none = opened.length === 0 ? nameLeft(left.slice(0, NAMED), room) : [];
    return { text: [head, ...opened.map(({ rendered }) => rendered), ...none].join('\n') };
  },
});

const turnsOf = (from: number, to: number): string => (from === to ? `T${from}` : `T${from}-T${to}`);

/** Returns the newest messages of a session, the last first. Large ones take several pages. */
async function lastShown(session: SessionClient, count: number, options: ReadOptions): Promise<EventWire[]> {
  const shown: EventWire[] = [];
  for await (const event of session.allEvents(Math.max(1, count - LOOKED_AT + 1), options)) if (SHOWN.has(event.kind)) shown.unshift(event);
  return shown;
}

/** Says what a session is about, each item in a line of its own and whole: half of a rule reads like another rule. */
function taskLines(name: string, { state, derived, eventId }: ReplyWire<'getTaskState'>): string[] {
  if (state === null)
    return derived === undefined ? [] : [`Task, as derived from the log (open reads its e12 as ${name}/e12):`, ...derived.split('\n')];
  const { version, premiseVersion: _counted, ...fields } = state;
  const where = eventId === undefined ? '' : ` (event ${eventId})`;
  return [`Task, version ${version}${where}:`, ...Object.entries(fields).flatMap(([field, value]) => fieldLines(field, value))];
}

function fieldLines(field: string, value: unknown): string[] {
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  return items.map((item) => `  ${field}: ${oneLine(JSON.stringify(item), Infinity)}`);
}
