import { MODEL_OUTPUT_KINDS, noteRequest, type AssembledWindow, type NewEvent } from '@total-recall/domain';

/** What the windows of one session were like, at every call of the model. */
export interface WindowUse {
  /** Tokens rendered over window less headroom, at every call of the model after the first compaction. */
  readonly uses: readonly number[];
  /** Windows that lacked the latest request, the oldest one not answered, or the session's first. */
  readonly withoutRequest: number;
}

export interface WindowWatch {
  /** A step of the agent loop as it was appended, and the window it was made from. */
  passed(events: readonly NewEvent[], ids: readonly string[], before: AssembledWindow | undefined): void;
  /** A window that stands after all that passed. */
  assembled(window: AssembledWindow): void;
  figures(): WindowUse;
}

/** How much of a request must stand in its block, from its start. */
const START_CHARS = 40;

/** Watches the windows of a session: how full they are where a model is called, and whether they hold the requests they must (I-16). */
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
