import type { EmbedRole } from '../embed/embed-role.ts';
import type { Projector } from '../project/projector.ts';
import type { IngestRole, PartitionRole } from './partition-role.ts';

/** A partition of the log with the roles that this process has for it. */
export interface Partition {
  readonly number: number;
  /** Running roles, in the order in which they started. */
  roles(): readonly PartitionRole[];
  /** The projector of the partition, if it is here. */
  projector(): Projector | undefined;
  /** The role that makes its vectors, if it is here. */
  embedder(): EmbedRole | undefined;
  /** Starts a role; does nothing if it is here already. A role of which a part cannot start is released again. */
  take(role: IngestRole): Promise<void>;
  release(role: IngestRole): Promise<void>;
  /** Tells its roles how far its index has come. */
  searchable(offset: number): void;
  /** Stops all roles. Their last state can still be read. */
  stop(): Promise<void>;
}

/** Makes the parts of a role, in the order in which they start. */
export type MakeRoles = (role: IngestRole, partition: Partition) => readonly PartitionRole[];

export function createPartition(number: number, makeRoles: MakeRoles): Partition {
  const held = new Map<IngestRole, readonly PartitionRole[]>();
  const roles = (): PartitionRole[] => [...held.values()].flat();
  const find = <T extends PartitionRole>(name: T['name']): T | undefined => roles().find((role): role is T => role.name === name);

  const partition: Partition = {
    number,
    roles,
    projector: () => find<Projector>('projector'),
    embedder: () => find<EmbedRole>('embed'),
    async take(role) {
      if (held.has(role)) return;
      const made = makeRoles(role, partition);
      held.set(role, made);
      try {
        for (const one of made) await one.start();
      } catch (error) {
        await partition.release(role);
        throw error;
      }
    },
    async release(role) {
      const made = held.get(role) ?? [];
      held.delete(role);
      await stopAll(made);
    },
    searchable: (offset) => roles().forEach((role) => role.searchable?.(offset)),
    stop: () => stopAll(roles()),
  };
  return partition;
}

/** Stops the last first, so that a projector decides no compaction without the vectors that it waits for. */
async function stopAll(roles: readonly PartitionRole[]): Promise<void> {
  await Promise.all(roles.toReversed().map((role) => role.stop()));
}
