import { readdir, readFile } from 'node:fs/promises';

/** Resources that a process and its threads have used since its start. */
export interface ProcessUse {
  readonly cpuSeconds: number;
  readonly residentMiB: number;
}

const TICKS_A_SECOND = 100;
const PAGE_BYTES = 4_096;
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/apps\/([a-z]+)\/dist\/program\/main\.js/, '$1'],
  [/apps\/cli\/bin\/total-recall\.js/, 'service'],
  [/kafka\.Kafka/, 'kafka'],
  [/org\.opensearch\.bootstrap/, 'opensearch'],
  [/clickhouse/, 'clickhouse'],
  [/versitygw/, 's3'],
];

/**
 * Returns the use of this process, as `load`, and of all its descendants by kind. Later ones of a kind are numbered:
 * `ingest-2`. Linux only.
 */
export async function processUse(): Promise<ReadonlyMap<string, ProcessUse>> {
  const all = await readProcesses();
  const below = new Set([process.pid]);
  // Repeated until nothing is added, as a parent may have a higher id than its child when ids have wrapped.
  for (let before = 0; before !== below.size;) {
    before = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  const named = new Map<string, ProcessUse>();
  for (const { pid, command, cpuSeconds, residentMiB } of all.filter(({ pid }) => below.has(pid))) {
    const base = pid === process.pid ? 'load' : nameOf(command);
    if (base === undefined) continue;
    let name = base;
    for (let at = 2; named.has(name); at++) name = `${base}-${at}`;
    named.set(name, { cpuSeconds, residentMiB });
  }
  return named;
}

interface ReadProcess extends ProcessUse {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

async function readProcesses(): Promise<ReadProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b));
  const read = await Promise.all(pids.map((pid) => readProcess(Number(pid)).catch(() => undefined)));
  return read.filter((process) => process !== undefined);
}

async function readProcess(pid: number): Promise<ReadProcess> {
  const [stat, command] = await Promise.all([readFile(`/proc/${pid}/stat`, 'utf8'), readFile(`/proc/${pid}/cmdline`, 'utf8')]);
  // The fields after the name in brackets, which may contain anything: state, parent and so on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid,
    parent: Number(fields[1]),
    command: command.replaceAll('\0', ' '),
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
    residentMiB: (Number(fields[21]) * PAGE_BYTES) / 2 ** 20,
  };
}

function nameOf(command: string): string | undefined {
  for (const [pattern, name] of NAMES) {
    const found = pattern.exec(command);
    if (found) return name.replace('$1', found[1] ?? '');
  }
  return undefined;
}

/** Returns the CPU seconds that each process used between two readings. */
export function usedBetween(before: ReadonlyMap<string, ProcessUse>, after: ReadonlyMap<string, ProcessUse>): Map<string, number> {
  return new Map([...after].map(([name, { cpuSeconds }]) => [name, cpuSeconds - (before.get(name)?.cpuSeconds ?? 0)]));
}
