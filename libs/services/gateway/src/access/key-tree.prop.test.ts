import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { SCOPES } from '@total-recall/contracts';
import type { Ingest, Retriever, Scope } from '@total-recall/ports';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSystemRandom } from '@total-recall/runtime';
import { virtualTime } from '../../testing/virtual-time.ts';
import { createGateway } from '../create-gateway.ts';
import { GATEWAY_DEFAULTS, OPERATOR_TENANT, type Gateway } from '../gateway.ts';
import { recoverKey } from '../handlers/control-handlers.ts';

const SPACES = ['a', 'b', 'c'];
const SUBJECTS = ['anna', 'ben', 'cleo'];
/** A random request: which of the keys made so far asks, and for what. */
const wish = fc.record({
  maker: fc.nat(30),
  scopes: fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 }),
  spaces: fc.option(fc.uniqueArray(fc.constantFrom(...SPACES), { minLength: 1 }), { nil: undefined }),
  subjects: fc.option(fc.uniqueArray(fc.constantFrom(...SUBJECTS), { minLength: 1 }), { nil: undefined }),
  expiresInMs: fc.option(fc.integer({ min: 1, max: 10_000 }), { nil: undefined }),
});
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('make' as const), wish }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), by: fc.nat(30), key: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 3_000 }) }) },
);

/** A key as the test keeps it: its maker is an index into the list. */
interface Known {
  readonly id: string;
  readonly text: string;
  readonly maker?: Known;
  readonly scopes: readonly Scope[];
  readonly spaces?: readonly string[] | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly expiresAt: number;
  revoked: boolean;
}

const lineOf = (key: Known): Known[] => [key, ...(key.maker ? lineOf(key.maker) : [])];
const input = (body: unknown, params: object = {}) => ({ params, query: {}, headers: {}, body });

async function openTree() {
  const time = virtualTime();
  const control = createMemoryControlStore();
  const gateway = createGateway(
    {
      control,
      ...time,
      random: createSystemRandom(),
      // Never called in this test.
      ingest: {} as Ingest,
      retriever: {} as Retriever,
      families: [],
    },
    { ...GATEWAY_DEFAULTS, quotas: { requestsPerSecond: 1e6, burst: 1e6 } },
  );
  const first = await gateway.bootstrap('acme');
  if (first.kind !== 'created') throw new Error('there was a key');
  const caller = await gateway.enter(`Bearer ${first.apiKey}`);
  const root: Known = { id: caller.keyId, text: first.apiKey, scopes: SCOPES, expiresAt: Infinity, revoked: false };
  return { time, control, gateway, keys: [root] };
}
type Tree = Awaited<ReturnType<typeof openTree>>;

const enter = (gateway: Gateway, { text }: Known) =>
  gateway.enter(`Bearer ${text}`).then(
    (caller) => caller,
    (error: { readonly code: string }) => error.code,
  );

/** Acts as a client with a key would, and tolerates a refusal. */
async function act(gateway: Gateway, key: Known, routeId: 'createKey' | 'revokeKey', asked: ReturnType<typeof input>): Promise<unknown> {
  const caller = await enter(gateway, key);
  if (typeof caller === 'string') return undefined;
  try {
    gateway.admit({ routeId, caller, params: {} });
    const reply = await gateway.call(routeId, caller, asked);
    return reply.kind === 'json' ? reply.body : undefined;
  } catch {
    return undefined;
  }
}

async function make(
  { time, gateway, keys }: Tree,
  { maker, scopes, spaces, subjects, expiresInMs }: typeof wish extends fc.Arbitrary<infer T> ? T : never,
) {
  const by = keys[maker % keys.length]!;
  const expiresAt = expiresInMs === undefined ? undefined : time.clock.now() + expiresInMs;
  const body = {
    name: 'k',
    scopes,
    ...(spaces && { spaces }),
    ...(subjects && { subjects }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  };
  const made = (await act(gateway, by, 'createKey', input(body))) as { apiKey: string; key: { id: string } } | undefined;
  if (made)
    keys.push({
      id: made.key.id,
      text: made.apiKey,
      maker: by,
      scopes,
      spaces,
      subjects,
      expiresAt: expiresAt ?? Infinity,
      revoked: false,
    });
}

async function revoke({ gateway, keys }: Tree, by: number, key: number): Promise<void> {
  const target = keys[key % keys.length]!;
  if (await act(gateway, keys[by % keys.length]!, 'revokeKey', input(undefined, { keyId: target.id }))) target.revoked = true;
}

/** Checks that every key permits what it was given, limited by its makers. */
async function check({ time, gateway, keys }: Tree): Promise<void> {
  for (const key of keys) {
    const line = lineOf(key);
    const found = await enter(gateway, key);
    if (line.some(({ revoked }) => revoked)) expect(found).toBe('key_revoked');
    else if (line.some(({ expiresAt }) => expiresAt <= time.clock.now())) expect(found).toBe('key_expired');
    else {
      const may = found as Exclude<typeof found, string>;
      for (const maker of line) {
        for (const scope of may.scopes) expect(maker.scopes).toContain(scope);
        if (maker.subjects) for (const subject of may.subjects ?? SUBJECTS.concat('dora')) expect(maker.subjects).toContain(subject);
        if (maker.spaces) for (const space of may.spaces ?? SPACES.concat('d')) expect(maker.spaces).toContain(space);
      }
      expect(may.scopes).toHaveLength(key.scopes.length);
      expect(may.tenant).toBe('acme');
    }
  }
}

describe('keys that make keys', () => {
  it('give no more than they have, and end with the first of those that they came of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const tree = await openTree();
        for (const next of steps) {
          if (next.kind === 'make') await make(tree, next.wish);
          else if (next.kind === 'revoke') await revoke(tree, next.by, next.key);
          else await tree.time.advance(next.ms);
          await check(tree);
        }
        await tree.gateway.stop();
      }),
      { numRuns: 60 },
    );
  });

  it('are shown with what they are worth', async () => {
    const tree = await openTree();
    await make(tree, { maker: 0, scopes: ['admin', 'read'], spaces: undefined, subjects: undefined, expiresInMs: 5_000 });
    await make(tree, { maker: 1, scopes: ['read'], spaces: ['a'], subjects: undefined, expiresInMs: undefined });
    await make(tree, { maker: 1, scopes: ['read'], spaces: undefined, subjects: undefined, expiresInMs: 6_000 });
    expect(tree.keys).toHaveLength(3);
    await revoke(tree, 0, 1);
    const caller = await tree.gateway.enter(`Bearer ${tree.keys[0]!.text}`);
    const reply = await tree.gateway.call('listKeys', caller, input(undefined));
    const shown = (reply as { body: { keys: Record<string, unknown>[] } }).body.keys;
    const at = (ms: number) => new Date(tree.time.clock.now() + ms).toISOString();
    expect(shown.find(({ id }) => id === tree.keys[2]!.id)).toMatchObject({
      madeBy: tree.keys[1]!.id,
      revokedAt: at(0),
      expiresAt: at(5_000),
      spaces: ['a'],
    });
    expect(shown.find(({ id }) => id === tree.keys[0]!.id)).not.toHaveProperty('revokedAt');
    await tree.gateway.stop();
  });

  it('permit what their makers share, though more stands with them', async () => {
    const tree = await openTree();
    await make(tree, { maker: 0, scopes: ['admin', 'read'], spaces: ['a', 'b'], subjects: undefined, expiresInMs: undefined });
    await make(tree, { maker: 1, scopes: ['read'], spaces: ['a'], subjects: undefined, expiresInMs: undefined });
    const below = (await tree.control.apiKey(tree.keys[2]!.id))!;
    await tree.control.putApiKey({ ...below, scopes: ['erase', 'read', 'write'], spaces: ['a', 'c'] });
    expect(await enter(tree.gateway, tree.keys[2]!)).toMatchObject({ scopes: ['read'], spaces: ['a'] });
    await tree.gateway.stop();
  });

  it('are worth nothing where their line leads out of the tenant, to nobody, or round', async () => {
    const tree = await openTree();
    await make(tree, { maker: 0, scopes: ['read'], spaces: undefined, subjects: undefined, expiresInMs: undefined });
    const [root, made] = await Promise.all(tree.keys.map(async ({ id }) => (await tree.control.apiKey(id))!));
    for (const change of [
      { ...root!, madeBy: made!.id },
      { ...root!, tenant: OPERATOR_TENANT },
      { ...root!, madeBy: 'nobody' },
    ]) {
      await tree.control.putApiKey(change);
      await tree.time.advance(5_001);
      expect(await enter(tree.gateway, tree.keys[1]!)).toBe('key_revoked');
    }
    await tree.gateway.stop();
  });
});

describe('a tenant without an admin key', () => {
  it('gets one back, whether the last was revoked, expired or bound to spaces, and only then', async () => {
    const tree = await openTree();
    const deps = { control: tree.control, clock: tree.time.clock, random: createSystemRandom() };
    await make(tree, { maker: 0, scopes: ['admin'], spaces: undefined, subjects: undefined, expiresInMs: 1_000 });
    await make(tree, { maker: 0, scopes: ['admin'], spaces: ['a'], subjects: undefined, expiresInMs: undefined });
    const holds = await recoverKey(deps, 'acme');
    expect(holds.kind === 'present' && tree.keys.slice(0, 2).map(({ id }) => id)).toContain(holds.key.id);
    await tree.control.putApiKey({ ...(await tree.control.apiKey(tree.keys[0]!.id))!, revokedAt: tree.time.clock.now() });
    const recovered = await recoverKey(deps, 'acme');
    expect(recovered.kind).toBe('recovered');
    expect(recovered.kind === 'recovered' && (await tree.gateway.enter(`Bearer ${recovered.text}`))).toMatchObject({ scopes: [...SCOPES] });
    await tree.gateway.stop();
  });
});
