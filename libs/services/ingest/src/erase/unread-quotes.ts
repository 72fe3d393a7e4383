import { isPullCall, type EventRecord, type ToolCall } from '@total-recall/domain';
import { isUnread } from './unread-events.ts';

/** Most that clocks of processes that append may differ: what was recorded this long before an event may still quote it. */
const CLOCK_DIFFERENCE_MS = 60_000;

export interface UnreadQuotes {
  /** Called with every event of a space, session by session and in their order. */
  see(record: EventRecord): void;
  /** Returns the unread events that may quote what goes, once all were seen. */
  found(): readonly EventRecord[];
}

/**
 * Finds the unread events that may quote what goes. One that was recorded before all of that does not, nor does a tool
 * result for which the session has calls that lack theirs, none of which may have asked the memory. `copied`: what goes, and
 * copies of it.
 */
export function createUnreadQuotes(going: ReadonlySet<string>, copied: ReadonlySet<string>): UnreadQuotes {
  const found: EventRecord[] = [];
  let earliest = Infinity;
  let session: string | undefined;
  let calls = createCallBook();
  const endSession = (): void => {
    for (const one of calls.doubtful()) if (!going.has(one.envelope.id)) found.push(one);
    calls = createCallBook();
  };
  return {
    see(record) {
      const { id, kind, recordedAt, session: own } = record.envelope;
      if (own !== session) endSession();
      session = own;
      if (copied.has(id)) earliest = Math.min(earliest, recordedAt);
      calls.see(record);
      if (kind === 'report' && isUnread(record) && !going.has(id)) found.push(record);
    },
    found() {
      endSession();
      return found.filter(({ envelope }) => envelope.recordedAt >= earliest - CLOCK_DIFFERENCE_MS);
    },
  };
}

/** Keeps the calls of a session that lack their results, and its results that do not open. */
function createCallBook() {
  const open = new Map<string, { readonly at: number; readonly asks: boolean }>();
  const unread: { readonly at: number; readonly earlier: number; readonly record: EventRecord }[] = [];
  let seen = 0;
  /** Results of which nobody knows the call: unread ones, and those that were erased unread. */
  let unnamed = 0;
  let firstUnknown = Infinity;
  /** Returns true where some call without a result may have asked the memory, or the result may answer a call not seen here. */
  const isDoubtful = ({ at, earlier }: (typeof unread)[number]): boolean => {
    const before = [...open.values()].filter((call) => call.at < at);
    return firstUnknown < at || before.length <= earlier || before.some(({ asks }) => asks);
  };
  return {
    see(record: EventRecord): void {
      const { kind } = record.envelope;
      if (kind !== 'tool_call' && kind !== 'tool_result') return;
      seen += 1;
      const call = callOf(record);
      if (kind === 'tool_result') {
        if (call) open.delete(call.id);
        else {
          if (isUnread(record)) unread.push({ at: seen, earlier: unnamed, record });
          unnamed += 1;
        }
      } else if (call) open.set(call.id, { at: seen, asks: mayAskMemory(call) });
      else firstUnknown = Math.min(firstUnknown, seen);
    },
    doubtful: (): EventRecord[] => unread.filter(isDoubtful).map(({ record }) => record),
  };
}

function callOf({ body, rest }: EventRecord): ToolCall | undefined {
  return typeof body === 'string' ? rest?.call : body.call;
}

/** Returns true for a call that may have asked the memory, under whatever name or by a command. */
function mayAskMemory(call: ToolCall): boolean {
  const { name, arguments: args } = call;
  if (isPullCall(call) || /recall/i.test(name)) return true;
  // Only the name is left of an erased call.
  return args === undefined
    ? /open|bash|shell|exec|command|terminal/i.test(name)
    : /recall/i.test(args) || (/open/i.test(name) && args.includes('"ref"'));
}
