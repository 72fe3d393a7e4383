import { TotalRecallApiError, type Client } from '@total-recall/client';
import { isModelMistake, PROXY_LIMITS, quotedIn, type Memory } from '@total-recall/proxy';
import { TotalRecallError } from '@total-recall/runtime';
import { isAstray } from '../describe-error.ts';
import { createRemoteAppend } from './append-remotely.ts';

/** Time limit of a recall: the model waits for it within its answer. */
const ASK_TIMEOUT_MS = 5_000;

/** Told of a space to which a key may not append. */
export type Forbidden = (space: string, refusal: TotalRecallError) => void;

/**
 * Opens a memory at a running service. What the service refuses, such as an append to what was erased, is told apart from
 * a service that is away.
 */
export function openRemoteMemory(client: Client, forbidden: Forbidden): Memory {
  const append = createRemoteAppend(client);
  return {
    async append(request) {
      try {
        return await append(request);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal?.code === 'forbidden') forbidden(request.space, refusal);
        throw refusal ?? error;
      }
    },
    async ask({ tool, space, session, callId, arguments: args }) {
      const asked = { params: { space }, body: { arguments: args, callId, session }, timeoutMs: ASK_TIMEOUT_MS };
      try {
        const answer = tool === 'recall' ? await client.call('recall', asked) : await client.call('open', asked);
        return { text: answer.rendered, isError: false, evidence: quotedIn(answer) };
      } catch (error) {
        if (error instanceof TotalRecallApiError && isModelMistake(error)) return { text: error.message, isError: true };
        throw error;
      }
    },
    events: ({ space, session, fromOrdinal }) =>
      orRefusal(client.space(space).session(session).events({ fromOrdinal, limit: PROXY_LIMITS.notesPage })),
    async refuseErased({ space, eventId }) {
      await orRefusal(client.call('getEvent', { params: { space, eventId } }));
    },
  };
}

async function orRefusal<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw refusalIn(error) ?? error;
  }
}

/** Returns the refusal of the service that an error is. An answer that says nothing of the memory is none. */
function refusalIn(error: unknown): TotalRecallError | undefined {
  if (!(error instanceof TotalRecallApiError) || isAstray(error) || !isModelMistake(error)) return undefined;
  const { code, message, details } = error;
  return new TotalRecallError(code, message.slice(code.length + 2), { details, cause: error });
}
