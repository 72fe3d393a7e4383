import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { quantiseVector, type NewEvent } from '@total-recall/domain';
import { anthropicProblems, openAiProblems } from '@total-recall/domain/testing';
import { verifyStores } from '@total-recall/composition';
import { createLogger } from '@total-recall/observability';
import { createTextAnalyser } from '@total-recall/language';
import { parseConfig, problemOfCertificate } from '@total-recall/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secret, sealedTerm, words } from '../../testing/erasure-secrets.ts';
import { createRecordingEmbedder, type RecordingEmbedder } from '../../testing/recording-embedder.ts';
import { serveFolder } from '../../testing/serve-folder.ts';
import { rebuildFolder } from '../read-model/rebuild-folder.ts';

const HOME = { tenant: 'default', space: 'harbour' };
const RUN = { ...HOME, session: 'run-1' };
const RECORDED = join(import.meta.dirname, '../../testing/data-folder-fold-3.tar.gz');

let root: string;
const lines: string[] = [];

async function serve(dataDir: string, embedder?: RecordingEmbedder) {
  const config = parseConfig('standalone', {
    HOME: root,
    TOTAL_RECALL_DATA_DIR: dataDir,
    TOTAL_RECALL_EMBEDDER: 'off',
    TOTAL_RECALL_WINDOW_TOKENS: '4000',
    ...embedder?.env,
  });
  const logger = createLogger({ destination: { write: (line) => void lines.push(line) } });
  const service = await serveFolder(config, logger, embedder ? { wrapEmbedder: embedder.wrapEmbedder } : {});
  return { ...service, config, detail: async () => (await service.health()).components['read-model']?.detail };
}
type Service = Awaited<ReturnType<typeof serve>>;

const SECRETS = Array.from({ length: 30 }, (_, n) => secret(n));

const REPLY = 'Understood, noted.';

/**
 * Writes five turns with six secrets each: in the user's and the model's words, a call's arguments, a small and a large
 * result, and an attached file. A short reply, which is embedded with a secret, follows them.
 */
async function plant({ ingest }: Service): Promise<string[]> {
  const planted: string[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const [said, answered, args, small, large, title] = SECRETS.slice(turn * 6, turn * 6 + 6) as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const call = { id: `call_${turn}`, name: 'read_file' };
    const events: NewEvent[] = [
      { kind: 'user_message', text: `Please look at ${said} for me. ${words('the quay', 6)}`, meta: { subject: 'customer-1' } },
      { kind: 'agent_message', text: `I will ask ${answered}.`, meta: { subject: 'customer-1' } },
      { kind: 'tool_call', call: { ...call, arguments: JSON.stringify({ path: `/srv/${args}.txt` }) }, meta: { subject: 'customer-1' } },
      { kind: 'tool_result', call, text: `${small} found\n${words('berth 9', 40)}\n${words(large, 200)}`, meta: { subject: 'customer-1' } },
      {
        kind: 'user_message',
        text: `See what I sent of ${said}.`,
        attachments: [{ mime: 'text/plain', data: Buffer.from(`a note about ${title}`), title: `${title}.txt` }],
        meta: { subject: 'customer-1' },
      },
      { kind: 'agent_message', text: REPLY },
      { kind: 'agent_message', text: `The harbour of turn ${turn} is closed in winter. ${words('the mole', 20)}` },
    ];
    const appended = await ingest.append({ ...RUN, events, wait: 'searchable' });
    planted.push(...appended.events.slice(0, 5).map(({ id }) => id));
    await ingest.updateTaskState({
      ...RUN,
      update: { fields: { goals: [`find ${said}`, 'keep the harbour open'], risks: [large], milestones: [`turn ${turn}`] } },
    });
    for (let more = 0; more < 6; more += 1)
      await ingest.append({ ...RUN, events: [{ kind: 'agent_message', text: words(`pier ${turn}${more}`, 25) }], wait: 'searchable' });
  }
  await ingest.settle(30_000);
  return planted;
}

/** Reads every file below a folder, by path. */
async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) found.set(join(entry.parentPath, entry.name), await readFile(join(entry.parentPath, entry.name)));
  return found;
}

async function holding(folder: string, needles: readonly (string | Buffer)[]): Promise<string[]> {
  const files = await filesOf(folder);
  return needles.flatMap((needle) =>
    [...files].flatMap(([path, bytes]) => (bytes.includes(needle) ? [`${needle.toString('latin1')} in ${path.slice(folder.length)}`] : [])),
  );
}

/** Returns other forms in which a string may be stored: its hashes, as bytes and as text. */
function hashesOf(text: string): (string | Buffer)[] {
  const hashes = ['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(text).digest());
  return hashes.flatMap((bytes) => [bytes, bytes.toString('hex'), bytes.toString('base64')]);
}

/** Returns the terms of the strings as the index stores them. */
async function termsOf({ stores }: Service): Promise<string[]> {
  const { key } = await stores.keys.spaceKey(HOME.tenant, HOME.space);
  return SECRETS.flatMap((text) => createTextAnalyser().analyse(text)).map((term) => sealedTerm(key, term));
}

/** Returns the signs of a vector as its index seals them: a bit per dimension, the lowest first. */
function signsOf(vector: Float32Array): Buffer {
  const signs = Buffer.alloc(vector.length / 8);
  quantiseVector(vector).values.forEach((value, at) => (signs[at >> 3]! |= Number(value > 0) << (at & 7)));
  return signs;
}

/** Cuts rows of token vectors into pieces, as a row may cross a page of its store. */
function piecesOf(codes: Uint8Array): Buffer[] {
  return Array.from({ length: 4 }, (_, at) => Buffer.from(codes.subarray((at * codes.length) / 4, ((at + 1) * codes.length) / 4)));
}

const inputOf = ({ text, before = '', lineStarts = [] }: { text: string; before?: string; lineStarts?: readonly number[] }): string =>
  JSON.stringify([text, before, lineStarts]);

/** Returns for each text the bytes by which its vectors are searched, and its neighbours. */
async function vectorsOf(embedder: RecordingEmbedder, serving: () => Service) {
  const index = () => serving().stores.index.vectors!;
  const model = embedder.plain.model;
  const planted = embedder.recorded.filter(
    ({ kind, text, before = '' }) => kind === 'document' && SECRETS.some((secret) => `${before} ${text}`.includes(secret)),
  );
  const words = await embedder.plain.embed(
    SECRETS.map((text) => ({ text, kind: 'document' as const })),
    { tokens: true },
  );
  return {
    planted,
    signs: planted.map(({ embedding }) => signsOf(embedding.vector)),
    rows: words.map(({ kept }) => piecesOf(kept!.codes)),
    nearest: async () =>
      Promise.all(planted.map(({ embedding: { vector } }) => index().searchVectors({ ...HOME, model, vector, limit: 100 }))),
    known: async () => (await index().tokenStatistics({ ...HOME, model, ids: words.map(({ kept }) => kept!.ids[0]!) })).documentFrequencies,
  };
}

/** Returns the topics of windows that the analytics keep, as they would stand in the clear. */
async function topicsOf({ stores }: Service): Promise<string[]> {
  const windows = await stores.anatomy.anatomy({ ...RUN, limit: 100 });
  return windows.flatMap(({ topicLabel }) => (topicLabel === null ? [] : [`"topicLabel":"${topicLabel}"`]));
}

async function seen({ retriever }: Service): Promise<string> {
  const { events } = await retriever.events({ ...RUN, limit: 500 });
  const window = await retriever.assembleWindow({ ...RUN });
  const early = await retriever.assembleWindow({ ...RUN, atTurn: 6 }).catch(() => undefined);
  const task = await retriever.taskState(RUN);
  const markers = await retriever.markers({ ...HOME, limit: 100 } as never);
  return JSON.stringify([events, window, early, task, markers]);
}

async function expectValidWindows({ retriever }: Service): Promise<void> {
  const anthropic = await retriever.assembleWindow({ ...RUN, format: 'anthropic' });
  const openai = await retriever.assembleWindow({ ...RUN, format: 'openai' });
  expect(anthropicProblems({ ...anthropic.anthropic })).toEqual([]);
  expect(openAiProblems({ ...openai.openai })).toEqual([]);
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-erasure-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

// A loaded machine takes a minute for the first test.
describe('an erasure', () => {
  it('leaves nothing of thirty strings in any file, answer, index or memory, and windows that models take', async () => {
    const dataDir = join(root, 'probe');
    const embedder = await createRecordingEmbedder();
    let service = await serve(dataDir, embedder);
    const plantedIds = new Set(await plant(service));
    await service.embedder!.whenReady(AbortSignal.timeout(20_000));
    await service.ingest.settle(30_000);
    const terms = await termsOf(service);

    const before = await seen(service);
    for (const text of SECRETS.slice(0, 6)) {
      const { hits } = await service.retriever.recall({ ...HOME, queries: [text] });
      expect(hits[0]?.eventId, text).toBeDefined();
    }
    expect(SECRETS.filter((text) => before.includes(text)).length).toBeGreaterThan(20);
    expect(JSON.parse(before)[1].cycle).toBeGreaterThan(0);
    expect((await holding(dataDir, terms)).length).toBeGreaterThan(25);
    expect(await holding(dataDir, SECRETS), 'no text of an event is in the clear in any file').toEqual([]);

    const { planted, signs, rows, nearest, known } = await vectorsOf(embedder, () => service);
    const hashes = SECRETS.flatMap(hashesOf);
    for (const text of SECRETS)
      expect(
        planted.some((one) => one.text.includes(text)),
        text,
      ).toBe(true);
    expect(planted.filter(({ text, before }) => text.includes(REPLY) && before !== undefined)).toHaveLength(5);
    for (const hits of await nearest()) expect(hits[0]?.similarity).toBeGreaterThan(0.95);
    expect((await nearest()).filter((hits) => hits.some(({ eventId }) => plantedIds.has(eventId))).length).toBeGreaterThan(25);
    for (const documents of await known()) expect(documents).toBeGreaterThan(0);
    expect(await holding(dataDir, [...signs, ...rows.flat()]), 'no vector is in the clear in any file').toEqual([]);
    const topics = await topicsOf(service);
    expect(topics.length).toBeGreaterThan(0);
    expect(await holding(dataDir, topics), 'no topic of a window is in the clear in any file').toEqual([]);
    expect(await holding(dataDir, hashes)).toEqual([]);
    const planned = await service.eraser!.erase({
      tenant: 'default',
      scope: { kind: 'subject', subject: 'customer-1' },
      actor: 'key',
      dryRun: true,
    });
    expect([planned.status, planned.counts.events]).toEqual(['planned', 25]);
    expect(JSON.parse(await seen(service))[0]).toEqual(JSON.parse(before)[0]);
    const done = await service.eraser!.erase({ tenant: 'default', scope: { kind: 'subject', subject: 'customer-1' }, actor: 'key' });
    expect(done).toMatchObject({ status: 'done', counts: { events: 25 } });
    await service.ingest.settle(20_000);
    const publicKey = await service.eraser!.certificateKey();
    expect(problemOfCertificate(done.certificate, publicKey)).toBeUndefined();
    const { statement, ...signature } = done.certificate!;
    const tampered = { ...signature, statement: { ...statement, counts: { ...statement.counts, events: 24 } } };
    expect(problemOfCertificate(tampered, publicKey)).toContain('something was changed');
    const asked = embedder.recorded.length;
    await service.embedder!.current()!.embed(planted, { tokens: true });
    expect(embedder.recorded.length - asked, 'nothing of it is remembered by the embedder').toBe(new Set(planted.map(inputOf)).size);

    const gone = async (): Promise<void> => {
      const after = await seen(service);
      expect(SECRETS.filter((text) => after.includes(text))).toEqual([]);
      expect(after).toContain('The harbour of turn 3 is closed in winter.');
      expect(after).toContain('keep the harbour open');
      for (const text of SECRETS) {
        const { rendered } = await service.retriever.recall({ ...HOME, queries: [text] });
        expect(rendered).not.toContain(text);
      }
      await expect(service.retriever.event({ ...HOME, eventId: done.eventIds[0]! })).rejects.toMatchObject({ code: 'erased' });
      await expectValidWindows(service);
      for (const [at, hits] of (await nearest()).entries()) {
        expect(hits.filter(({ eventId }) => plantedIds.has(eventId))).toEqual([]);
        if (planted[at]!.text.includes(REPLY)) expect(hits[0]?.similarity, 'no vector has a trace of it').toBeLessThan(0.95);
      }
      expect(await known()).toEqual(SECRETS.map(() => 0));
    };
    const traces = [...SECRETS, ...terms, ...hashes, ...signs, ...rows.flat(), 'customer-1'];
    await gone();
    const state = await service.stores.sessions.load(RUN);
    expect(await holding(dataDir, traces)).toEqual([]);
    await service.stop();
    expect(await holding(dataDir, traces)).toEqual([]);

    // A read model that is filled from the log gives the same result.
    for (const entry of await readdir(dataDir)) if (entry.startsWith('read-model-')) await rm(join(dataDir, entry), { recursive: true });
    service = await serve(dataDir, embedder);
    await service.embedder!.whenReady(AbortSignal.timeout(20_000));
    await service.ingest.settle(30_000);
    await gone();
    expect(await service.stores.sessions.load(RUN)).toEqual(state);
    expect(await holding(dataDir, traces)).toEqual([]);
    const { ok, findings } = await verifyStores(service.stores, service.config, { isDense: true });
    expect([ok, findings]).toEqual([true, []]);
    await service.stop();
    await embedder.close();
    expect(lines.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([]);
  });

  it('leaves nothing in a read model and analytics that were put aside', async () => {
    const dataDir = join(root, 'aside');
    const embedder = await createRecordingEmbedder();
    const start = async (): Promise<Service> => {
      const service = await serve(dataDir, embedder);
      await service.embedder!.whenReady(AbortSignal.timeout(20_000));
      await service.ingest.settle(30_000);
      return service;
    };
    let service = await start();
    await plant(service);
    const terms = await termsOf(service);
    await service.stop();
    const { aside } = (await rebuildFolder(service.config, { logger: createLogger({ destination: { write: () => undefined } }) }))!;
    await truncate(join(dataDir, 'anatomy.db'), 5_000);
    service = await start();
    expect((await holding(aside!, terms)).length).toBeGreaterThan(25);
    const putAside = async () => (await readdir(dataDir)).filter((name) => name.endsWith('.damaged'));
    expect(await putAside()).toEqual(['anatomy.db.damaged', basename(aside!)]);

    const scope = { kind: 'subject', subject: 'customer-1' } as const;
    await service.eraser!.erase({ tenant: 'default', scope, actor: 'key', dryRun: true });
    expect(await putAside()).toHaveLength(2);
    await service.eraser!.erase({ tenant: 'default', scope, actor: 'key' });
    expect(await putAside()).toEqual([]);
    expect(await holding(dataDir, terms)).toEqual([]);
    await service.stop();
    await embedder.close();
  });

  it('takes a session, a space and a tenant whole, and nothing of another', async () => {
    const service = await serve(join(root, 'whole'));
    const say = (space: string, session: string, text: string) =>
      service.ingest.append({ tenant: 'default', space, session, events: [{ kind: 'user_message', text }], wait: 'searchable' });
    await say('harbour', 'one', SECRETS[0]!);
    await say('harbour', 'two', SECRETS[1]!);
    await say('market', 'one', SECRETS[2]!);
    const one = { tenant: 'default', space: 'harbour', session: 'one' };
    await service.eraser!.erase({ tenant: 'default', scope: { kind: 'session', space: 'harbour', session: 'one' }, actor: 'key' });
    await expect(service.retriever.session(one)).rejects.toMatchObject({ code: 'erased' });
    await expect(service.retriever.assembleWindow(one)).rejects.toMatchObject({ code: 'erased' });
    await expect(say('harbour', 'one', 'again')).rejects.toMatchObject({ code: 'erased' });
    expect(
      (await service.retriever.sessions({ tenant: 'default', space: 'harbour', limit: 10 })).sessions.map(({ session }) => session),
    ).toEqual(['two']);
    expect((await service.retriever.recall({ ...HOME, queries: [SECRETS[1]!] })).hits).toHaveLength(1);
    await service.eraser!.erase({ tenant: 'default', scope: { kind: 'space', space: 'harbour' }, actor: 'key' });
    expect((await service.retriever.recall({ ...HOME, queries: [SECRETS[1]!] })).hits).toEqual([]);
    expect((await service.retriever.spaces({ tenant: 'default', limit: 10 })).spaces.map(({ space }) => space)).toEqual(['market']);
    await service.eraser!.erase({ tenant: 'default', scope: { kind: 'tenant' }, actor: 'key' });
    expect((await service.retriever.spaces({ tenant: 'default', limit: 10 })).spaces).toEqual([]);
    expect(await holding(join(root, 'whole'), SECRETS.slice(0, 3))).toEqual([]);
    await service.stop();
  });

  it('keeps what else a session of before events had keys says, and takes more of it later', async () => {
    const dataDir = join(root, 'earlier');
    await cp(RECORDED, join(dataDir, 'recorded.tar.gz'));
    execFileSync('tar', ['-xzf', 'recorded.tar.gz'], { cwd: dataDir });
    await rm(join(dataDir, 'recorded.tar.gz'));
    const filling = await serve(dataDir);
    await expect.poll(filling.detail, { timeout: 30_000 }).toBeUndefined();
    await filling.stop();
    let service = await serve(dataDir);
    const winter = { tenant: 'default', space: 'harbour', session: 'winter' };
    const texts = async () =>
      (await service.retriever.events({ ...winter, limit: 500 })).events.map(({ id, body, kind }) => ({ id, kind, text: body?.text }));
    const before = await texts();
    const [first, second] = before.filter(({ kind, text }) => kind === 'user_message' && text !== '').map(({ id }) => id) as [
      string,
      string,
    ];
    for (const gone of [[first], [first, second]]) {
      await service.eraser!.erase({
        tenant: 'default',
        scope: { kind: 'events', space: 'harbour', eventIds: [gone.at(-1)!] },
        actor: 'key',
      });
      expect(await texts()).toEqual(
        before.map((event) => (gone.includes(event.id) ? { id: event.id, kind: event.kind, text: undefined } : event)),
      );
    }
    await service.stop();
    service = await serve(dataDir);
    expect((await texts()).filter(({ text }) => text === undefined).map(({ id }) => id)).toEqual([first, second]);
    await service.stop();
  });

  it('is finished by the next process where one ended before it was done', async () => {
    const dataDir = join(root, 'cut');
    const service = await serve(dataDir);
    const { events } = await service.ingest.append({
      ...RUN,
      events: [
        { kind: 'user_message', text: SECRETS[0]! },
        { kind: 'user_message', text: 'stays' },
      ],
    });
    await service.ingest.settle(30_000);
    const share = await service.stores.ledger!.own(0);
    const targets = {
      events: [{ space: 'harbour', session: 'run-1', eventIds: [events[0]!.id] }],
      sessions: [],
      spaces: [],
      artifacts: [],
    };
    const counts = { events: 1, quoting: 0, sessions: 0, spaces: 0, artifacts: 0 };
    const scope = { kind: 'events', space: 'harbour', eventIds: [events[0]!.id] } as const;
    await share.append(0, [
      {
        id: '01JZX0000000000000000000AA',
        tenant: 'default',
        at: 1,
        actor: 'key',
        act: { type: 'ErasureRequested', scope, targets, counts },
      },
    ]);
    await service.stop();
    const next = await serve(dataDir);
    await expect.poll(async () => (await next.eraser!.erasure('default', '01JZX0000000000000000000AA'))?.status).toBe('done');
    expect((await next.retriever.events({ ...RUN, limit: 10 })).events.map(({ body, missing }) => body?.text ?? missing)).toEqual([
      'erased',
      'stays',
    ]);
    await next.stop();
  });
});
