import { TotalRecallApiError, type Client, type NewEventWire } from '@total-recall/client';
import type { NewEvent } from '@total-recall/domain';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Creates an append through the running service, for importers that read a file here and send only its new part. */
export function createRemoteAppend(client: Client, signal?: AbortSignal): (request: AppendRequest) => Promise<AppendResult> {
  return async ({ space, session, source, events }) => {
    try {
      const answer = await client
        .space(space)
        .session(session)
        .append(events.map(toWire), { source, ...(signal && { signal }) });
      return answer as AppendResult;
    } catch (error) {
      if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') throw error;
      throw new TotalRecallError(error.code, error.message, { details: error.details, cause: error });
    }
  };
}

function toWire({ attachments, ...event }: NewEvent): NewEventWire {
  const files = attachments?.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data).toString('base64') }));
  return { ...event, ...(files && { attachments: files }) } as NewEventWire;
}
