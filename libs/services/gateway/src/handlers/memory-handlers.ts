import { withoutChoices } from '../access/hide-choices.ts';
import type { Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { parseRange } from '../access/byte-range.ts';
import { cursorToken, storeCursor } from '../access/cursor-token.ts';
import type { GatewayReply } from '../gateway.ts';
import type { Handlers } from './handler.ts';
import { TOOL_DECLARATIONS } from './tool-declarations.ts';

type MemoryRoutes =
  | 'getDemand'
  | 'recall'
  | 'open'
  | 'getEvent'
  | 'getArtifact'
  | 'listMarkers'
  | 'getManifest'
  | 'expandMarker'
  | 'listAnatomy'
  | 'listRetrievals'
  | 'getTools';

/** Handles recall and all reads by id. */
export function memoryHandlers(retriever: Retriever): Handlers<MemoryRoutes> {
  return {
    recall({ params, body }, caller) {
      const { query, queries, arguments: _read, ...rest } = body;
      const { subjects } = caller;
      return retriever.recall({
        ...rest,
        ...(subjects && { subjects }),
        queries: queries ?? [query!],
        tenant: caller.tenant,
        space: params.space,
      });
    },
    open: ({ params, body: { arguments: _read, ref, ...wanted } }, caller) =>
      retriever.open({ ...wanted, ref: ref!, tenant: caller.tenant, ...params }),
    async getEvent({ params, query }, caller) {
      const [event] = withoutChoices(caller, [await retriever.event({ tenant: caller.tenant, ...params, ...query })]);
      return event!;
    },
    getArtifact: ({ params, headers }, caller) => readArtifact(retriever, { tenant: caller.tenant, ...params }, headers.range),
    listMarkers: ({ params, query }, caller) => retriever.markers({ tenant: caller.tenant, ...params, ...query }),
    getManifest: ({ params }, caller) => retriever.manifest({ tenant: caller.tenant, ...params }),
    async expandMarker({ params, query }, caller) {
      const page = await retriever.expand({ tenant: caller.tenant, ...params, limit: query.limit, cursor: storeCursor(query.cursor) });
      return { ...page, events: withoutChoices(caller, page.events), cursor: page.cursor && cursorToken(page.cursor) };
    },
    listAnatomy: async ({ params, query }, caller) => ({
      anatomy: await retriever.anatomy({ tenant: caller.tenant, ...params, ...query }),
    }),
    listRetrievals: async ({ params, query }, caller) => ({
      retrievals: await retriever.retrievals({ tenant: caller.tenant, ...params, ...query }),
    }),
    async getDemand({ params, query }, caller) {
      const { cursor, ...asked } = query;
      const after = storeCursor(cursor);
      const page = await retriever.demand({
        tenant: caller.tenant,
        ...params,
        ...asked,
        ...(after === undefined ? {} : { cursor: after }),
      });
      return { by: query.by, from: page.from, groups: page.groups, cursor: page.cursor && cursorToken(page.cursor) };
    },
    getTools: async () => TOOL_DECLARATIONS,
  };
}

async function readArtifact(
  retriever: Retriever,
  place: { tenant: string; space: string; artifactId: string },
  header: string | undefined,
): Promise<Extract<GatewayReply, { kind: 'bytes' }>> {
  const range = await wantedRange(retriever, place, header);
  const content = await retriever.artifact({ ...place, range });
  const part = { mime: content.mime, etag: `"${content.sha256}"`, sizeBytes: content.sizeBytes, bytes: content.bytes };
  if (!range) return { kind: 'bytes', status: 200, ...part };
  if (range.from >= content.sizeBytes) throw unsatisfiable(content.sizeBytes);
  return { kind: 'bytes', status: 206, ...part, range: content.range };
}

/** Resolves a Range header. A range from the end needs the size of the artifact first. */
async function wantedRange(
  retriever: Retriever,
  place: { tenant: string; space: string; artifactId: string },
  header: string | undefined,
): Promise<{ from: number; to?: number } | undefined> {
  const range = parseRange(header);
  if (!range || 'from' in range) return range;
  const { sizeBytes } = await retriever.artifact({ ...place, range: { from: 0, to: 1 } });
  if (range.last === 0) throw unsatisfiable(sizeBytes);
  return { from: Math.max(0, sizeBytes - range.last), to: sizeBytes };
}

function unsatisfiable(sizeBytes: number): TotalRecallError {
  return new TotalRecallError('range_not_satisfiable', `The artifact has ${sizeBytes} bytes; the range lies outside it.`, {
    details: { sizeBytes },
  });
}
