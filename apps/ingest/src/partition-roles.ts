import type { IngestRole, IngestService } from '@total-recall/ingest';
import type { Scheduler } from '@total-recall/ports';
import { createSerialQueue } from '@total-recall/runtime';

export interface PartitionRoles extends Pick<IngestService, 'take' | 'release'> {
  /**
   * Ends all roles that are held, runs the step and starts them again. A role that fails to start is retried as long as
   * it is held.
   */
  pauseAround(step: () => void): Promise<void>;
}

export interface PartitionRolesDeps {
  readonly ingest: Pick<IngestService, 'take' | 'release'>;
  readonly scheduler: Pick<Scheduler, 'delay'>;
  readonly onFailure: (error: unknown) => void;
}

interface Held {
  readonly partition: number;
  readonly role: IngestRole;
}

const AGAIN_MS = 1_000;

/** Creates the holder of the partition roles of this process. Changes are applied one after the other. */
export function createPartitionRoles({ ingest, scheduler, onFailure }: PartitionRolesDeps): PartitionRoles {
  const inTurn = createSerialQueue();
  const held = new Map<string, Held>();
  const keyOf = (partition: number, role: IngestRole): string => `${role}/${partition}`;

  async function again(one: Held): Promise<void> {
    await scheduler.delay(AGAIN_MS);
    await inTurn(async () => {
      if (held.get(keyOf(one.partition, one.role)) === one) await begin(one);
    });
  }

  async function begin(one: Held): Promise<void> {
    try {
      await ingest.take(one.partition, one.role);
    } catch (error) {
      onFailure(error);
      void again(one);
    }
  }

  return {
    take: (partition, role) =>
      inTurn(async () => {
        await ingest.take(partition, role);
        held.set(keyOf(partition, role), { partition, role });
      }),
    release: (partition, role) =>
      inTurn(async () => {
        held.delete(keyOf(partition, role));
        await ingest.release(partition, role);
      }),
    pauseAround: (step) =>
      inTurn(async () => {
        const all = [...held.values()];
        await Promise.all(all.map(({ partition, role }) => ingest.release(partition, role).catch(onFailure)));
        step();
        for (const one of all) await begin(one);
      }),
  };
}
