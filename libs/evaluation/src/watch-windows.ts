import { MODEL_OUTPUT_KINDS, noteRequest, type AssembledWindow, type NewEvent } from '@total-recall/domain';

/** Use of the windows of one session, at every call of the model. */
export interface WindowUse {
  /** Rendered tokens divided by window less headroom, at every call of the model after the first compaction. */
  readonly uses: readonly number[];
  /** Number of windows that lacked the latest request, the oldest unanswered one, or the session's first. */
  readonly withoutRequest: number;
}

export interface WindowWatch {
  /** Notes an appended step of the agent loop, and the window it was made from. */
  passed(events: readonly NewEvent[], ids: readonly string[], before: AssembledWindow | undefined): void;
  /** Checks a window assembled after all noted steps. */
  assembled(window: AssembledWindow): void;
  figures(): WindowUse;
}

/** Number of characters of a request that must stand in its block, from its start. */
const START_CHARS = 40;

/**
 * Watches the windows of a session: how full they are at each call of the model, and whether they hold the required
 * requests (I-16).
 */
export function watchWindows(): WindowWatch {
  const uses: number[] = [];
  const starts = new Map<string, string>();
  let requests: Parameters<typeof noteRequest>[0] = {};
  let withoutRequest = 0;
  return {
    passed(events, ids, before) {
      if (before && before.cycle > 0 && events.some(({ kind }) => MODEL_OUTPUT_KINDS.has(kind)))
        uses.push(before.tokens.total / (before.budgets.window - before.budgets.headroom));
      events.forEach(({ kind, text = '' }, at) => {
        if (kind === 'user_message') {
          starts.set(ids[at]!, text.trim().slice(0, START_CHARS).trim());
          requests = noteRequest(requests, ids[at]!, Number.POSITIVE_INFINITY);
        } else if (MODEL_OUTPUT_KINDS.has(kind) || kind === 'tool_result') requests = { ...requests, isAnswered: kind === 'agent_message' };
      });
    },
    assembled(window) {
      const shown = new Map(window.blocks.flatMap((block) => (block.eventId === undefined ? [] : [[block.eventId, block.text] as const])));
      const wanted = [requests.latestRequest, requests.openRequest?.id, requests.firstRequest].filter((id) => id !== undefined);
      if (wanted.some((id) => !shown.get(id)?.includes(starts.get(id) ?? ''))) withoutRequest += 1;
    },
    figures: () => ({ uses, withoutRequest }),
  };
}
