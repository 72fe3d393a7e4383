import { createHash } from 'node:crypto';
import { SHARED, type Tenant } from './two-tenants.ts';

type Texts = Readonly<Record<string, string>>;

/** Returns headers, or metadata, that some server accepts as the identity of the caller or the target of the call. */
export function forgedHeaders({ id, apiKey }: Tenant): Texts {
  const path = `/v1/spaces/${SHARED.space}/sessions/${SHARED.session}/events`;
  return {
    'X-Tenant': id,
    'X-Tenant-Id': id,
    'X-Total-Recall-Tenant': id,
    'Total-Recall-Tenant': id,
    Tenant: id,
    'X-Scope': 'admin',
    'X-Api-Key': apiKey,
    'Proxy-Authorization': `Bearer ${apiKey}`,
    'X-Authorization': `Bearer ${apiKey}`,
    'X-Original-Authorization': `Bearer ${apiKey}`,
    'X-Forwarded-Authorization': `Bearer ${apiKey}`,
    'Grpc-Metadata-Authorization': `Bearer ${apiKey}`,
    'X-Service-Token': `v1.${'0'.repeat(16)}.e30.AAAA`,
    'X-Forwarded-User': id,
    'X-Remote-User': id,
    'X-Forwarded-For': '127.0.0.1',
    'X-Real-IP': '127.0.0.1',
    'X-Forwarded-Host': `${id}.example`,
    'X-Forwarded-Proto': 'https',
    Forwarded: `for=127.0.0.1;host=${id}.example;proto=https`,
    'X-Original-URL': path,
    'X-Rewrite-URL': path,
    'X-HTTP-Method-Override': 'DELETE',
    Cookie: `tenant=${id}; api_key=${apiKey}`,
    Baggage: `tenant=${id}`,
    Tracestate: `tenant=${id}`,
  };
}

const partsOf = (apiKey: string): readonly [keyId: string, secret: string] => [apiKey.slice(3, 19), apiKey.slice(20)];

/** Returns credentials of somebody who knows the id of a key but not exactly its secret. */
export function tamperedKeys(owner: Tenant, stranger: Tenant): Texts {
  const [keyId, secret] = partsOf(owner.apiKey);
  const [strangersId, strangersSecret] = partsOf(stranger.apiKey);
  const changed = (secret[0] === 'A' ? 'B' : 'A') + secret.slice(1);
  const bearer = (text: string): string => `Bearer ${text}`;
  return {
    "the owner's id with the stranger's secret": bearer(`tr_${keyId}_${strangersSecret}`),
    "the stranger's id with the owner's secret": bearer(`tr_${strangersId}_${secret}`),
    'one character of the secret changed': bearer(`tr_${keyId}_${changed}`),
    'letters of the secret in another case': bearer(`tr_${keyId}_${secret.toUpperCase()}`),
    'a secret that is cut': bearer(`tr_${keyId}_${secret.slice(0, -1)}`),
    'a secret that is longer': bearer(`tr_${keyId}_${secret}A`),
    'no secret': bearer(`tr_${keyId}_`),
    'the hash of the secret': bearer(`tr_${keyId}_${createHash('sha256').update(secret).digest('base64url')}`),
    'the id in capitals': bearer(`tr_${keyId.toUpperCase()}_${secret}`),
    'two keys': `${bearer(stranger.apiKey)}, ${bearer(owner.apiKey)}`,
    'a key and a tenant': bearer(`${stranger.apiKey} ${owner.id}`),
    'another scheme': `Basic ${Buffer.from(`${owner.id}:${secret}`).toString('base64')}`,
  };
}

/** A well-formed key that was never created. */
export const UNKNOWN_KEY = `Bearer tr_${'0'.repeat(16)}_${'A'.repeat(43)}`;
