import { z } from 'zod';
import { anatomyList } from '../anatomy/anatomy.ts';
import { markerExpansion } from '../compaction/expansion.ts';
import { markerList, markerManifest } from '../compaction/marker.ts';
import { eventView } from '../event/event-view.ts';
import { LIMITS } from '../limits.ts';
import { recallAnswer, recallBody, retrievalList } from '../recall/recall.ts';
import { toolDeclarations } from '../session/tools.ts';
import { cursor, eventId, name } from '../wire/identifier.ts';
import { label } from '../wire/text.ts';
import { bytes, inSession, inSpace, inTenant, json, noHeaders, none, oneArtifact, oneEvent, oneMarker, pageLimit, rangeHeader } from './parts.ts';
import type { Route } from './route.ts';

const SPACE = '/v1/spaces/{space}';
const MARKER = `${SPACE}/sessions/{session}/markers/{markerId}`;

export const MEMORY_ROUTES = {
  recall: {
    method: 'POST', path: `${SPACE}/recall`, tag: 'Recall', summary: 'Find what was said, done or seen',
    description: 'Searches everything of the space, evicted or not, and answers with verbatim evidence under a token budget. Your own writes are found at once.',
    scope: 'read', params: inSpace, query: none, headers: noHeaders, body: json(recallBody), status: 200, response: json(recallAnswer),
    errors: ['unknown_kind', 'invalid_position', 'not_caught_up'], example: { body: { query: 'which region does billing run in', limit: 5 } },
  },
  getEvent: {
    method: 'GET', path: `${SPACE}/events/{eventId}`, tag: 'Events', summary: 'Read one event by its id',
    scope: 'read', params: oneEvent, query: none, headers: noHeaders, status: 200, response: json(eventView), errors: ['erased', 'not_caught_up'],
  },
  getArtifact: {
    method: 'GET', path: `${SPACE}/artifacts/{artifactId}`, tag: 'Artifacts', summary: 'Fetch the bytes of an artifact',
    description: 'Whole, or one range of it (Range: bytes=0-1023).',
    scope: 'read', params: oneArtifact, query: none, headers: rangeHeader, status: 200, response: bytes('The bytes, with the media type of the artifact'),
    errors: ['invalid_artifact_id', 'range_not_satisfiable', 'erased'], example: { headers: { Range: 'bytes=0-1023' } },
  },
  listMarkers: {
    method: 'GET', path: `${SPACE}/markers`, tag: 'Markers', summary: 'Browse the markers of a space by topic and importance',
    scope: 'read', params: inSpace, query: z.strictObject({ topic: label.optional(), session: name.optional(), limit: pageLimit(50) }), headers: noHeaders,
    status: 200, response: json(markerList), errors: [], example: { query: 'limit=20' },
  },
  getManifest: {
    method: 'GET', path: `${MARKER}/manifest`, tag: 'Markers', summary: 'Read exactly what went behind a marker',
    scope: 'read', params: oneMarker, query: none, headers: noHeaders, status: 200, response: json(markerManifest), errors: ['not_caught_up'],
  },
  expandMarker: {
    method: 'GET', path: `${MARKER}/expand`, tag: 'Markers', summary: 'Read every event behind a marker, in order',
    scope: 'read', params: oneMarker, query: z.strictObject({ limit: pageLimit(100, LIMITS.expandPage), cursor: cursor.optional() }), headers: noHeaders,
    status: 200, response: json(markerExpansion), errors: ['invalid_cursor', 'not_caught_up'], example: { query: 'limit=20' },
  },
  listAnatomy: {
    method: 'GET', path: `${SPACE}/sessions/{session}/anatomy`, tag: 'Windows', summary: 'Read what recent windows were made of, the latest first',
    scope: 'read', params: inSession, query: z.strictObject({ limit: pageLimit(20), beforeTurnId: eventId.optional() }), headers: noHeaders,
    status: 200, response: json(anatomyList), errors: [], example: { query: 'limit=5' },
  },
  listRetrievals: {
    method: 'GET', path: `${SPACE}/retrievals`, tag: 'Recall', summary: 'Read what was recalled recently: ids and numbers, never text',
    scope: 'read', params: inSpace, query: z.strictObject({ session: name.optional(), limit: pageLimit(50), before: name.optional() }), headers: noHeaders,
    status: 200, response: json(retrievalList), errors: [], example: { query: 'limit=5' },
  },
  getTools: {
    method: 'GET', path: '/v1/tools', tag: 'Recall', summary: 'The tools to hand to a model: recall and update_task_state',
    scope: 'read', params: inTenant, query: none, headers: noHeaders, status: 200, response: json(toolDeclarations), errors: [],
  },
} as const satisfies Record<string, Route>;
