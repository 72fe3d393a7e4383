import { delegated, delegationList, keptReport, newDelegation, newReport } from '../delegation/delegation.ts';
import { SESSION, idempotencyHeader, inSession, json, noHeaders, none } from './parts.ts';
import type { Route } from './route.ts';

/** Planners and executors: one session a level, over one log. Source: 002 §7, A.5. */
export const DELEGATION_ROUTES = {
  delegateSubtask: {
    method: 'POST',
    path: `${SESSION}/delegations`,
    tag: 'Delegation',
    summary: 'Delegate a subtask to an executor, which gets its own session',
    description:
      'The packet becomes an event of this session. The session of the executor begins with the objective and the constraints, which every window of it keeps, and knows this one as its parent. It may recall what the packet grants, and no more than this session may.',
    scope: 'write',
    params: inSession,
    query: none,
    headers: noHeaders,
    body: json(newDelegation),
    status: 201,
    response: json(delegated),
    errors: [
      'not_found',
      'session_in_use',
      'idempotency_key_reused',
      'recall_not_granted',
      'guarded_over_budget',
      'batch_too_large',
      'limit_reached',
      'quota_exceeded',
      'not_caught_up',
      'erased',
    ],
    example: {
      body: {
        subtaskId: 'find-cause',
        objective: 'Find out why logins loop.',
        constraints: ['Change nothing in production.'],
        acceptanceCriteria: ['The cause is named with the log line that shows it.'],
        recallAccess: 'run',
      },
    },
  },
  listDelegations: {
    method: 'GET',
    path: `${SESSION}/delegations`,
    tag: 'Delegation',
    summary: 'List what this session delegated, with the reports',
    scope: 'read',
    params: inSession,
    query: none,
    headers: noHeaders,
    status: 200,
    response: json(delegationList),
    errors: ['not_found', 'not_caught_up', 'erased'],
  },
  reportSubtask: {
    method: 'POST',
    path: `${SESSION}/reports`,
    tag: 'Delegation',
    summary: 'Report on the subtask that this session works on',
    description:
      'Becomes an event of this session and of the one that delegated it. Each finding names events that show it; where one of them is not of this run, or cannot be read, nothing is stored and `finding_unproven` names it.',
    scope: 'write',
    params: inSession,
    query: none,
    headers: idempotencyHeader,
    body: json(newReport),
    status: 201,
    response: json(keptReport),
    errors: ['not_found', 'finding_unproven', 'idempotency_key_reused', 'quota_exceeded', 'not_caught_up', 'erased'],
    example: {
      body: {
        status: 'done',
        summary: 'The cookie is dropped.',
        keyFindings: [{ text: 'SameSite=None without Secure.', provenance: ['e4'] }],
      },
    },
  },
} as const satisfies Record<string, Route>;
