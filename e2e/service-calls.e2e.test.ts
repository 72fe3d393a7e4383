import { generateKeyPairSync } from 'node:crypto';
import { openServiceProbe, type ProbedCall, type ServiceProbe } from '@total-recall/adapter-grpc/testing';
import { createClient } from '@total-recall/client';
import {
  createServiceTokenSigner,
  createSystemClock,
  readSigningKey,
  type ServiceScope,
  type ServiceTokenSigner,
} from '@total-recall/runtime';
import { encodeCall, SERVICE_METHODS, type ServiceName } from '@total-recall/runtime/service-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestCluster, type TestCluster } from './open-test-cluster.ts';
import { realServers } from './real-servers.ts';

const SERVICES = Object.keys(SERVICE_METHODS) as ServiceName[];
const METHODS = SERVICES.flatMap((service) =>
  Object.entries<ServiceScope>(SERVICE_METHODS[service]).map(([method, scope]) => ({ service, method, scope })),
);
const MESSAGE = encodeCall({ tenant: 'default', space: 'demo', session: 's1' });
const NO_MESSAGE = Uint8Array.of(0xff, 0xff, 0xff, 0xff);
const LONG_AGO_MS = 66_000;
const UNIMPLEMENTED = 12;

const clock = createSystemClock();
const signerOf = (pem: string, now = clock.now): ServiceTokenSigner =>
  createServiceTokenSigner({ key: readSigningKey(pem), clock: { ...clock, now } });

type Method = (typeof METHODS)[number];
type Token = (method: Method) => Promise<readonly string[]>;

/** Returns bad tokens by their fault, with their refusals. Those of the first list are refused by the headers alone. */
function badTokens(pem: string, apiKey: string) {
  const [ours, late] = [signerOf(pem), signerOf(pem, () => clock.now() - LONG_AGO_MS)];
  const others = signerOf(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  const bearer =
    (signer: ServiceTokenSigner, more: (method: Method) => object = () => ({})): Token =>
    async (method) => [
      `Bearer ${await signer.sign({ tenant: 'default', spaces: ['demo'], scope: method.scope, audience: method.service, ...more(method) })}`,
    ];
  const [good] = [bearer(ours)];
  const byHeaders: readonly (readonly [string, Token, string, number])[] = [
    ['none', async () => [], 'service_token_invalid', 16],
    ['an API key', async () => [`Bearer ${apiKey}`], 'service_token_invalid', 16],
    ['no bearer', async (method) => (await good(method)).map((text) => text.replace('Bearer', 'Basic')), 'service_token_invalid', 16],
    ['one that was cut', async (method) => (await good(method)).map((text) => text.slice(0, -4)), 'service_token_invalid', 16],
    ['one signed with another key', bearer(others), 'service_token_invalid', 16],
    [
      'one for another service',
      bearer(ours, ({ service }) => ({ audience: SERVICES.find((one) => one !== service)! })),
      'service_token_invalid',
      16,
    ],
    ['an expired one', bearer(late), 'service_token_expired', 16],
    ['one of another scope', bearer(ours, ({ scope }) => ({ scope: scope === 'read' ? 'write' : 'read' })), 'service_token_forbidden', 7],
  ];
  const byMessage: typeof byHeaders = [
    ["another tenant's", bearer(ours, () => ({ tenant: 'rival' })), 'service_token_forbidden', 7],
    ["another space's", bearer(ours, () => ({ spaces: ['side'] })), 'service_token_forbidden', 7],
  ];
  return { good, byHeaders, byMessage };
}

const servers = await realServers();
if (servers)
  describe('calls to the services of a cluster', () => {
    let cluster: TestCluster | undefined;
    let probes: Readonly<Record<ServiceName, ServiceProbe>>;
    let tokens: ReturnType<typeof badTokens>;

    beforeAll(async () => {
      cluster = await openTestCluster(servers);
      const probeOf = (name: ServiceName): [ServiceName, ServiceProbe] => [
        name,
        openServiceProbe(cluster!.services[name].addresses['service']!),
      ];
      probes = Object.fromEntries(SERVICES.map(probeOf)) as typeof probes;
      tokens = badTokens(await cluster.serviceKey(), cluster.apiKey);
    });

    afterAll(async () => {
      for (const probe of Object.values(probes ?? {})) probe.close();
      await cluster?.stop();
    });

    const callOf = async (method: Method, token: Token): Promise<ProbedCall> => ({ ...method, authorization: await token(method) });

    it('are refused without a token that is good for the call, before a message of it is read', async () => {
      for (const method of METHODS)
        for (const [what, token, code, status] of tokens.byHeaders) {
          const call = await callOf(method, token);
          const probe = probes[method.service];
          const answers = [await probe.begin(call), await probe.call(call, NO_MESSAGE), await probe.call(call, MESSAGE)];
          expect([method, what, ...answers]).toEqual([method, what, ...answers.map(() => ({ code, status }))]);
        }
    });

    it("are refused with a token of another tenant or another space than the call's", async () => {
      for (const method of METHODS)
        for (const [what, token, code, status] of tokens.byMessage)
          expect([method, what, await probes[method.service].call(await callOf(method, token), MESSAGE)]).toEqual([
            method,
            what,
            { code, status },
          ]);
    });

    it('are let through with a token that is good for them', async () => {
      for (const method of METHODS) {
        const { code } = await probes[method.service].call(await callOf(method, tokens.good), MESSAGE);
        expect([method, code]).toEqual([method, expect.not.stringMatching(/^(service_token|not_implemented)/)]);
      }
    });

    it('cannot be made at the public port, nor a token be used there', async () => {
      const { url, apiKey, grpcAddress, operations } = cluster!;
      const door = openServiceProbe(grpcAddress!);
      for (const method of METHODS) {
        const authorization = await tokens.good(method);
        expect((await door.call({ ...method, authorization }, MESSAGE)).status).toBe(UNIMPLEMENTED);
        const response = await fetch(`${url}/v1/spaces`, { headers: { authorization: authorization[0]! } });
        expect([method, response.status]).toEqual([method, 401]);
      }
      door.close();
      expect(await createClient({ url, apiKey }).spaces()).toEqual({ spaces: [] });
      for (const at of Object.values(operations)) await expect.poll(async () => (await fetch(`${at}/readyz`)).status).toBe(200);
    });
  });
