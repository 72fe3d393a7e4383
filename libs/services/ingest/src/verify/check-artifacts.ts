import { lacksRevision, type ArtifactRef, type EventEnvelope, type EventRecord } from '@total-recall/domain';
import { hashHex, TotalRecallError } from '@total-recall/runtime';
import { ORPHAN_AGE_MS } from './remove-orphans.ts';
import type { VerifyDeps } from './verify-deps.ts';
import type { Findings } from './verify-report.ts';

interface Space {
  readonly tenant: string;
  readonly space: string;
}

export interface ArtifactCheck {
  /** Checks each artifact of an event once. Resolves to true if all exist and are unchanged. */
  check(envelope: EventEnvelope, artifacts: readonly ArtifactRef[]): Promise<boolean>;
  /** Checks the artifact that holds an event's revised body after an erasure: it is there and opens. */
  checkRevised(event: EventRecord, revision: number): Promise<void>;
  /**
   * Finds artifacts in these spaces that no event refers to. Resolves to the number of those that are too young to be
   * wrong: they may be of an append under way, or of one that a backup has the artifact of and not the event.
   */
  unreferenced(spaces: readonly Space[]): Promise<number>;
}

/**
 * Creates a check of artifacts against the references to them: each exists with its size and hash,
 * and there are no others.
 */
export function createArtifactCheck({ artifacts, artifactStore, revised, clock }: VerifyDeps, findings: Findings): ArtifactCheck {
  const known = new Map<string, boolean>();
  const startedAt = clock.now();
  const nameOf = ({ tenant, space }: Space, artifactId: string): string => JSON.stringify([tenant, space, artifactId]);

  async function isWhole(place: Space, { id, sha256, sizeBytes }: ArtifactRef): Promise<'missing' | 'damaged' | undefined> {
    try {
      const read = await artifacts.read({ tenant: place.tenant, space: place.space, artifactId: id });
      if (read === undefined) return 'missing';
      return read.bytes.length === sizeBytes && hashHex(read.bytes) === sha256 ? undefined : 'damaged';
    } catch (error) {
      if (!(error instanceof TotalRecallError) || ['unavailable', 'closed'].includes(error.code)) throw error;
      return error.code === 'erased' ? undefined : 'damaged';
    }
  }

  return {
    async check(envelope, refs) {
      let all = true;
      for (const ref of refs) {
        const name = nameOf(envelope, ref.id);
        if (!known.has(name)) {
          const { tenant, space, session, id: eventId } = envelope;
          const fault = await isWhole(envelope, ref);
          findings.checked('artifacts');
          if (fault) findings.add({ kind: 'artifacts', fault, remedy: 'restore', tenant, space, session, eventId, artifactId: ref.id });
          known.set(name, fault === undefined);
        }
        all &&= known.get(name)!;
      }
      return all;
    },
    async checkRevised(event, revision) {
      const { envelope } = event;
      const isLost = lacksRevision(event);
      const artifactId = await revised.artifactId(envelope, revision);
      const { tenant, space, session, id: eventId } = envelope;
      findings.checked('artifacts');
      known.set(nameOf(envelope, artifactId), !isLost);
      if (!isLost) return;
      const fault = (await revised.read(envelope, revision)) === undefined ? 'missing' : 'damaged';
      findings.add({ kind: 'artifacts', fault, remedy: 'restore', tenant, space, session, eventId, artifactId });
    },
    async unreferenced(spaces) {
      let young = 0;
      for (const { tenant, space } of spaces)
        for await (const { artifactId, storedAt } of artifactStore.list(tenant, space)) {
          if (known.has(nameOf({ tenant, space }, artifactId))) continue;
          if (storedAt > startedAt - ORPHAN_AGE_MS) young += 1;
          else findings.add({ kind: 'artifacts', fault: 'unknown', remedy: 'remove', tenant, space, artifactId });
        }
      return young;
    },
  };
}
