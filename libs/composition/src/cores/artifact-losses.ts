import type { Logger, Metrics } from '@total-recall/observability';
import type { ArtifactPlace, ArtifactStore, MemoryIndex } from '@total-recall/ports';
import type { Component, Health } from '@total-recall/runtime';

/** An artifact that was met missing, or with bytes that do not open. */
export interface LostArtifact extends ArtifactPlace {
  readonly reason: 'absent' | 'damaged';
  /** Present where the artifact is the revised body of this event, which no index knows. */
  readonly revisedOf?: string;
}

/** Keeps which artifacts reads have met missing or damaged, as `/readyz` names them. */
export interface ArtifactLosses extends Component {
  note(lost: LostArtifact, error?: unknown): void;
}

export interface ArtifactLossesDeps {
  readonly store: Pick<ArtifactStore, 'stat'>;
  readonly index: Pick<MemoryIndex, 'eventsOfArtifact'>;
  readonly metrics: Pick<Metrics, 'artifactsMissing'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** Most losses that are kept; further ones are counted by the metric alone. */
const KEPT = 1_000;
/** Most that health names, and looks at again. */
const NAMED = 10;

/**
 * Creates the losses. Those that `health` names are looked at again: one whose file is back, or that no event refers to
 * any more as it was erased meanwhile, is a loss no longer. A file with wrong bytes stays one until the next start.
 */
export function createArtifactLosses({ store, index, metrics, logger }: ArtifactLossesDeps): ArtifactLosses {
  const kept = new Map<string, LostArtifact>();

  async function isOver({ reason, revisedOf, ...place }: LostArtifact): Promise<boolean> {
    if (reason === 'absent' && (await store.stat(place)) !== undefined) return true;
    return revisedOf === undefined && (await index.eventsOfArtifact({ ...place, limit: 1 })).length === 0;
  }

  return {
    name: 'artifacts',
    note(lost, error) {
      const { tenant, space, artifactId, reason, revisedOf } = lost;
      metrics.artifactsMissing.inc({ reason });
      if (revisedOf === undefined) logger.error({ artifactId, err: error }, 'an artifact cannot be read; its preview stands in');
      else
        logger.error(
          { artifactId, eventId: revisedOf },
          'what is kept of an erased event cannot be read; put its file back from a backup, or make it readable',
        );
      if (kept.size < KEPT) kept.set(JSON.stringify([tenant, space, artifactId]), lost);
    },
    async health(): Promise<Health> {
      for (const [name, lost] of [...kept].slice(0, NAMED)) if (await isOver(lost).catch(() => false)) kept.delete(name);
      if (kept.size === 0) return { ready: true };
      const all = [...kept.values()];
      const named = all.slice(0, NAMED).map(({ artifactId, reason }) => `${artifactId} (${reason})`);
      const count = `${kept.size === KEPT ? 'at least ' : ''}${kept.size}`;
      const more = all.length > NAMED ? ', ...' : '';
      const revised = all.filter(({ revisedOf }) => revisedOf !== undefined).map(({ revisedOf }) => revisedOf);
      const rests =
        revised.length === 0
          ? ''
          : `; ${revised.length} of them hold what is kept of events after an erasure: ${revised.slice(0, NAMED).join(', ')}`;
      return {
        ready: true,
        isDegraded: true,
        detail: `degraded: artifacts cannot be read, ${count} so far: ${named.join(', ')}${more}${rests}; put these files back from a backup, or make them readable`,
      };
    },
  };
}
