import { FRAMING_TOKENS, type RecallAnswer, type RecallRequest, type SessionAddress } from '@total-recall/domain';

export interface PushPack {
  readonly text: string;
  readonly tokens: number;
}

export interface FoundPack {
  /** Absent where recall found nothing worth a place in a window. */
  readonly pack?: PushPack;
  /** Of the events it shows. */
  readonly eventIds: readonly string[];
}

/** What less than this can hold is no evidence. */
export const LEAST_PACK_TOKENS = 64;

interface FindPackInput {
  readonly queries: readonly string[];
  readonly budgetTokens: number;
  /** Events that the window shows anyway. */
  readonly without: ReadonlySet<string>;
}

/** Asks recall for the evidence of a window, `FRAMING_TOKENS` included in its budget. */
export async function findPack(
  recall: (request: RecallRequest) => Promise<RecallAnswer>,
  { tenant, space, session }: SessionAddress,
  { queries, budgetTokens, without }: FindPackInput,
): Promise<FoundPack> {
  const answer = await recall({ tenant, space, session, queries, budgetTokens: budgetTokens - FRAMING_TOKENS, without, pushed: true });
  // What recall itself holds for no answer is not worth a place in every window.
  if (answer.passages.length === 0 || answer.outcome === 'nothing_found') return { eventIds: [] };
  return {
    pack: { text: answer.rendered, tokens: answer.tokens + FRAMING_TOKENS },
    eventIds: answer.passages.map(({ eventId }) => eventId),
  };
}
