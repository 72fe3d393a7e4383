import { FRAMING_TOKENS, type RecallAnswer, type RecallRequest, type SessionAddress } from '@total-recall/domain';

export interface PushPack {
  readonly text: string;
  readonly tokens: number;
  /** Ids of the events in it. */
  readonly eventIds: readonly string[];
}

export interface FoundPack {
  /** Absent if recall found nothing worth showing. */
  readonly pack?: PushPack;
  /** Ids of the events in the pack. */
  readonly eventIds: readonly string[];
}

/** Smallest pack; less holds no useful evidence. */
export const LEAST_PACK_TOKENS = 64;

interface FindPackInput {
  readonly queries: readonly string[];
  readonly budgetTokens: number;
  /** Events that the window shows anyway. */
  readonly without: ReadonlySet<string>;
}

/** Asks recall for the evidence of a window. `budgetTokens` includes `FRAMING_TOKENS`. */
export async function findPack(
  recall: (request: RecallRequest) => Promise<RecallAnswer>,
  { tenant, space, session }: SessionAddress,
  { queries, budgetTokens, without }: FindPackInput,
): Promise<FoundPack> {
  const answer = await recall({ tenant, space, session, queries, budgetTokens: budgetTokens - FRAMING_TOKENS, without, pushed: true });
  // Evidence that recall itself considers no answer is not shown in windows.
  if (answer.passages.length === 0 || answer.outcome === 'nothing_found') return { eventIds: [] };
  const eventIds = [...new Set(answer.passages.map(({ eventId }) => eventId))];
  return { pack: { text: answer.rendered, tokens: answer.tokens + FRAMING_TOKENS, eventIds }, eventIds };
}
