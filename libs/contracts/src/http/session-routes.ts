import { z } from 'zod';
import { compactBody, compactResult } from '../compaction/compaction.ts';
import { appendBody, appendResult } from '../event/append.ts';
import { eventPage } from '../event/event-view.ts';
import { importFormat, importReport } from '../session/import.ts';
import { LIMITS } from '../limits.ts';
import { sessionList, sessionView, spaceList } from '../session/session.ts';
import { taskStateUpdateBody, taskStateUpdated, taskStateView } from '../task-state/task-state.ts';
import { label } from '../wire/text.ts';
import { assembledWindow, windowBody } from '../window/window.ts';
import { bytes, count, idempotencyHeader, inSession, inSpace, inTenant, json, noHeaders, none, paged, pageLimit } from './parts.ts';
import type { Route } from './route.ts';

const SESSION = '/v1/spaces/{space}/sessions/{session}';

export const SESSION_ROUTES = {
  listSpaces: {
    method: 'GET', path: '/v1/spaces', tag: 'Sessions', summary: 'List the spaces of the tenant',
    scope: 'read', params: inTenant, query: paged, headers: noHeaders, status: 200, response: json(spaceList), errors: ['invalid_cursor'],
  },
  listSessions: {
    method: 'GET', path: '/v1/spaces/{space}/sessions', tag: 'Sessions', summary: 'List the sessions of a space, the latest first',
    scope: 'read', params: inSpace, query: paged, headers: noHeaders, status: 200, response: json(sessionList), errors: ['invalid_cursor'],
  },
  getSession: {
    method: 'GET', path: SESSION, tag: 'Sessions', summary: 'Read one session: its counts, its policy, its position',
    scope: 'read', params: inSession, query: none, headers: noHeaders, status: 200, response: json(sessionView), errors: ['not_caught_up'],
  },
  appendEvents: {
    method: 'POST', path: `${SESSION}/events`, tag: 'Events', summary: 'Append one event or many',
    description: 'Answered once the events are durable. A session is made by its first append. For retries name a source and sequences, or send an Idempotency-Key: a repeat is answered with the same ids and stores nothing.',
    scope: 'write', params: inSession, query: none, headers: idempotencyHeader, body: json(appendBody), status: 200, response: json(appendResult),
    errors: ['unknown_kind', 'reserved_kind', 'duplicate_event', 'sequence_conflict', 'sequence_gap', 'idempotency_key_reused', 'task_state_conflict', 'batch_too_large', 'quota_exceeded', 'not_caught_up'],
    example: { body: { events: [{ kind: 'user_message', text: 'Deploy the billing service to eu-west-1.' }] } },
  },
  listEvents: {
    method: 'GET', path: `${SESSION}/events`, tag: 'Events', summary: 'Read the events of a session in order',
    scope: 'read', params: inSession, query: z.strictObject({ fromOrdinal: count(1, 1e12).optional(), limit: pageLimit(100) }), headers: noHeaders,
    status: 200, response: json(eventPage), errors: ['not_caught_up'], example: { query: 'fromOrdinal=1&limit=20' },
  },
  assembleWindow: {
    method: 'POST', path: `${SESSION}/window`, tag: 'Windows', summary: 'Assemble what the model is about to see',
    description: 'Under hard token budgets: what does not fit was evicted to the log and stands here as markers. Ask for blocks, OpenAI messages or Anthropic messages.',
    scope: 'read', params: inSession, query: none, headers: noHeaders, body: json(windowBody), status: 200, response: json(assembledWindow),
    errors: ['window_over_budget', 'invalid_position', 'not_caught_up'],
    example: { body: { format: 'openai', blocks: { system: 'You are a careful engineer.' } } },
  },
  compactSession: {
    method: 'POST', path: `${SESSION}/compact`, tag: 'Windows', summary: 'Compact a session now',
    description: 'Says what it did: tokens freed, or why it stopped. Nothing is lost by it.',
    scope: 'write', params: inSession, query: none, headers: noHeaders, body: json(compactBody), status: 200, response: json(compactResult),
    errors: ['not_caught_up'], example: { body: { trigger: 'demand' } },
  },
  getTaskState: {
    method: 'GET', path: `${SESSION}/task-state`, tag: 'Task state', summary: 'Read the index card of the current task',
    scope: 'read', params: inSession, query: none, headers: noHeaders, status: 200, response: json(taskStateView), errors: ['not_caught_up'],
  },
  putTaskState: {
    method: 'PUT', path: `${SESSION}/task-state`, tag: 'Task state', summary: 'Update the task state',
    description: 'Replaces the fields it names and keeps the others. Names the version it saw; of two writers the loser gets task_state_conflict with the current version.',
    scope: 'write', params: inSession, query: none, headers: noHeaders, body: json(taskStateUpdateBody), status: 200, response: json(taskStateUpdated),
    errors: ['task_state_conflict', 'not_caught_up', 'quota_exceeded'],
    example: { body: { expectedVersion: 0, fields: { goals: ['Deploy the billing service'], phase: 'execute' } } },
  },
  importSession: {
    method: 'POST', path: `${SESSION}/import`, tag: 'Events', summary: "Import another tool's session file",
    description: 'The body is the raw file. What cannot be read is reported by line and skipped. Importing the same file again stores nothing twice.',
    scope: 'write', params: inSession, query: z.strictObject({ format: importFormat.optional(), agent: label.optional() }), headers: noHeaders,
    body: bytes(`The file as it is, at most ${LIMITS.bodyBytes / 1024 / 1024} MiB`), status: 200, response: json(importReport), errors: ['quota_exceeded', 'not_caught_up'],
    example: { query: 'format=claude-code' },
  },
} as const satisfies Record<string, Route>;
