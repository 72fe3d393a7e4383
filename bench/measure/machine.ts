import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

/** Machine of a run, saved with its figures. */
export interface MachineRecord {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  readonly commit: string;
  readonly loadBefore: readonly number[];
}

export function describeMachine(): MachineRecord {
  return {
    cpu: cpus()[0]?.model.trim() || 'unknown',
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch} ${release().split('-')[0]}`,
    node: process.version,
    sqlite: process.versions['sqlite'] ?? 'unknown',
    commit: currentCommit(),
    loadBefore: loadNow(),
  };
}

export function loadNow(): number[] {
  return loadavg().map((load) => Math.round(load * 100) / 100);
}

export function machineLine({ cpu, cores, memoryGiB, system, node, sqlite, commit, loadBefore }: MachineRecord): string {
  return `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}, Node ${node.slice(1)}, SQLite ${sqlite}, commit ${commit}, load average before ${loadBefore.join(' ')}`;
}

function currentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
