import { withoutChoices } from '../access/hide-choices.ts';
import { toAppliedEdits, toDemand } from '@total-recall/contracts';
import type { Ingest, Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { cursorToken, storeCursor } from '../access/cursor-token.ts';
import { appendCharged, charged } from '../access/charge-appended.ts';
import type { DailyQuota } from '../access/daily-quota.ts';
import { assembleWithinBudget } from './assemble-within-budget.ts';
import type { ReadSessionFile } from '../files/file-reader.ts';
import type { Handlers } from './handler.ts';
import { doEdits, editsToDo, joinEdits } from './vendor-edits.ts';
import { importedBefore, UNREADABLE } from './imported-before.ts';
import { importFile } from './import-file.ts';

type SessionRoutes =
  | 'listSpaces'
  | 'listSessions'
  | 'getSession'
  | 'appendEvents'
  | 'listEvents'
  | 'assembleWindow'
  | 'prefetch'
  | 'compactSession'
  | 'getTaskState'
  | 'putTaskState'
  | 'importSession';

/** Handles spaces, sessions, events, windows and task state. */
export function sessionHandlers(deps: {
  ingest: Ingest;
  retriever: Retriever;
  quota: DailyQuota;
  readFile?: ReadSessionFile;
}): Handlers<SessionRoutes> {
  const { ingest, retriever, quota, readFile } = deps;
  return {
    async listSpaces({ query }, caller) {
      const page = await retriever.spaces({
        tenant: caller.tenant,
        limit: query.limit,
        cursor: storeCursor(query.cursor),
        only: caller.spaces,
      });
      return { spaces: page.spaces, cursor: page.cursor && cursorToken(page.cursor) };
    },
    async listSessions({ params, query }, caller) {
      const page = await retriever.sessions({
        tenant: caller.tenant,
        space: params.space,
        limit: query.limit,
        cursor: storeCursor(query.cursor),
      });
      return { sessions: page.sessions, cursor: page.cursor && cursorToken(page.cursor) };
    },
    getSession: ({ params }, caller) => retriever.session({ tenant: caller.tenant, ...params }),
    async appendEvents({ params, body, headers }, caller) {
      const idempotencyKey = headers['idempotency-key'];
      if (idempotencyKey !== undefined && body.source !== undefined) {
        throw new TotalRecallError(
          'invalid_request',
          'Name a source with sequences or send an Idempotency-Key, not both: each says by itself what a repeat is.',
        );
      }
      return appendCharged(deps, caller, { tenant: caller.tenant, ...params, ...body, idempotencyKey });
    },
    async listEvents({ params, query }, caller) {
      const page = await retriever.events({ tenant: caller.tenant, ...params, ...query });
      return { ...page, events: withoutChoices(caller, page.events) };
    },
    assembleWindow: ({ params, body }, caller) =>
      assembleWithinBudget(deps, { ...body, tenant: caller.tenant, ...params, ...(caller.subjects && { subjects: caller.subjects }) }),
    prefetch: ({ params, body }, caller) => retriever.prefetch({ tenant: caller.tenant, ...params, ...body }),
    async compactSession({ params, body: { trigger, targetTokens, ...asked } }, caller) {
      const { edits, others } = editsToDo(asked);
      const demand = { tenant: caller.tenant, ...params, trigger, ...(targetTokens !== undefined && { targetTokens }) };
      if (edits.length === 0) return ingest.compact(demand);
      const { done, left } = await doEdits(edits, (edit) => ingest.compact({ ...demand, ...toDemand(edit) }));
      return { ...joinEdits(done), context_management: toAppliedEdits(done, [...others, ...left.map(({ type }) => type)]) };
    },
    getTaskState: ({ params }, caller) => retriever.taskState({ tenant: caller.tenant, ...params }),
    putTaskState: ({ params, body }, caller) =>
      charged(quota, caller, 1, async () => {
        const { agent, ...update } = body;
        return { result: await ingest.updateTaskState({ tenant: caller.tenant, ...params, update, agent }), kept: 1 };
      }),
    importSession({ params, query, body }, caller, gone) {
      const file = { address: { tenant: caller.tenant, ...params }, bytes: body, ...query, gone };
      const before = caller.scopes.includes('read') ? importedBefore(retriever, file.address) : UNREADABLE;
      return importFile(file, (request) => appendCharged(deps, caller, request), before, readFile);
    },
  };
}
