import { describe, expect, it } from 'vitest';
import { MIB } from './divide-memory.ts';
import { defaultMemoryMiB, machineMemory } from './machine-memory.ts';
import { memoryFlags } from './memory-flags.ts';
import { memoryMiB } from './memory-of.ts';

const files =
  (held: Readonly<Record<string, string>>) =>
  (path: string): string => {
    const text = held[path];
    if (text === undefined) throw new Error(`there is no ${path}`);
    return text;
  };
const [V2, V1] = ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'];
const TOTAL = 16_384 * MIB;

describe('what the machine gives', () => {
  it.each([
    ['a limit of version 2', { [V2]: `${2_048 * MIB}\n` }, { mebibytes: 2_048, from: 'container' }],
    ['a limit of version 1', { [V1]: `${512 * MIB}` }, { mebibytes: 512, from: 'container' }],
    ['no limit', { [V2]: 'max\n' }, { mebibytes: 16_384, from: 'machine' }],
    ['a limit above what there is', { [V1]: '9223372036854771712' }, { mebibytes: 16_384, from: 'machine' }],
    ['no control group', {}, { mebibytes: 16_384, from: 'machine' }],
  ])('is read where there is %s', (_name, held, expected) => {
    expect(machineMemory(files(held), TOTAL)).toEqual(expected);
  });

  it('is taken by most of a container and a quarter of a machine, up to what is of use', () => {
    expect(defaultMemoryMiB({ mebibytes: 2_048, from: 'container' })).toBe(1_740);
    expect(defaultMemoryMiB({ mebibytes: 8_192, from: 'machine' })).toBe(2_048);
    expect(defaultMemoryMiB({ mebibytes: 65_536, from: 'machine' })).toBe(4_096);
  });

  it('gives way to what is set, and never falls below what the program needs', () => {
    const user = { embedder: 'minilm', embedderThreads: 1, vectorCacheMiB: 0 } as const;
    const small = { mebibytes: 256, from: 'container' } as const;
    expect(memoryMiB({ ...user, memoryMb: 700 }, small)).toBe(700);
    expect(memoryMiB({ ...user, memoryMb: 0 }, small)).toBeGreaterThan(300);
  });
});

describe('what a process is started with', () => {
  it('keeps heaps close to what lives in them, closer where there is little', () => {
    expect(memoryFlags({ TOTAL_RECALL_MEMORY_MB: '700' }).node).toEqual(['--max-semi-space-size=4', '--heap-growing-percent=40']);
    expect(memoryFlags({ TOTAL_RECALL_MEMORY_MB: '4096' }).node).toEqual(['--max-semi-space-size=32', '--heap-growing-percent=100']);
  });

  it('leaves what somebody has set', () => {
    const { env } = memoryFlags({ TOTAL_RECALL_MEMORY_MB: '700', MALLOC_ARENA_MAX: '8' });
    expect(env).not.toHaveProperty('MALLOC_ARENA_MAX');
    expect(env).toHaveProperty('MALLOC_TRIM_THRESHOLD_');
  });
});
