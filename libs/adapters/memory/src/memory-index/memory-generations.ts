import type { GenerationStanding, MemoryIndex, ReadModelGenerations } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { createMemoryIndex } from './memory-index.ts';

export interface MemoryGenerations extends ReadModelGenerations {
  /** Opens the index of a generation, as its writers and readers do. The first that is opened is current. */
  open(generation: string): MemoryIndex;
}

const FIRST = 'g-1';

/** Creates generations of an index in the memory of this process. */
export function createMemoryGenerations(): MemoryGenerations {
  const indices = new Map<string, MemoryIndex>();
  const reads = new Map<string, number>();
  let current: string | undefined;
  let toFill = FIRST;
  let isClaimed = false;
  let isClosed = false;

  const whileOpen = async <T>(act: () => T | Promise<T>): Promise<T> => {
    if (isClosed) throw new TotalRecallError('closed', 'The generations are closed.');
    return act();
  };
  const standing = (): GenerationStanding => ({
    current,
    toFill,
    isBegun: current !== undefined && indices.has(toFill),
    left: [...indices.keys()].filter((name) => name !== current && name !== toFill),
  });

  return {
    open(generation) {
      const index = indices.get(generation) ?? createMemoryIndex();
      indices.set(generation, index);
      if (current !== undefined) return index;
      current = generation;
      toFill = after(generation);
      return index;
    },
    list: () => whileOpen(() => [...indices.keys()]),
    standing: () => whileOpen(standing),
    begin: () => whileOpen(() => ({ generation: toFill })),
    claim: () =>
      whileOpen(() => {
        if (isClaimed) return undefined;
        isClaimed = true;
        let isHeld = true;
        const release = async (): Promise<void> => {
          if (isHeld) isClaimed = false;
          isHeld = false;
        };
        return { lost: new AbortController().signal, release };
      }),
    marks: (generation, partition) =>
      whileOpen(() => {
        reads.set(generation, (reads.get(generation) ?? 0) + 1);
        const index = indices.get(generation);
        if (!index) throw new TotalRecallError('unavailable', `There is no generation ${generation}.`);
        return index.marks(partition);
      }),
    switchTo: (generation) =>
      whileOpen(() => {
        if (!indices.has(generation)) throw new TotalRecallError('not_found', `There is no generation ${generation}.`);
        current = generation;
        if (toFill === generation) toFill = after(generation);
      }),
    reads: (generation) => whileOpen(() => reads.get(generation) ?? 0),
    drop: (generation) =>
      whileOpen(() => {
        if (generation === current) throw new TotalRecallError('invalid_request', `The generation ${generation} is the one in use.`);
        indices.delete(generation);
      }),
    close: async () => void (isClosed = true),
  };
}

/** Names the generation after another one. */
function after(generation: string): string {
  return `g-${Number(generation.slice(2)) + 1}`;
}
