import { z } from 'zod';
import { auditList, createdKey, createdTenant, keyList, newKey, newTenant, tenantList, tenantView, apiKeyView } from '../control/control.ts';
import { policySettings, policyView } from '../policy/policy.ts';
import { cursor } from '../wire/identifier.ts';
import { inSession, inSpace, inTenant, json, noHeaders, none, oneKey, pageLimit } from './parts.ts';
import type { Route } from './route.ts';

const LEVELS = 'Settings of this level alone; the most specific level wins: process, tenant, space, session.';
const settings = { query: none, headers: noHeaders, status: 200, response: json(policyView), tag: 'Policy' } as const;
const writable = { ...settings, body: json(policySettings), errors: ['invalid_policy', 'unsupported_family'], example: { body: { windowTokens: 32_000 } } } as const;

export const CONTROL_ROUTES = {
  getTenantPolicy: { ...settings, method: 'GET', path: '/v1/policy', summary: 'Read the policy of the tenant', scope: 'read', params: inTenant, errors: [] },
  putTenantPolicy: { ...writable, method: 'PUT', path: '/v1/policy', summary: 'Set the policy of the tenant', description: LEVELS, scope: 'admin', params: inTenant },
  getSpacePolicy: { ...settings, method: 'GET', path: '/v1/spaces/{space}/policy', summary: 'Read the policy of a space', scope: 'read', params: inSpace, errors: [] },
  putSpacePolicy: { ...writable, method: 'PUT', path: '/v1/spaces/{space}/policy', summary: 'Set the policy of a space', description: LEVELS, scope: 'admin', params: inSpace },
  getSessionPolicy: {
    ...settings, method: 'GET', path: '/v1/spaces/{space}/sessions/{session}/policy', summary: 'Read the policy of a session, and what is in force', scope: 'read', params: inSession, errors: [],
  },
  putSessionPolicy: {
    ...writable, method: 'PUT', path: '/v1/spaces/{space}/sessions/{session}/policy', summary: 'Set the policy of a session', description: LEVELS, scope: 'write', params: inSession,
  },
  listKeys: {
    method: 'GET', path: '/v1/keys', tag: 'Keys', summary: 'List the API keys of the tenant', scope: 'admin',
    params: inTenant, query: none, headers: noHeaders, status: 200, response: json(keyList), errors: [],
  },
  createKey: {
    method: 'POST', path: '/v1/keys', tag: 'Keys', summary: 'Make an API key', description: 'Its secret is in this answer and nowhere else: only a hash of it is kept.', scope: 'admin',
    params: inTenant, query: none, headers: noHeaders, body: json(newKey), status: 201, response: json(createdKey), errors: ['quota_exceeded'],
    example: { body: { name: 'reader', scopes: ['read'] } },
  },
  revokeKey: {
    method: 'DELETE', path: '/v1/keys/{keyId}', tag: 'Keys', summary: 'Revoke an API key at once', scope: 'admin',
    params: oneKey, query: none, headers: noHeaders, status: 200, response: json(apiKeyView), errors: [],
  },
  listAudit: {
    method: 'GET', path: '/v1/audit', tag: 'Tenant', summary: 'Read the audit log, the latest first', scope: 'admin',
    params: inTenant, query: z.strictObject({ limit: pageLimit(50), cursor: cursor.optional() }), headers: noHeaders,
    status: 200, response: json(auditList), errors: ['invalid_cursor'], example: { query: 'limit=20' },
  },
  getTenant: {
    method: 'GET', path: '/v1/tenant', tag: 'Tenant', summary: 'Read the tenant of the key', scope: 'read',
    params: inTenant, query: none, headers: noHeaders, status: 200, response: json(tenantView), errors: [],
  },
  listTenants: {
    method: 'GET', path: '/v1/admin/tenants', tag: 'Operator', summary: 'List all tenants (operator keys only)', scope: 'admin', operator: true,
    params: inTenant, query: none, headers: noHeaders, status: 200, response: json(tenantList), errors: [],
  },
  createTenant: {
    method: 'POST', path: '/v1/admin/tenants', tag: 'Operator', summary: 'Make a tenant and its first key (operator keys only)', scope: 'admin', operator: true,
    params: inTenant, query: none, headers: noHeaders, body: json(newTenant), status: 201, response: json(createdTenant), errors: ['quota_exceeded'],
    example: { body: { id: 'acme', name: 'Acme' } },
  },
} as const satisfies Record<string, Route>;
