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
      'It keeps what is there and what is still to come from erasure and from retention, until it is released. A space, a session or a data subject may be one of ' +
      'which nothing has come yet.',
    params: inTenant,
    query: none,
    body: json(newHold),
    status: 201,
    response: json(placedHold),
    errors: ['erased', 'quota_exceeded', 'not_implemented'],
    example: { body: { name: 'case 4711', space: 'main', session: 'run-1' } },
  },
  listHolds: {
    ...held,
    method: 'GET',
    path: '/v1/holds',
    summary: 'List the legal holds that stand, the latest first',
    params: inTenant,
    query: z.strictObject({ limit: pageLimit(50), released: z.enum(['true', 'false']).default('false') }),
    response: json(holdList),
    errors: [],
  },
  getHold: {
    ...held,
    method: 'GET',
    path: '/v1/holds/{holdId}',
    summary: 'Read a legal hold, whether it stands or was released',
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
    summary: 'Say what retention would take now',
    description:
      'What is past its age by the policy of the tenant or the space, by kind, and what legal holds keep of it. Changes nothing; sweeps come by themselves.',
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
    description: 'What it kept may be erased from now on, and goes with the next retention that it is past. A repeat changes nothing.',
    params: oneHold,
    query: none,
    body: json(holdRelease),
    response: json(hold),
    errors: ['not_implemented'],
    example: { body: { reason: 'the case is closed' } },
  },
} as const satisfies Record<string, Route>;
