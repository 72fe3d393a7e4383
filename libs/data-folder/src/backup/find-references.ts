import { sep } from 'node:path';
import { artifactPath } from '@total-recall/adapter-files';
import { artifactsOf, type EventRecord } from '@total-recall/domain';
import type { ArtifactPlace, KeyStore, LogRecord } from '@total-recall/ports';
import {
  createArtifactCodec,
  createRevisedBodies,
  createSealer,
  createSystemClock,
  createSystemRandom,
  TotalRecallError,
} from '@total-recall/runtime';

/** An artifact that a record refers to. */
export interface Reference {
  /** Path of its file below the folder of a tier, and below `artifacts` of a backup. */
  readonly path: string;
  /** Returns true where these stored bytes are the artifact, undamaged. */
  opens(stored: Uint8Array): Promise<boolean>;
}

/** Finds what records refer to. */
export interface References {
  take(record: LogRecord, opened: EventRecord): Promise<void>;
}

interface ReferencesDeps {
  readonly keys: Pick<KeyStore, 'open' | 'spaceKey'>;
  /** Returns the stored bytes of an artifact by its path; undefined where there is none. */
  readonly read: (path: string) => Promise<Uint8Array | undefined>;
  /** Called for each reference, so more than once for an artifact of several events. */
  readonly onReference: (reference: Reference) => Promise<void>;
}

/**
 * Creates a finder of the artifacts that records need: those with content of an event, and the body that replaces the one
 * in the log where an erasure revised it. The records were opened without these bodies, so a revised one counts as erased.
 */
export function findReferences({ keys, read, onReference }: ReferencesDeps): References {
  const get = (place: ArtifactPlace): Promise<Uint8Array | undefined> => read(pathOf(place));
  const revised = createRevisedBodies({ store: { get, put: refuseWrite, delete: refuseWrite }, keys });
  const sealer = createSealer({ keys, revised });
  const refer = async ({ envelope: { tenant, space } }: LogRecord, body: EventRecord['body']): Promise<void> => {
    if (typeof body === 'string') return;
    for (const artifactId of artifactsOf(body)) {
      const place = { tenant, space, artifactId };
      await onReference({ path: pathOf(place), opens: (stored) => isArtifact(keys, place, stored) });
    }
  };
  return {
    async take(record, { body }) {
      if (body !== 'erased') return refer(record, body);
      const { tenant, space, keyId } = record.envelope;
      const key = await keys.open(tenant, space, keyId);
      // Nothing is left of a session that was erased whole.
      if (!(key instanceof Uint8Array)) return;
      const artifactId = await revised.artifactId(record.envelope, sealer.revision(record, key));
      await onReference({
        path: pathOf({ tenant, space, artifactId }),
        opens: async (stored) => {
          const { body, rest } = await createSealer({ keys, revised: { read: async () => stored } }).open(record);
          return typeof body !== 'string' || rest !== undefined;
        },
      });
      return refer(record, (await sealer.open(record)).body);
    },
  };
}

async function isArtifact(keys: ReferencesDeps['keys'], place: ArtifactPlace, stored: Uint8Array): Promise<boolean> {
  const get = async (_: ArtifactPlace, range?: { readonly from: number; readonly to: number }): Promise<Uint8Array> =>
    range ? stored.subarray(range.from, range.to) : stored;
  const store = { get, put: refuseWrite, stat: async () => undefined };
  const codec = createArtifactCodec({ store, keys, clock: createSystemClock(), random: createSystemRandom() });
  try {
    return (await codec.read(place)) !== undefined;
  } catch (error) {
    if (error instanceof TotalRecallError && (error.code === 'damaged' || error.code === 'erased')) return false;
    throw error;
  }
}

async function refuseWrite(): Promise<never> {
  throw new TotalRecallError('internal', 'Artifacts of a backup are only read.');
}

export function pathOf(place: ArtifactPlace): string {
  return artifactPath(place).split(sep).join('/');
}
