import { describe, expect, it } from 'vitest';
import { createPartition } from './partition.ts';
import type { IngestRole, PartitionRole } from './partition-role.ts';

/** Builds a partition whose roles have two parts each, and notes what is done to them. */
function build(failing?: string) {
  const done: string[] = [];
  const part = (role: IngestRole, name: PartitionRole['name']): PartitionRole => ({
    name,
    start() {
      done.push(`+${role} ${name}`);
      if (failing === name) throw new Error(`no ${name}`);
    },
    stop: async () => void done.push(`-${role} ${name}`),
    searchable: (offset) => void done.push(`${name} ${offset}`),
    state: () => ({ behind: 7 }),
  });
  const parts: Record<IngestRole, readonly PartitionRole['name'][]> = {
    project: ['demand', 'projector'],
    embed: ['embed', 'index-poller'],
    fill: ['projector'],
  };
  const partition = createPartition(3, (role) => parts[role].map((name) => part(role, name)));
  return { partition, done };
}

describe('a partition', () => {
  it('starts the parts of a role in their order, once, and stops the last first', async () => {
    const { partition, done } = build();
    await partition.take('project');
    await partition.take('project');
    expect(done).toEqual(['+project demand', '+project projector']);
    await partition.release('project');
    await partition.release('project');
    expect(done.slice(2)).toEqual(['-project projector', '-project demand']);
    expect(partition.roles()).toEqual([]);
    await partition.take('project');
    expect(done.slice(4)).toEqual(['+project demand', '+project projector']);
  });

  it('releases a role of which a part cannot start, and may take it again', async () => {
    const { partition, done } = build('projector');
    await expect(partition.take('project')).rejects.toThrow('no projector');
    expect(done).toEqual(['+project demand', '+project projector', '-project projector', '-project demand']);
    expect([partition.roles(), partition.projector()]).toEqual([[], undefined]);
    await expect(partition.take('project')).rejects.toThrow('no projector');
  });

  it('finds its projector and its embedder, and tells all of its parts how far the index is', async () => {
    const { partition, done } = build();
    expect([partition.projector(), partition.embedder()]).toEqual([undefined, undefined]);
    await partition.take('project');
    await partition.take('embed');
    expect([partition.number, partition.projector()?.name, partition.embedder()?.name]).toEqual([3, 'projector', 'embed']);
    partition.searchable(41);
    expect(done.slice(4)).toEqual(['demand 41', 'projector 41', 'embed 41', 'index-poller 41']);
    await partition.release('project');
    expect([partition.projector(), partition.embedder()?.name]).toEqual([undefined, 'embed']);
  });

  it('stops all of its roles, whose last state can still be read', async () => {
    const { partition, done } = build();
    await partition.take('embed');
    await partition.take('fill');
    await partition.stop();
    expect(done.slice(3)).toEqual(['-fill projector', '-embed index-poller', '-embed embed']);
    expect(partition.roles().map((role) => role.state?.())).toEqual([{ behind: 7 }, { behind: 7 }, { behind: 7 }]);
  });
});
