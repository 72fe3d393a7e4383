import { createArchiveRole, type ArchiveRoleDeps } from '../archive/archive-role.ts';
import { createDemandRole, type DemandRoleDeps } from '../demand/demand-role.ts';
import { createOldVectorDropper } from '../embed/drop-old-vectors.ts';
import { createEmbedRole, type EmbedRoleDeps } from '../embed/embed-role.ts';
import { createIndexPoller } from '../embed/index-poller.ts';
import { createVectorProgress } from '../embed/vector-progress.ts';
import { createRecentEvents } from '../follow/recent-events.ts';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { createCompactor, type CompactorDeps } from '../project/compactor.ts';
import { createFillOrder } from '../project/fill-order.ts';
import { createProjection } from '../project/projection.ts';
import { createProjector, type ProjectorDeps } from '../project/projector.ts';
import type { Partition } from './partition.ts';
import type { IngestRole, PartitionRole } from './partition-role.ts';

export type RoleTableDeps = ProjectorDeps &
  CompactorDeps &
  EmbedRoleDeps &
  DemandRoleDeps &
  ArchiveRoleDeps &
  Pick<IngestDeps, 'vectors' | 'demand' | 'archive' | 'sharedEmbedding'>;

/** Parts that each role consists of, and what its partitions share. */
export interface RoleTable {
  make(role: IngestRole, partition: Partition): readonly PartitionRole[];
  /** Must be called before the roles are stopped. */
  close(): void;
  /** Resolves when the work that they share is done. */
  closed(): Promise<void>;
}

export function createRoleTable(deps: RoleTableDeps, config: IngestConfig): RoleTable {
  const { vectors, demand, archive, sharedEmbedding } = deps;
  const order = createFillOrder(deps);
  const dropper = vectors && createOldVectorDropper(deps, vectors);
  // A process that takes all partitions at its start projects what it embeds.
  const isProjectedHere = config.roles.some((role) => role !== 'embed');

  const rows: Record<IngestRole, (partition: Partition) => PartitionRole[]> = {
    /** Folds, indexes and decides compactions; counts demand and archives behind that. */
    project(partition) {
      const { number, searchable } = partition;
      const recent = createRecentEvents();
      const embedded = sharedEmbedding
        ? createVectorProgress(deps, { partition: number, model: sharedEmbedding.model, role: partition.embedder })
        : partition.embedder();
      const projection = createProjection(deps, config);
      const compactor = createCompactor(deps, config, {
        ...projection,
        vectors: embedded,
        onOvertaken: (reason) => vectors?.observer?.overtaken?.(reason),
      });
      return [
        ...(demand ? [createDemandRole(deps, demand, config, { partition: number, recent })] : []),
        ...(archive ? [createArchiveRole(deps, archive, config, number)] : []),
        createProjector(deps, config, number, { projection, compactor, recent, searchable }),
      ];
    },
    /** Writes the read model and nothing else, for an index that is filled beside the one that is read. */
    fill: ({ number, searchable }) => [
      createProjector(deps, config, number, { projection: createProjection(deps, config), order, searchable }),
    ],
    /** Makes vectors. Where another process may project the partition, the progress of the index is polled. */
    embed({ number }) {
      if (!vectors) return [];
      const embedder = createEmbedRole(deps, vectors, config, number, (model) => dropper?.caughtUp(number, model));
      return isProjectedHere
        ? [embedder]
        : [embedder, createIndexPoller(deps, number, { searchable: embedder.searchable, pollMs: config.embedLookMs })];
    },
  };
  return {
    make: (role, partition) => rows[role](partition),
    close: () => order.close(),
    closed: async () => dropper?.stop(),
  };
}
