import { mostTokens } from './bounded-lines.ts';
import { MCP_LIMITS } from './limits.ts';
import { TotalRecallApiError, type EventWire } from '@total-recall/client';
import { limitedSession, type MemoryAccess, type ReadOptions } from './memory-access.ts';

/** Tokens that the service sets aside for the wrapper and heading of an opened event, which take less. */
const FRAME_TOKENS = 150;

export interface OpenedEvents {
  /** The events as `open` shows them. */
  readonly rendered: readonly string[];
  /** Events without room. */
  readonly left: readonly EventWire[];
}

/**
 * Reads events in their order, as far as the budget goes. Text of events leaves this server through recall and open
 * alone: their answers are signed, so the service recognises them where an agent appends them again, and does not index
 * them twice.
 */
export async function openEvents(
  events: readonly EventWire[],
  budgetTokens: number,
  memory: MemoryAccess,
  options: ReadOptions,
): Promise<OpenedEvents> {
  const plan: { readonly event: EventWire; readonly budgetTokens: number }[] = [];
  let room = budgetTokens;
  for (const event of events.slice(0, MCP_LIMITS.opened)) {
    const needed = event.tokens + FRAME_TOKENS;
    // A single long event leaves half of the room to those behind it; open reads on in it.
    const share = Math.min(needed, Math.max(Math.floor(room / 2), MCP_LIMITS.openTokensMin));
    if (share > room) break;
    plan.push({ event, budgetTokens: Math.max(share, MCP_LIMITS.openTokensMin) });
    room -= share;
  }
  const { space } = memory;
  const asking = await limitedSession(memory, options);
  const inName = asking !== undefined && { session: asking };
  const open = async ({ event, budgetTokens: most }: (typeof plan)[number]): Promise<string> => {
    const read = space.open({ ref: nameOf(event), budgetTokens: most, ...inName }, options);
    return read.then(
      ({ rendered: text }) => text,
      (error: unknown) => goneLine(event, error),
    );
  };
  const rendered: string[] = [];
  for (let from = 0; from < plan.length; from += MCP_LIMITS.opensAtOnce)
    rendered.push(...(await Promise.all(plan.slice(from, from + MCP_LIMITS.opensAtOnce).map(open))));
  return { rendered, left: events.slice(plan.length) };
}

/** Says that an event is gone; those beside it are shown all the same. Errors: any other than that. */
function goneLine(event: EventWire, error: unknown): string {
  if (!(error instanceof TotalRecallApiError && (error.code === 'erased' || error.code === 'damaged'))) throw error;
  return `[${nameOf(event)} (${event.kind}) ${error.code === 'erased' ? 'was erased' : 'is damaged'}]`;
}

/** Names as many of the events that were not opened as have room, so that `open` can be asked for them. */
export function nameLeft(left: readonly EventWire[], roomTokens: number): string[] {
  if (left.length === 0) return [];
  const names = left.map((event) => `${nameOf(event)} (${event.kind}, ${event.tokens} tokens)`);
  const line = `[no room for ${names.join(', ')}; open reads them]`;
  return mostTokens(line) <= roomTokens ? [line] : nameLeft(left.slice(0, -1), roomTokens);
}

function nameOf({ session, ordinal }: EventWire): string {
  return `${session}/e${ordinal}`;
}
