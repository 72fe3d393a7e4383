import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MINILM_L6_V2, modelId } from '@total-recall/adapter-onnx';
import { createClient } from '@total-recall/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findTestModel } from '../libs/adapters/onnx/testing/find-test-model.ts';
import { printedKey, serveProcess, type ServedProcess } from './serve-process.ts';

// The built service on a machine without a model, with a local hub in place of the public one, and without Maven.
const [WEIGHTS, TOKENIZER] = MINILM_L6_V2.files as [(typeof MINILM_L6_V2.files)[number], (typeof MINILM_L6_V2.files)[number]];
const NOBODY = 'http://127.0.0.1:1';
const WAIT = { timeout: 40_000, interval: 50 };

let root: string;
let service: ServedProcess | undefined;
const servers: Server[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'total-recall-models-'));
});
afterEach(async () => {
  await service?.kill();
  service = undefined;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  await rm(root, { recursive: true, force: true });
});

type Answer = { readonly bytes: Uint8Array; readonly length?: number };

/** Starts a hub with answers by the last part of the path; all other paths are 404. */
async function startHub(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url!.split('/').at(-1)!];
    if (!answer) return response.writeHead(404).end();
    response.writeHead(200, { 'content-length': answer.length ?? answer.bytes.length });
    if (answer.length === undefined) return response.end(answer.bytes);
    return response.write(answer.bytes, () => response.destroy());
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const cacheHome = (): string => join(root, 'cache', 'total-recall', 'models', modelId(MINILM_L6_V2));

function start(env: Readonly<Record<string, string>>): Promise<ServedProcess> {
  return serveProcess(join(root, 'data'), {
    TOTAL_RECALL_EMBEDDER: 'minilm',
    TOTAL_RECALL_LOG_FORMAT: 'json',
    TOTAL_RECALL_MODEL_HUB_URL: NOBODY,
    TOTAL_RECALL_MODEL_MAVEN_URL: NOBODY,
    XDG_CACHE_HOME: join(root, 'cache'),
    PATH: dirname(process.execPath),
    ...env,
  });
}

async function detail({ opsUrl }: ServedProcess): Promise<string> {
  const answer = await fetch(`${opsUrl}/readyz`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { checks: Record<string, string> }).checks['embedder']!;
}

function warnings({ output }: ServedProcess): Record<string, unknown>[] {
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function spaceOf({ url, output }: ServedProcess) {
  return createClient({ url, apiKey: printedKey(output()) }).space('home');
}

async function append(served: ServedProcess): Promise<void> {
  const texts = ['The automobile needs new brakes.', 'Bread is baked at dawn.', 'The lighthouse keeper counts the ships.'];
  await spaceOf(served)
    .session('x')
    .append(texts.map((text) => ({ kind: 'user_message' as const, text })));
}

describe('the service without a model', () => {
  const zeros = (bytes: number): Answer => ({ bytes: new Uint8Array(bytes) });
  const cases: readonly (readonly [string, () => Promise<Record<string, string>>, RegExp])[] = [
    [
      'nobody answers',
      async () => ({}),
      /hub: it failed: it cannot be reached \(ECONNREFUSED\).*there is no Maven here.*central: it failed/,
    ],
    [
      'the hub breaks off',
      async () => ({
        TOTAL_RECALL_MODEL_HUB_URL: await startHub({ 'model_quantized.onnx': { bytes: new Uint8Array(1_000), length: WEIGHTS.sizeBytes } }),
      }),
      /hub: it failed: it cannot be reached \(ECONNRESET\)/,
    ],
    [
      'the hub has another file',
      async () => ({ TOTAL_RECALL_MODEL_HUB_URL: await startHub({ 'model_quantized.onnx': zeros(WEIGHTS.sizeBytes) }) }),
      /hub: it failed: what came as model\.onnx has the sha256 [0-9a-f]{12}\.\.\., not afdb6f1a0e45\.\.\./,
    ],
    [
      'the configured folder has a wrong file and nothing may be fetched',
      async () => {
        await mkdir(join(root, 'own'));
        await writeFile(join(root, 'own', 'model.onnx'), zeros(WEIGHTS.sizeBytes).bytes);
        return { TOTAL_RECALL_MODEL_DIR: join(root, 'own'), TOTAL_RECALL_MODEL_DOWNLOAD: 'off' };
      },
      /folder: .*own.model\.onnx has the sha256 [0-9a-f]{12}\.\.\., not the model's afdb6f1a0e45\.\.\..*cache: there is no model\.onnx/,
    ],
    [
      'the cache cannot be written',
      async () => {
        await writeFile(join(root, 'cache'), 'a file where a folder should be');
        return { TOTAL_RECALL_MODEL_HUB_URL: await startHub({ 'model_quantized.onnx': zeros(10) }) };
      },
      /hub: it failed: ENOTDIR/,
    ],
    [
      'the runtime is not installed',
      async () => {
        const path = join(root, 'no-onnx.cjs');
        await writeFile(
          path,
          `const M = require('node:module'), resolve = M._resolveFilename;
           M._resolveFilename = function (request, ...rest) {
             if (request === 'onnxruntime-node') throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
             return resolve.call(this, request, ...rest);
           };`,
        );
        return { NODE_OPTIONS: `--require ${path}` };
      },
      /The optional package onnxruntime-node is not installed/,
    ],
  ];
  it.each(cases)('answers from words and says once why and what to do where %s', async (_name, prepare, reason) => {
    service = await start(await prepare());
    await append(service);
    await vi.waitFor(async () => expect(await detail(service!)).toMatch(/^no model, so answers are from text alone\. /), WAIT);
    expect(await detail(service)).toMatch(reason);
    const answer = await spaceOf(service).recall({ query: 'which brakes?' });
    expect(answer.passages[0]!.text).toBe('The automobile needs new brakes.');
    expect(answer).toMatchObject({ signals: ['text'], textOnly: 'no_model' });
    const told = warnings(service).filter(({ message }) => message === 'there is no embedding model');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      level: 'warn',
      reason: expect.stringMatching(reason),
      advice: expect.stringContaining('docs/models.md'),
    });
    expect(warnings(service).filter(({ level }) => level === 'error')).toEqual([]);
    expect(await service.stop()).toBe(0);
  });
});

const files = await findTestModel(MINILM_L6_V2);

/** Expects a recall by meaning: the event shares no word with the question. */
async function findsByMeaning(served: ServedProcess): Promise<void> {
  await vi.waitFor(async () => expect(await detail(served)).toMatch(/^ok: all-minilm-l6-v2-int8/), WAIT);
  await vi.waitFor(async () => {
    const answer = await spaceOf(served).recall({ query: 'my car is unsafe' });
    expect(answer.signals).toEqual(['text', 'vector']);
    expect(answer.hits[0]).toMatchObject({ sources: ['vector'] });
    expect(answer.passages[0]!.text).toBe('The automobile needs new brakes.');
  }, WAIT);
}

async function copyModel(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyFile(files!.tokenizerPath, join(folder, 'tokenizer.json'));
  await copyFile(files!.modelPath, join(folder, 'model.onnx'));
}

async function goodHub(): Promise<string> {
  return startHub({
    'model_quantized.onnx': { bytes: await readFile(files!.modelPath) },
    'tokenizer.json': { bytes: await readFile(files!.tokenizerPath) },
  });
}

describe.runIf(files)('the service and its model, if it is there', () => {
  it('fetches it, and has it in the cache at the next start', async () => {
    const hub = await goodHub();
    service = await start({ TOTAL_RECALL_MODEL_HUB_URL: hub });
    await append(service);
    await findsByMeaning(service);
    expect(warnings(service)).toEqual([]);
    const key = printedKey(service.output());
    await service.stop();
    service = await start({});
    await vi.waitFor(async () => expect(await detail(service!)).toMatch(/^ok: /), WAIT);
    const again = createClient({ url: service.url, apiKey: key }).space('home');
    await vi.waitFor(async () => expect((await again.recall({ query: 'my car is unsafe' })).signals).toEqual(['text', 'vector']), WAIT);
  });

  it('goes on without a restart when the files are brought, and when wrong ones are replaced', async () => {
    const own = join(root, 'own');
    await mkdir(own);
    await writeFile(join(own, 'tokenizer.json'), 'not this');
    service = await start({ TOTAL_RECALL_MODEL_DIR: own, TOTAL_RECALL_MODEL_DOWNLOAD: 'off' });
    await append(service);
    await vi.waitFor(async () => expect(await detail(service!)).toContain('there is no model.onnx in'), WAIT);
    await writeFile(join(own, 'model.onnx'), new Uint8Array(WEIGHTS.sizeBytes));
    await vi.waitFor(async () => expect(await detail(service!)).toContain("not the model's afdb6f1a0e45"), WAIT);
    await copyModel(own);
    await findsByMeaning(service);
    expect(warnings(service).every(({ message }) => message === 'there is no embedding model')).toBe(true);
  });

  it('replaces a corrupt file in the cache', async () => {
    await copyModel(cacheHome());
    await writeFile(join(cacheHome(), 'model.onnx'), new Uint8Array(WEIGHTS.sizeBytes));
    await writeFile(join(cacheHome(), 'tokenizer.json'), 'cut off');
    service = await start({ TOTAL_RECALL_MODEL_HUB_URL: await goodHub() });
    await append(service);
    await findsByMeaning(service);
    expect(await readFile(join(cacheHome(), 'model.onnx'))).toHaveLength(WEIGHTS.sizeBytes);
    expect(await readFile(join(cacheHome(), 'tokenizer.json'))).toHaveLength(TOKENIZER.sizeBytes);
  });
});
