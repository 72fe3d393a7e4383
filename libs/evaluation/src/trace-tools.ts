import type { Attachment } from '@total-recall/domain';
import type { SeededRandom } from './seeded-random.ts';

/** Use of a tool in a generated trace: its arguments and its result. */
export interface ToolUse {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly attachments?: readonly Attachment[];
  /** Sentence in which the agent explains a failure. Set on failures only. */
  readonly cause?: string;
}

/** The invented code base of a trace. */
export interface Workspace {
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

const AREAS = ['berth', 'cargo', 'crane', 'ferry', 'manifest', 'pilot', 'quay', 'tariff', 'tide', 'weather'] as const;
const PARTS = ['ledger', 'parser', 'planner', 'queue', 'router', 'sampler', 'store', 'window', 'codec', 'cache'] as const;
const ACTIONS = ['assign', 'collect', 'derive', 'drain', 'merge', 'rank', 'settle', 'split', 'trim', 'verify'] as const;
const TROUBLES = [
  'was read before the lock was taken',
  'rounds down where the tariff rounds up',
  'keeps a stale snapshot of the tide table',
  'drops the last entry of a full batch',
  'counts the pilot twice after a retry',
  'compares local time with UTC',
] as const;
const CODES = ['ENOENT', 'EPIPE', 'ECONNRESET', 'ETIMEDOUT', 'EACCES'] as const;
/** The smallest possible PNG: one grey pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

export function createWorkspace(random: SeededRandom): Workspace {
  const files = random.shuffled(AREAS.flatMap((area) => PARTS.map((part) => `services/${area}/${part}.ts`))).slice(0, 40);
  const functions = random
    .shuffled(ACTIONS.flatMap((action) => AREAS.map((area) => `${action}${area[0]!.toUpperCase()}${area.slice(1)}`)))
    .slice(0, 60);
  return { files, functions };
}

const TOOLS = [readFile, searchFiles, runTests, callApi, readTable, listProcesses, takeScreenshot] as const;

/** Uses a random tool; failures come with their cause. */
export function useTool(random: SeededRandom, workspace: Workspace): ToolUse {
  return random.pick(TOOLS)(random, workspace);
}

function readFile(random: SeededRandom, { files, functions }: Workspace): ToolUse {
  const path = random.pick(files);
  const lines = Array.from({ length: 20 + random.below(160) }, (_, at) => `${String(at + 1).padStart(5)}  ${codeLine(random, functions)}`);
  return { name: 'read_file', arguments: { path }, text: lines.join('\n') };
}

function codeLine(random: SeededRandom, functions: readonly string[]): string {
  const call = random.pick(functions);
  switch (random.below(4)) {
    case 0:
      return `export function ${call}(entry: ${random.pick(PARTS)}Entry, limit = ${random.below(500)}) {`;
    case 1:
      return `  const ${random.pick(PARTS)}${random.below(90)} = ${call}(entry.${random.pick(AREAS)}, ${random.below(9_000)});`;
    case 2:
      return `  if (${random.pick(AREAS)}.count > ${random.below(4_000)}) return ${random.pick(functions)}(${random.pick(AREAS)});`;
    default:
      return `  // ${random.pick(AREAS)} ${random.pick(PARTS)}: the ${random.pick(ACTIONS)} step must come before ${random.pick(ACTIONS)}`;
  }
}

function searchFiles(random: SeededRandom, { files, functions }: Workspace): ToolUse {
  const pattern = random.pick(functions);
  const hits = Array.from(
    { length: 5 + random.below(30) },
    () => `${random.pick(files)}:${1 + random.below(900)}:   ${pattern}(${random.pick(AREAS)}, ${random.below(700)})`,
  );
  return { name: 'search', arguments: { pattern, flags: `--max-count=${10 + random.below(90)}` }, text: hits.join('\n') };
}

function runTests(random: SeededRandom, { files, functions }: Workspace): ToolUse {
  const suite = random.pick(files).replace('.ts', '.test.ts');
  const passed = Array.from(
    { length: 10 + random.below(60) },
    () => ` ok  ${random.pick(functions)} ${random.pick(ACTIONS)}s the ${random.pick(AREAS)} (${random.below(900)} ms)`,
  );
  if (random.below(2) === 0)
    return { name: 'run_tests', arguments: { suite }, text: [...passed, `${passed.length} passed, seed ${random.hex(8)}`].join('\n') };
  const culprit = random.pick(functions);
  const place = `${random.pick(files)}:${1 + random.below(900)}:${1 + random.below(80)}`;
  const failure =
    random.below(2) === 0
      ? `AssertionError: expected ${random.below(900)} to equal ${random.below(900)}`
      : `Error: ${random.pick(CODES)} ${random.pick(['open', 'write', 'connect'])} /run/${random.pick(AREAS)}/${random.hex(6)}.sock`;
  const trace = [
    ` FAIL  ${culprit} under load`,
    `   ${failure}`,
    `     at ${culprit} (${place})`,
    ...Array.from(
      { length: 6 },
      () => `     at ${random.pick(functions)} (${random.pick(files)}:${1 + random.below(900)}:${1 + random.below(80)})`,
    ),
  ];
  const cause = `The cause is that ${culprit} ${random.pick(TROUBLES)}, first seen with build ${random.hex(10)}.`;
  return {
    name: 'run_tests',
    arguments: { suite, filter: `--grep=${culprit} --retries=${random.below(5)}` },
    text: [...passed, ...trace, `${passed.length} passed, 1 failed`].join('\n'),
    cause,
  };
}

function callApi(random: SeededRandom): ToolUse {
  const area = random.pick(AREAS);
  const items = Array.from({ length: 4 + random.below(40) }, () => ({
    id: uuid(random),
    ref: `${area}_${random.hex(8)}`,
    state: random.pick(['open', 'held', 'cleared']),
    berth: random.below(60),
    tonnes: random.below(90_000) / 10,
    updated: new Date(
      Date.UTC(2033, random.below(12), 1 + random.below(28), random.below(24), random.below(60), random.below(60)),
    ).toISOString(),
  }));
  return {
    name: 'http_get',
    arguments: { url: `https://port.example/api/${area}s?limit=${items.length}&cursor=${random.hex(12)}` },
    text: JSON.stringify({ area, total: items.length, items }, null, 2),
  };
}

function readTable(random: SeededRandom): ToolUse {
  const rows = Array.from({ length: 10 + random.below(120) }, (_, at) =>
    [at + 1, random.pick(AREAS), `${random.pick(PARTS)}-${random.below(700)}`, random.below(10_000) / 100, random.hex(7)].join(','),
  );
  return {
    name: 'query_table',
    arguments: { sql: `select * from ${random.pick(AREAS)}_${random.pick(PARTS)} limit ${rows.length}` },
    text: ['row,area,part,load,checksum', ...rows].join('\n'),
  };
}

function listProcesses(random: SeededRandom): ToolUse {
  const lines = Array.from(
    { length: 20 + random.below(60) },
    () =>
      `[2033-0${1 + random.below(9)}-1${random.below(10)} ${10 + random.below(14)}:${10 + random.below(50)}:${10 + random.below(50)}] ${random.pick(AREAS)}-${random.pick(PARTS)} pid=${1_000 + random.below(60_000)} lag=${random.below(4_000)}ms --shards=${1 + random.below(64)}`,
  );
  return { name: 'tail_log', arguments: { service: random.pick(AREAS) }, text: lines.join('\n') };
}

function takeScreenshot(random: SeededRandom): ToolUse {
  const page = `${random.pick(AREAS)} board`;
  return {
    name: 'screenshot',
    arguments: { page },
    text: `Saved ${random.hex(8)}.png`,
    attachments: [
      {
        mime: 'image/png',
        data: new Uint8Array(Buffer.from(PIXEL, 'base64')),
        title: page,
        text: `The ${page} shows ${random.below(90)} open entries.`,
      },
    ],
  };
}

function uuid(random: SeededRandom): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
}
