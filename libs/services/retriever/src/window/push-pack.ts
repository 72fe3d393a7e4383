import {
  pushQueries,
  type EntryContent,
  type RecallAnswer,
  type RecallRequest,
  type SessionState,
  type WindowRequest,
} from '@total-recall/domain';
import type { Turn } from '@total-recall/runtime';
import type { RecallTurn } from '../recall/create-recall.ts';
import { findPack, LEAST_PACK_TOKENS, type PushPack } from './find-pack.ts';
import type { PackPrefetcher } from './prefetch-pack.ts';
import type { WindowDeps } from './window-deps.ts';

export interface PushInput {
  readonly request: WindowRequest;
  readonly state: SessionState;
  readonly opened: ReadonlyMap<string, EntryContent>;
  readonly budgetTokens: number;
  /** The window's turn of the work gate. */
  readonly turn: Turn;
}

/** Past windows whose topics are read. */
const TOPICS_BACK = 100;
/** Turns for which the user's last message is still taken as the subject. */
const SPOKEN_TURNS = 4;

/**
 * Adds evidence to a window unasked: what recall finds for this turn and the window does not show anyway. It is wrapped
 * as data, appears in the window only, and is no event, so it is never indexed (I-13). Uses the pack prefetched while
 * the user was typing, if it fits. If recall fails, the window goes without it. Source: W7.
 */
export function createPackPusher(
  deps: Pick<WindowDeps, 'anatomy' | 'observer'>,
  recall: (request: RecallRequest, of: RecallTurn) => Promise<RecallAnswer>,
  prefetcher: Pick<PackPrefetcher, 'take'>,
) {
  return async function push({ request, state, opened, budgetTokens, turn }: PushInput): Promise<PushPack | undefined> {
    if (budgetTokens < LEAST_PACK_TOKENS) return undefined;
    const { tenant, space, session } = request;
    try {
      const task = state.taskState && opened.get(state.taskState.eventId)?.body.taskState;
      const userText = request.blocks?.userMessage ?? lastSaid(state, opened);
      const topics = userText === undefined ? await topicsOf(deps, request) : [];
      const queries = pushQueries({ topics, ...(userText === undefined ? {} : { userText }), ...(task === undefined ? {} : { task }) });
      if (queries.length === 0) return undefined;
      const shown = new Set(state.entries.map(({ id }) => id));
      // The prefetched recall may itself be queued behind this window, so the turn is released while waiting.
      const ahead = await turn.aside(() => prefetcher.take({ tenant, space, session, queries, budgetTokens, shown }));
      const { pack } = ahead ?? (await findPack((asked) => recall(asked, { turn }), request, { queries, budgetTokens, without: shown }));
      return pack;
    } catch (error) {
      deps.observer.pushUnavailable?.(error);
      return undefined;
    }
  };
}

function lastSaid(state: SessionState, opened: ReadonlyMap<string, EntryContent>): string | undefined {
  const spoken = state.entries.findLast(({ kind, turn }) => kind === 'user_message' && turn > state.turn - SPOKEN_TURNS);
  return spoken && opened.get(spoken.id)?.fullText;
}

async function topicsOf({ anatomy }: Pick<WindowDeps, 'anatomy'>, { tenant, space, session }: WindowRequest): Promise<string[]> {
  const windows = await anatomy.anatomy({ tenant, space, session, limit: TOPICS_BACK });
  return windows.toReversed().flatMap(({ topicLabel }) => topicLabel ?? []);
}
