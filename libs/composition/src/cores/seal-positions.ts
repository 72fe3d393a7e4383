import { decodePosition, encodePosition } from '@total-recall/domain';
import type { EventView, Ingest, Retriever } from '@total-recall/ports';
import { TotalRecallError, type PositionPlace, type PositionSealer } from '@total-recall/runtime';

/**
 * Wraps ingest so that callers see sealed positions: an answer does not tell where in a shared partition an
 * event stands (ADR 0087).
 */
export function sealIngestPositions(ingest: Ingest, sealer: PositionSealer): Ingest {
  return {
    async append(request) {
      const { events, position } = await ingest.append(request);
      return {
        events: events.map((event) => ({ ...event, ...sealed(sealer, request, event.position) })),
        ...sealed(sealer, request, position),
      };
    },
    async updateTaskState(request) {
      const updated = await ingest.updateTaskState(request);
      return { ...updated, ...sealed(sealer, request, updated.position) };
    },
    async compact(request) {
      const result = await ingest.compact(request);
      return result.kind === 'compacted' ? { ...result, ...sealed(sealer, request, result.position) } : result;
    },
    policy: (address) => ingest.policy(address),
  };
}

/** Wraps the retriever likewise. Callers hand sealed positions back as `after`. Errors of these: `invalid_position`. */
export function sealRetrieverPositions(retriever: Retriever, sealer: PositionSealer): Retriever {
  const sealEvent = (place: PositionPlace, event: EventView): EventView => ({ ...event, ...sealed(sealer, place, event.position) });
  return {
    ...retriever,
    async assembleWindow(request) {
      const window = await retriever.assembleWindow(opened(sealer, request));
      return { ...window, ...sealed(sealer, request, window.position) };
    },
    async recall(request) {
      const answer = await retriever.recall(opened(sealer, request));
      const ends = answer.coveredTo.split(',').map((end) => decodePosition(end)!);
      return { ...answer, coveredTo: request.after ?? sealer.sealEnds(request, ends) };
    },
    async session(address) {
      const session = await retriever.session(address);
      return { ...session, ...sealed(sealer, address, session.position) };
    },
    async events(query) {
      const { events, ...page } = await retriever.events(query);
      return { ...page, events: events.map((event) => sealEvent(query, event)) };
    },
    async expand(query) {
      const { events, ...page } = await retriever.expand(query);
      return { ...page, events: events.map((event) => sealEvent(query, event)) };
    },
    event: async (query) => sealEvent(query, await named(sealer, query, () => retriever.event(query))),
    open: (request) => named(sealer, request, () => retriever.open(request)),
  };
}

function sealed<T extends string | undefined>(sealer: PositionSealer, place: PositionPlace, token: T): { position: T } | object {
  const position = token === undefined ? undefined : decodePosition(token);
  return position ? { position: sealer.seal(place, position) } : {};
}

function opened<T extends PositionPlace & { readonly after?: string }>(sealer: PositionSealer, request: T): T {
  if (request.after === undefined) return request;
  const positions = sealer.open(request, request.after);
  if (!positions) throw new TotalRecallError('invalid_position', 'The position in "after" is not one that was given for this space.');
  return { ...request, after: positions.map(encodePosition).join(',') };
}

/** Seals the position in an error, which may name a damaged event. */
async function named<T>(sealer: PositionSealer, place: PositionPlace, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TotalRecallError) || typeof error.details?.['position'] !== 'string') throw error;
    const { code, message, retryAfterMs, cause } = error;
    const details = { ...error.details, ...sealed(sealer, place, error.details['position']) };
    throw new TotalRecallError(code, message, { details, cause, ...(retryAfterMs !== undefined && { retryAfterMs }) });
  }
}
