import { availableParallelism, cpus, totalmem } from 'node:os';

/** Description of the machine on which figures were measured. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly node: string;
}

export function describeMachine(): Machine {
  return {
    platform: process.platform,
    arch: process.arch,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.version,
  };
}

export function machineLine({ platform, arch, cpu, cores, memoryBytes, node }: Machine): string {
  return `${cpu}, ${cores} cores, ${Math.round(memoryBytes / 2 ** 30)} GiB, ${platform} ${arch}, Node ${node.replace('v', '')}`;
}
