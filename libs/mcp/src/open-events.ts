import { TotalRecallApiError, type EventWire, type ReplyWire } from '@total-recall/client';
import { mostTokens } from './bounded-lines.ts';
import { MCP_LIMITS } from './limits.ts';
import { limitedSession, type MemoryAccess, type ReadOptions } from './memory-access.ts';

/** Tokens that the service sets aside for the wrapper of an answer and its first heading, and those of each further heading. */
const FRAME_TOKENS = 150;
const HEADING_TOKENS = 32;
/** Events of one answer, whose names have room in a reference whatever their session is called. */
const NAMED_TOGETHER = 32;

/** An answer of `open`, and the events in it. */
export interface OpenedRun {
  readonly rendered: string;
  readonly shown: readonly EventWire[];
}

export interface OpenedEvents {
  /** Answers in the order of the session. */
  readonly opened: readonly OpenedRun[];
  /** Events without room, in the order in which they were given. */
  readonly left: readonly EventWire[];
}

interface PlannedEvent {
  readonly event: EventWire;
  readonly budgetTokens: number;
  /** False for an event that is longer than its share of the room; `open` reads on in it. */
  readonly isWhole: boolean;
}

/**
 * Reads events of one session as far as the budget goes; those that stand first have the first choice. Text of events
 * leaves this server through recall and open alone: their answers are signed, so the service recognises them where an
 * agent appends them again, and does not index them twice.
 */
export async function openEvents(
  events: readonly EventWire[],
  budgetTokens: number,
  memory: MemoryAccess,
  options: ReadOptions,
): Promise<OpenedEvents> {
  const asking = await limitedSession(memory, options);
  const inName = asking !== undefined && { session: asking };
  const open = (ref: string, most: number): Promise<ReplyWire<'open'>> =>
    memory.space.open({ ref, budgetTokens: Math.max(most, MCP_LIMITS.openTokensMin), ...inName }, options);
  const runs = runsOf(planEvents(events.slice(0, MCP_LIMITS.opened), budgetTokens));
  const opened = (await Promise.all(runs.map((run) => openRun(run, open)))).filter((run) => run !== undefined);
  const shown = new Set(opened.flatMap((run) => run.shown.map(({ id }) => id)));
  return { opened, left: events.filter(({ id }) => !shown.has(id)) };
}

function planEvents(events: readonly EventWire[], budgetTokens: number): PlannedEvent[] {
  const plan: PlannedEvent[] = [];
  let room = budgetTokens;
  for (const event of events) {
    if (plan.length % NAMED_TOGETHER === 0) room -= FRAME_TOKENS;
    const needed = event.tokens + HEADING_TOKENS;
    // A single long event leaves half of the room to those behind it.
    const share = Math.min(needed, Math.max(Math.floor(room / 2), MCP_LIMITS.openTokensMin - FRAME_TOKENS));
    if (share > room) break;
    const isWhole = share === needed;
    plan.push({ event, budgetTokens: share, isWhole });
    // One that is opened alone parts those beside it, so there is one more wrapper.
    room -= isWhole ? share : share + FRAME_TOKENS;
  }
  return plan;
}

/** Parts the events into runs, each with one answer: a cut one stands alone. Within a run they keep their order of choice. */
function runsOf(plan: readonly PlannedEvent[]): PlannedEvent[][] {
  const runs: PlannedEvent[][] = [];
  for (const planned of plan.toSorted((a, b) => a.event.ordinal - b.event.ordinal)) {
    const run = runs.at(-1);
    if (run?.[0]?.isWhole === true && planned.isWhole && run.length < NAMED_TOGETHER) run.push(planned);
    else runs.push([planned]);
  }
  return runs.map((run) => run.toSorted((a, b) => plan.indexOf(a) - plan.indexOf(b)));
}

/**
 * Opens a run in one answer. Where that is longer than was planned, the last choice stays behind; undefined where even one
 * has no room, as the names of some sessions take more of an answer than was planned.
 */
async function openRun(
  run: readonly PlannedEvent[],
  open: (ref: string, budgetTokens: number) => Promise<ReplyWire<'open'>>,
): Promise<OpenedRun | undefined> {
  const events = run.map(({ event }) => event);
  const most = run.reduce((sum, { budgetTokens }) => sum + budgetTokens, FRAME_TOKENS);
  try {
    const { rendered, complete } = await open(namesOf(events), most);
    return complete || run.length === 1 ? { rendered, shown: events } : await openRun(run.slice(0, -1), open);
  } catch (error) {
    const lacksRoom = error instanceof TotalRecallApiError && error.details['leastTokens'] !== undefined;
    if (lacksRoom) return run.length === 1 ? undefined : openRun(run.slice(0, -1), open);
    if (run.length > 1) throw error;
    return { rendered: goneLine(events[0]!, error), shown: events };
  }
}

/** Says that an event is gone; those beside it are shown all the same. Errors: any other than that. */
function goneLine(event: EventWire, error: unknown): string {
  if (!(error instanceof TotalRecallApiError && (error.code === 'erased' || error.code === 'damaged'))) throw error;
  return `[${namesOf([event])} (${event.kind}) ${error.code === 'erased' ? 'was erased' : 'is damaged'}]`;
}

/** Names as many of the events that were not opened as have room, so that `open` can be asked for them. */
export function nameLeft(left: readonly EventWire[], roomTokens: number): string[] {
  if (left.length === 0) return [];
  const names = left.map((event) => `${namesOf([event])} (${event.kind}, ${event.tokens} tokens)`);
  const line = `[no room for ${names.join(', ')}; open reads them]`;
  return mostTokens(line) <= roomTokens ? [line] : nameLeft(left.slice(0, -1), roomTokens);
}

/** Names events of one session for `open`, in their order there. */
function namesOf(events: readonly EventWire[]): string {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const { ordinal } of events.toSorted((a, b) => a.ordinal - b.ordinal)) {
    const last = ranges.at(-1);
    if (last?.to === ordinal - 1) last.to = ordinal;
    else ranges.push({ from: ordinal, to: ordinal });
  }
  return `${events[0]!.session}/${ranges.map(({ from, to }) => (from === to ? `e${from}` : `e${from}-e${to}`)).join(',')}`;
}
