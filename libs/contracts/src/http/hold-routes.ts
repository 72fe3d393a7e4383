import { z } from 'zod';
import { hold, holdList, holdRelease, newHold, placedHold } from '../hold/hold.ts';
import { inTenant, json, noHeaders, none, oneHold, pageLimit } from './parts.ts';
import { expiredList } from '../retention/retention.ts';
import { name } from '../wire/identifier.ts';
import type { Route } from './route.ts';

const held = { tag: 'Legal hold', scope: 'hold', headers: noHeaders, status: 200 } as const;

export const HOLD_ROUTES = {
  placeHold: {
    ...held,
    method: 'POST',
    path: '/v1/holds',
    summary: 'Place a legal hold on events, a session, a space, a data subject or everything of the tenant',
    description:
      'Protects existing and future events from erasure and retention until it is released. The space, session or data subject need not have any events yet.',
    params: inTenant,
    query: none,
    body: json(newHold),
    status: 201,
    response: json(placedHold),
    errors: ['erased', 'limit_reached', 'not_implemented'],
    example: { body: { name: 'case 4711', space: 'main', session: 'run-1' } },
  },
  listHolds: {
    ...held,
    method: 'GET',
    path: '/v1/holds',
    summary: 'List the active legal holds, the latest first',
    params: inTenant,
    query: z.strictObject({ limit: pageLimit(50), released: z.enum(['true', 'false']).default('false') }),
    response: json(holdList),
    errors: [],
  },
  getHold: {
    ...held,
    method: 'GET',
    path: '/v1/holds/{holdId}',
    summary: 'Read a legal hold, active or released',
    params: oneHold,
    query: none,
    response: json(hold),
    errors: [],
  },
  getExpired: {
    ...held,
    scope: 'erase',
    tag: 'Erasure',
    method: 'GET',
    path: '/v1/retention',
    summary: 'List what retention would erase now',
    description:
      'Events beyond their maximum age by the policy of the tenant or the space, by kind, and those that legal holds protect. Changes nothing; sweeps run by themselves.',
    params: inTenant,
    query: z.strictObject({ space: name.optional() }),
    response: json(expiredList),
    errors: ['not_caught_up', 'not_implemented'],
  },
  releaseHold: {
    ...held,
    method: 'POST',
    path: '/v1/holds/{holdId}/release',
    summary: 'Release a legal hold',
    description:
      'Its events may be erased from now on, and the next retention sweep erases those that have expired. A repeat changes nothing.',
    params: oneHold,
    query: none,
    body: json(holdRelease),
    response: json(hold),
    errors: ['not_implemented'],
    example: { body: { reason: 'the case is closed' } },
  },
} as const satisfies Record<string, Route>;
