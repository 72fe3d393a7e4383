import { publicService, ROUTE_IDS } from '@total-recall/contracts';
import { inParallel } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bare, createLeakFinder, differencesOf, idsIn } from './isolation/answers.ts';
import { attacksOf, caseOf, plainCall, ROUTE_CASES, withVersion, type Attack } from './isolation/attacks.ts';
import { forgedHeaders, tamperedKeys, UNKNOWN_KEY } from './isolation/forgeries.ts';
import { publishedRoutes, type PublishedRoute } from './isolation/published-routes.ts';
import { collectReferences, type References } from './isolation/references.ts';
import { askingAgain, overGrpc, overHttp, type Answer, type ApiCall, type Transport } from './isolation/transports.ts';
import { openTwoTenants, ownSession, ownSpace, SHARED, type Tenant, type TwoTenants } from './isolation/two-tenants.ts';
import type { ServiceUnderTest } from './open-services.ts';
import { UNLIMITED } from './unlimited.ts';

/** Settings that the cases need. */
export const ISOLATION_ENV = { ...UNLIMITED, TOTAL_RECALL_WINDOW_TOKENS: '8192', TOTAL_RECALL_LOG_LEVEL: 'warn' };

const TRANSPORTS = ['HTTP', 'gRPC', 'streams of gRPC'] as const;
/** Routes that recall, write or operate, in the order of the cases: those that create a session come last. */
const CHANGING = Object.entries(ROUTE_CASES).flatMap(([id, { kind }]) => (['ask', 'write', 'operator'].includes(kind) ? [id] : []));
/** Reads wait for each other's services, not for the processor. */
const READS_AT_ONCE = 6;
const PATH = `/v1/spaces/${SHARED.space}/sessions/${SHARED.session}`;
const bearer = ({ apiKey }: Tenant): string => `Bearer ${apiKey}`;

/**
 * Describes that a tenant sees nothing of another in any way: every published route is called over HTTP with every id,
 * name, cursor and position of the other tenant, and over gRPC with one of each kind, in every place of a request that
 * can name one. Data of another tenant must be answered like data that does not exist.
 */
export function describeIsolation(name: string, open: () => Promise<ServiceUnderTest>): void {
  describe(`I-08 two tenants on ${name}`, () => {
    let service: ServiceUnderTest | undefined;
    let tenants: TwoTenants;
    let references: References;
    let routes: readonly PublishedRoute[];
    let transports: Readonly<Record<(typeof TRANSPORTS)[number], Transport>>;
    let before: Snapshot;
    let leaksOf: (answer: Answer) => string[];

    beforeAll(async () => {
      service = await open();
      routes = inOrder(await publishedRoutes(service.url));
      transports = {
        HTTP: askingAgain(overHttp(service.url, routes)),
        gRPC: askingAgain(overGrpc(service.grpcAddress, 'calls')),
        'streams of gRPC': askingAgain(overGrpc(service.grpcAddress, 'streams')),
      };
      tenants = await openTwoTenants(service);
      references = await collectReferences(tenants);
      before = await snapshotOf(tenants.owner, routes, references, transports.HTTP);
      leaksOf = createLeakFinder(tenants.owner, references, idsIn(JSON.stringify([...before.values()])));
    });

    afterAll(async () => {
      for (const transport of Object.values(transports ?? {})) transport.close();
      await service?.close();
    });

    /** Returns the routes of some kinds that a transport serves. */
    const served = (transport: Transport, ...kinds: readonly string[]): PublishedRoute[] =>
      routes.filter((route) => transport.routes.has(route.id) && kinds.includes(caseOf(route).kind));

    /** Asks for something of the owner's and for something that nobody has. Returns what is wrong with the answers. */
    async function strike(transport: Transport, { name: attack, mine, nobodys, asked }: Attack): Promise<object[]> {
      const ask = async (call: ApiCall): Promise<Answer> =>
        transport.call(await withVersion(call, tenants.stranger), bearer(tenants.stranger));
      const [his, none] = [await ask(mine), await ask(nobodys)];
      const shown = bare(
        his,
        asked.map((one) => one.mine),
      );
      const wanted = bare(
        none,
        asked.map((one) => one.nobodys),
      );
      const isMisused = his.code === 'invalid_request' && none.code === 'invalid_request';
      return [
        ...(isMisused ? [{ attack, isMisused: his.text }] : []),
        ...differencesOf(shown, wanted).map((difference) => ({ attack, difference })),
        ...leaksOf(his).map((leak) => ({ attack, leak })),
      ];
    }

    /**
     * Returns the attacks on some routes over one transport. Both transports call the same routes, so that what HTTP has
     * named in all ways gRPC names once for each kind and field.
     */
    const attacksOn = (transport: Transport, struck: readonly PublishedRoute[]): Attack[] =>
      struck.flatMap((route) => attacksOf(route, references, transport.name === 'HTTP' ? 'all' : 'one of a kind'));

    async function strikeAll(transport: Transport, struck: readonly PublishedRoute[], atOnce = 1): Promise<object[]> {
      return (await inParallel(attacksOn(transport, struck), atOnce, (attack) => strike(transport, attack))).flat();
    }

    /**
     * Calls every route with headers that other servers accept as the caller's identity. Routes that only read must
     * answer the same.
     */
    async function forgeAll(transport: Transport, ...kinds: readonly string[]): Promise<void> {
      const { owner, stranger } = tenants;
      for (const route of served(transport, ...kinds)) {
        const ask = async (forged?: Readonly<Record<string, string>>): Promise<Answer> =>
          transport.call(await withVersion(plainCall(route, references), stranger), bearer(stranger), forged);
        // A list of the audit notes that it was read once for what it shows, and shows that note to the next one.
        if (route.id === 'listAudit') await ask();
        const [plain, forged] = [await ask(), await ask(forgedHeaders(owner))];
        const asTold = ({ status, code }: Answer) => ({ route: route.id, status, code });
        expect({ ...asTold(forged), leaks: leaksOf(forged) }).toEqual({ ...asTold(plain), leaks: [] });
        if (caseOf(route).kind === 'read') expect(differencesOf(bare(forged, []), bare(plain, []))).toEqual([]);
      }
    }

    it('leaves out no route that is published, and no rpc', () => {
      expect(routes.map(({ id }) => id).toSorted()).toEqual(Object.keys(ROUTE_CASES).toSorted());
      expect(routes.map(({ id }) => id).toSorted()).toEqual(ROUTE_IDS.toSorted());
      const rpcs = [...transports.gRPC.routes, ...transports['streams of gRPC'].routes];
      expect(rpcs).toHaveLength(publicService().rpcs.length);
      for (const id of rpcs) expect(ROUTE_IDS).toContain(id);
    });

    it('shows an owner by every route that reads what no other route may show a stranger', () => {
      const { name, word } = tenants.owner;
      const silent = routes.filter(
        (route) => isSnapped(route) && !before.get(route.id)?.some((answer) => answer.includes(word) || answer.includes(name)),
      );
      expect(silent.map(({ id }) => id)).toEqual([]);
    });

    it.each(TRANSPORTS)('answers over %s whoever reads what is not his as if it were not there', async (over) => {
      const struck = served(transports[over], 'read');
      expect(await strikeAll(transports[over], struck, READS_AT_ONCE)).toEqual([]);
      expect(attacksOn(transports[over], struck).length).toBeGreaterThan(over === 'streams of gRPC' ? 1 : 60);
    });

    it.each(TRANSPORTS)('believes over %s nothing but the key to say whose memory is read', async (over) => {
      await forgeAll(transports[over], 'read', 'public');
    });

    it.each(CHANGING)('answers whoever calls %s for what is not his as if it were not there, over all transports', async (id) => {
      const route = routes.find((one) => one.id === id)!;
      for (const transport of Object.values(transports).filter(({ routes: own }) => own.has(id)))
        expect(await strikeAll(transport, [route])).toEqual([]);
    });

    it('knows many ways to recall from or write to what is another’s', () => {
      const counts = Object.values(transports).map((one) => attacksOn(one, served(one, 'ask', 'write', 'operator')).length);
      for (const [at, least] of [300, 150, 50].entries()) expect(counts[at]).toBeGreaterThan(least);
    });

    it.each(TRANSPORTS)('believes over %s nothing but the key to say who recalls or writes', async (over) => {
      await forgeAll(transports[over], 'ask', 'write', 'operator');
    });

    it('takes no tenant in a query or a body', async () => {
      const { owner, stranger } = tenants;
      for (const route of served(transports.HTTP, 'read', 'ask', 'write', 'public')) {
        const plain = plainCall(route, references);
        const inQuery = await transports.HTTP.call({ ...plain, query: { ...plain.query, tenant: owner.id } }, bearer(stranger));
        expect({ route: route.id, code: inQuery.code }).toEqual({ route: route.id, code: 'invalid_request' });
        if (!route.body?.isJson) continue;
        const inBody = await transports.HTTP.call({ ...plain, body: { ...(plain.body as object), tenant: owner.id } }, bearer(stranger));
        expect({ route: route.id, code: inBody.code }).toEqual({ route: route.id, code: 'invalid_request' });
      }
    });

    it.each(TRANSPORTS)('refuses over %s a key that was tampered with as one that was never made', async (over) => {
      const transport = transports[over];
      const tampered = Object.entries(tamperedKeys(tenants.owner, tenants.stranger));
      for (const route of served(transport, 'read', 'ask', 'write', 'operator', 'public')) {
        const call = plainCall(route, references);
        const unknown = bare(await transport.call(call, UNKNOWN_KEY), []);
        expect(unknown).toMatchObject({ status: 401, code: 'unauthenticated' });
        for (const [what, authorization] of [...tampered, ['none', undefined] as const])
          expect([route.id, what, bare(await transport.call(call, authorization), [])]).toEqual([route.id, what, unknown]);
      }
    });

    it('opens nothing that a task state names which is not its tenant’s', async () => {
      const { stranger } = tenants;
      const ids = (kind: 'event' | 'artifact') => references[kind].map(({ mine }) => mine);
      const { state } = await stranger.send('GET', `${PATH}/task-state`);
      const items = [{ text: 'as it was agreed', eventIds: ids('event') }];
      const fields = { keyEvents: ids('event'), keyArtifacts: ids('artifact'), constraints: items, openLoops: items };
      await stranger.send('PUT', `${PATH}/task-state`, { expectedVersion: state?.version ?? 0, fields });
      const pin = { eventIds: ids('event'), pinned: true };
      const note = { kind: 'system_note', pin };
      await expect(stranger.send('POST', `${PATH}/events`, { events: [note], wait: 'searchable' })).rejects.toThrow(': 404 ');
      const ask = (id: string, body: unknown): ApiCall => ({
        ...plainCall(
          routes.find((route) => route.id === id)!,
          references,
        ),
        body,
      });
      const asks = [
        ask('assembleWindow', { format: 'anthropic', blocks: { userMessage: 'Where is crate 7?' } }),
        ask('recall', { query: 'crate 7 and the ledger', session: SHARED.session, limit: 50, granularity: 'exact', explain: true }),
        ask('recall', {
          queries: [...ids('event').slice(0, 4), ...ids('artifact').slice(0, 3)],
          session: SHARED.session,
          granularity: 'thematic',
        }),
      ];
      for (const transport of [transports.HTTP, transports.gRPC])
        for (const call of asks) {
          const answer = await transport.call(call, bearer(stranger));
          expect([answer.status, leaksOf(answer)]).toEqual([200, []]);
        }
    });

    it('puts no tenant, space or session into the metrics of its processes', async () => {
      const { owner } = tenants;
      for (const at of service!.operations) {
        const text = await (await fetch(`${at}/metrics`)).text();
        expect(text).toContain('total_recall_');
        for (const told of [owner.id, ownSpace(owner), ownSession(owner), owner.name, owner.word]) expect(text).not.toContain(told);
      }
    });

    it('has changed nothing of the owner’s when all of this was tried', async () => {
      const now = async () => Object.fromEntries(await snapshotOf(tenants.owner, routes, references, transports.HTTP));
      await expect.poll(now, { timeout: 60_000, interval: 500 }).toEqual(Object.fromEntries(before));
      const window = await tenants.owner.send('POST', `${PATH}/window`, {});
      const recalled = await tenants.owner.send('POST', `/v1/spaces/${SHARED.space}/recall`, {
        query: 'crate 7 quay',
        session: SHARED.session,
      });
      for (const told of [window, recalled]) {
        expect(JSON.stringify(told)).toContain(tenants.owner.word);
        expect(JSON.stringify(told)).not.toContain(tenants.stranger.word);
      }
    });

    it('pushes into a window nothing that was fetched for another tenant’s draft', async () => {
      const { owner, stranger } = tenants;
      for (const { send } of [owner, stranger]) await send('PUT', `${PATH}/policy`, { pushTokens: 300 });
      const draft = `Where is crate 7 of ${owner.word}, and at which quay does it stand?`;
      expect(await owner.send('POST', `${PATH}/prefetch`, { draft })).toEqual({ result: 'started' });
      const window = await stranger.send('POST', `${PATH}/window`, { blocks: { userMessage: draft } });
      const packs = window.blocks.filter(({ kind }: { kind: string }) => kind === 'pack');
      expect(packs.length).toBeGreaterThan(0);
      expect(JSON.stringify(packs)).toContain(stranger.word);
      expect(leaksOf({ status: 200, text: JSON.stringify(packs), json: packs })).toEqual([]);
    });

    it('does not tell that another tenant has the same bytes', async () => {
      const { owner, stranger } = tenants;
      const attach = async (text: string) => {
        const attachments = [{ mime: 'text/plain', data: Buffer.from(text.repeat(50)).toString('base64') }];
        const events = [{ kind: 'user_message', text: 'Keep this.', attachments }];
        const appended = await stranger.send('POST', `${PATH}/events`, { events, wait: 'searchable' });
        const { body } = await stranger.send('GET', `/v1/spaces/${SHARED.space}/events/${appended.events[0].id}`);
        return { appended, artifact: body.artifacts[0] };
      };
      const [same, fresh] = [await attach(`the ledger of ${owner.word} `), await attach(`the ledger of surtsey `)];
      expect(references.artifact.map(({ mine }) => mine)).not.toContain(same.artifact.id);
      const { mime, role, previewKind, sizeBytes } = fresh.artifact;
      expect(same.artifact).toMatchObject({ mime, role, previewKind, sizeBytes });
      expect(Object.keys(same.artifact)).toEqual(Object.keys(fresh.artifact));
      const told = ({ appended }: typeof same) => bare({ status: 200, text: '', json: appended }, []);
      expect(told(same)).toEqual(told(fresh));
    });
  });
}

/** Answers that the owner gets, by route. */
type Snapshot = ReadonlyMap<string, readonly string[]>;

/** Returns true for a route that is in a snapshot, because calling it leaves nothing behind. */
const isSnapped = (route: PublishedRoute): boolean => route.method === 'GET' && caseOf(route).kind === 'read';

/** Reads everything that the owner can read of its own data. */
async function snapshotOf(
  owner: Tenant,
  routes: readonly PublishedRoute[],
  references: References,
  transport: Transport,
): Promise<Snapshot> {
  const snapshot = new Map<string, readonly string[]>();
  for (const route of routes.filter(isSnapped)) {
    // Left out of the audit: it records the attempts with tampered keys first.
    const plain = route.id === 'listAudit' ? [] : [plainCall(route, references)];
    const calls = [...plain, ...attacksOf(route, references).map(({ mine }) => mine)];
    const texts = await inParallel(calls, READS_AT_ONCE, async (call) => {
      const { status, code, json } = await transport.call(call, bearer(owner));
      return JSON.stringify([status, code ?? json]);
    });
    snapshot.set(route.id, texts);
  }
  return snapshot;
}

/** Sorts the routes by the order of the cases: reading ones before writing ones. */
function inOrder(routes: readonly PublishedRoute[]): readonly PublishedRoute[] {
  const order = Object.keys(ROUTE_CASES);
  return routes.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
