import type { ImportedSession } from '@total-recall/importers';
import type { ClusterServers } from '../../tools/cluster/open-cluster.ts';
import { compareMemories, type Agreement } from './compare-memories.ts';
import { openClusterMemory, openStandaloneMemory, type OpenMemory } from './open-memories.ts';
import { playTrace, type Played } from './play-trace.ts';

export interface SameMemoryOptions {
  readonly sessions: readonly ImportedSession[];
  readonly windowTokens: number;
  readonly queries: number;
  readonly onStep?: (text: string) => void;
}

const SPACE = 'same';

/** Plays the same sessions through a standalone service and then through a cluster (I-15), and compares them. */
export async function playThroughBoth(servers: ClusterServers, options: SameMemoryOptions): Promise<Agreement> {
  const { sessions, queries, windowTokens, onStep = () => undefined } = options;
  const play = async (name: string, opening: Promise<OpenMemory>): Promise<Played> => {
    const memory = await opening;
    const from = performance.now();
    try {
      const played = await playTrace(memory, { space: SPACE, sessions, queries });
      onStep(`${name}: ${Math.round((performance.now() - from) / 1_000)} s`);
      return played;
    } finally {
      await memory.close();
    }
  };
  const one = await play('standalone', openStandaloneMemory({ windowTokens, space: SPACE }));
  const other = await play('cluster', openClusterMemory(servers, { windowTokens, space: SPACE }));
  return compareMemories(one, other);
}
