import { createServer } from 'node:net';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  createSystemRandom,
  createTokenCounter,
  DEFAULT_FAMILY,
  leastMemoryMiB,
  machineMemory,
  memoryMiB,
  secretsOpenToAll,
  describeUnknown,
  unknownVariables,
  type StandaloneConfig,
  type Environment,
  TotalRecallError,
  toTotalRecallError,
} from '@total-recall/runtime';
import { describeModel } from '@total-recall/composition';
import { holderOfDataDir } from '@total-recall/data-folder';
import { lineOf } from '../commands/run/model.ts';
import { openInProcess } from '../service/open-in-process.ts';
import { fail, ok, warn, type Check } from './check.ts';
import { judgeNode } from './judge-node.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog.';
const SENTENCE_TOKENS = 10;

export function machineChecks(config: StandaloneConfig, env: Environment): Check[] {
  return [
    { name: 'Node', run: async () => judgeNode(process.versions.node) },
    { name: 'environment', run: async () => checkEnvironment(env) },
    { name: 'memory', run: async () => checkMemory(config) },
    { name: 'zstd', run: checkZstd },
    { name: 'tokenizer', run: checkTokenizer },
    { name: 'embedding model', run: () => checkModel(config) },
    { name: 'port of the API', run: () => checkPort(config.host, config.port, config.dataDir, 'TOTAL_RECALL_PORT') },
    { name: 'port of operations', run: () => checkPort(config.opsHost, config.opsPort, config.dataDir, 'TOTAL_RECALL_OPS_PORT') },
    { name: 'write, search, erase', run: () => checkRoundTrip(config) },
  ];
}

function checkEnvironment(env: Environment) {
  const open = secretsOpenToAll(env);
  if (open.length > 0)
    return warn(
      `every user may read ${open.map(({ variable, file }) => `${file} (${variable})`).join(', ')}`,
      'Another user owns it: mount it with mode 0400 or 0440, or have its owner change the mode.',
    );
  const unknown = unknownVariables(env);
  return unknown.length === 0
    ? ok('every variable is known and valid')
    : warn(unknown.map(describeUnknown).join(' '), 'docs/configuration.md lists every variable.');
}

/** Compares the memory that the service will use with the memory of the machine. */
function checkMemory(config: StandaloneConfig) {
  const [machine, wanted, least] = [machineMemory(), memoryMiB(config), leastMemoryMiB(config)];
  const why = config.memoryMb === 0 ? `from the ${machine.from}` : 'as configured';
  const detail = `${wanted} MiB, ${why}; the ${machine.from} has ${machine.mebibytes}, the minimum is ${least}`;
  return wanted <= machine.mebibytes
    ? ok(detail)
    : warn(detail, 'Give it more memory, lower TOTAL_RECALL_MEMORY_MB, or set TOTAL_RECALL_EMBEDDER=off.');
}

async function checkZstd() {
  const bytes = createSystemRandom().bytes(4_096);
  const back = zstdDecompressSync(zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }));
  return Buffer.compare(back, bytes) === 0
    ? ok('compresses and decompresses')
    : fail('decompression does not return the input', 'This Node is broken; install another.');
}

async function checkTokenizer() {
  const tokens = createTokenCounter({ threads: 1 });
  try {
    const [count] = await tokens.count(DEFAULT_FAMILY, [SENTENCE]);
    return count === SENTENCE_TOKENS
      ? ok(`${DEFAULT_FAMILY}; families ${tokens.families.map(({ name }) => name).join(', ')}`)
      : fail(`counts ${count} tokens where there are ${SENTENCE_TOKENS}`, 'Run npm ci again.');
  } finally {
    await tokens.close();
  }
}

/** Warns when there is no model: the service then answers from words alone. */
async function checkModel(config: StandaloneConfig) {
  const standing = await describeModel(config);
  if (standing.kind !== 'absent' && !(standing.kind === 'there' && !standing.hasRuntime)) return ok(lineOf(standing));
  if (!standing.hasRuntime)
    return warn('onnxruntime-node is not installed', 'Install it (npm install onnxruntime-node), or set TOTAL_RECALL_EMBEDDER.');
  return warn(
    lineOf(standing),
    config.modelDownload
      ? 'The service downloads it in the background; `total-recall model fetch` does it now. See docs/models.md.'
      : 'Downloads are off (TOTAL_RECALL_MODEL_DOWNLOAD); docs/models.md explains how to install it by hand.',
  );
}

async function checkPort(host: string, port: number, dataDir: string, variable: string) {
  if (port === 0) return ok('any free port');
  const refused = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
  if (!refused) return ok(`${host}:${port} is free`);
  if (refused.code === 'EADDRINUSE' && (await holderOfDataDir(dataDir)) !== undefined)
    return ok(`${host}:${port} is in use; the service runs`);
  if (refused.code === 'EADDRINUSE') return fail(`${host}:${port} is in use`, `Stop what listens there, or set ${variable}.`);
  return fail(`${host}:${port} cannot be opened (${refused.code})`, `Set ${variable} or the host to something else.`);
}

/**
 * Sends one event through a temporary memory: it is sealed into the log, found, read back unchanged, and unreadable
 * once its keys are destroyed.
 */
async function checkRoundTrip(config: StandaloneConfig) {
  const service = await openInProcess({ ...config, embedder: 'off' }, {});
  try {
    const { cores, target } = service;
    const place = { tenant: target.tenant, space: 'doctor', session: 'check' };
    const text = 'The doctor wrote chk-4f1d9a07 into the log.';
    const { events } = await cores.ingest.append({ ...place, events: [{ kind: 'user_message', text }], wait: 'searchable' });
    const answer = await cores.retriever.recall({ ...place, queries: ['doctor wrote'] });
    if (!answer.passages.some((passage) => passage.text === text))
      return fail('an event that was written is not found', 'This is a bug; please report it.');
    const read = await cores.retriever.event({ ...place, eventId: events[0]!.id });
    if (read.body?.text !== text) return fail('an event that was written reads differently', 'This is a bug; please report it.');
    await cores.stores.keys.destroySpace(place.tenant, place.space);
    for (let partition = 0; partition < cores.stores.log.partitions; partition++) {
      for (const record of await cores.stores.log.read(partition, 0, 10)) {
        if (Buffer.from(record.sealed).includes('chk-4f1d9a07'))
          return fail('the log holds plain text', 'This is a bug; please report it.');
      }
    }
    const after = await cores.retriever.event({ ...place, eventId: events[0]!.id }).catch((error: unknown) => toTotalRecallError(error));
    if (!(after instanceof TotalRecallError && after.code === 'erased'))
      return fail('an event can be read after its key was destroyed', 'This is a bug; please report it.');
    return ok(`sealed, found and read back in a temporary folder; unreadable once its key was destroyed`);
  } finally {
    await service.close();
  }
}
