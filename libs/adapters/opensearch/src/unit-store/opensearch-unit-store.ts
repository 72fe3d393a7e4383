import type { LedgerPoint, SpacePlace, UnitMarks, UnitStore } from '@total-recall/ports';
import { packSpaceUnits, unpackSpaceUnits, type PackedUnits } from '@total-recall/runtime';
import { scopeOf, tenantRoute, versionOf } from '../plan/document-ids.ts';
import { writeAliasOf, type IndexOptions } from '../plan/index-names.ts';
import { writeBulk, type BulkWrite } from '../wire/bulk-writer.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import type { OpenSearchSettings } from '../wire/opensearch-settings.ts';
import { readDocument, readVersion } from '../wire/read-document.ts';
import type { DocumentAddress } from '../wire/read-many.ts';
import { removeMatching } from '../wire/remove-matching.ts';
import { dropOlderUnits, ensureUnitsIndex, unitsIndexOf } from './units-index.ts';

export interface OpenSearchUnitOptions extends Omit<IndexOptions, 'generation'> {
  readonly opensearch: OpenSearchSettings;
  /** Name of the ledger that the units are folded from. */
  readonly ledger: string;
  /**
   * True to remove the indices of versions that nobody reads any more. Only who writes units says so: the others start
   * while processes of an earlier version still answer from theirs.
   */
  readonly dropsOlder?: boolean;
  /** Default: `UNIT_STATE_BYTES`. */
  readonly maxStateBytes?: number;
}

/**
 * A partition has another life after each `clear`. Documents of a later life have higher versions, as a server keeps the
 * version of a removed document for a while and refuses lower ones.
 */
const SEQUENCES_A_LIFE = 2 ** 40;

interface Marked extends UnitMarks {
  readonly life: number;
}

const NOWHERE: LedgerPoint = { sequence: 0, entryId: '' };

/**
 * Opens the store of units on OpenSearch: a document for each space, and one for the marks of each partition. It is no
 * part of a generation of the read model, as it is folded from the ledger and not from the log. Creates a missing index.
 * `save` writes `begun` first and `saved` last.
 */
export async function createOpenSearchUnitStore(options: OpenSearchUnitOptions): Promise<UnitStore> {
  const { prefix, ledger, shards = 1, replicas = 1, dropsOlder = false, maxStateBytes } = options;
  const index = unitsIndexOf(prefix, ledger);
  const connection = connectOpenSearch(options.opensearch);
  try {
    await ensureUnitsIndex(connection, index, { shards, replicas });
    if (dropsOlder) await dropOlderUnits(connection, prefix, ledger);
  } catch (error) {
    await connection.close();
    throw error;
  }
  /** Marks as this process read or wrote them last; its owner writes those of a partition alone. */
  const known = new Map<number, Marked>();
  const readMarked = async (partition: number): Promise<Marked> => {
    const found = await readDocument<Marked>(connection, markAddress(index, partition), { doing: 'read the marks of units' });
    const isEmpty = found === undefined || found.begun.sequence === 0;
    const marked = isEmpty ? { life: found?.life ?? 0, saved: NOWHERE, begun: NOWHERE } : found;
    known.set(partition, marked);
    return marked;
  };
  const writeMarked = async (partition: number, marked: Marked): Promise<void> => {
    await writeBulk(connection, [markWrite(index, partition, marked)], 'save the marks of units');
    known.set(partition, marked);
  };
  return {
    load: async (place) => {
      const found = await readDocument<{ readonly state: string }>(connection, addressOf(index, place), {
        doing: 'load units',
        field: 'state',
      });
      return found && unpackSpaceUnits(Buffer.from(found.state, 'base64'));
    },
    sequenceOf: async (place) => {
      const version = await readVersion(connection, addressOf(index, place), 'read the sequence of units');
      return version === undefined ? undefined : (version - versionOf(0)) % SEQUENCES_A_LIFE;
    },
    save: async (partition, states, upTo) => {
      const packed = await packSpaceUnits(states, maxStateBytes);
      const { life, saved } = known.get(partition) ?? (await readMarked(partition));
      if (packed.length > 0) {
        await writeMarked(partition, { life, saved, begun: upTo });
        await writeBulk(
          connection,
          packed.map((state) => stateWrite(index, state, { partition, life })),
          'save units',
        );
      }
      await writeMarked(partition, { life, saved: upTo, begun: upTo });
    },
    marks: async (partition) => {
      const { saved, begun } = await readMarked(partition);
      return begun === NOWHERE ? undefined : { saved, begun };
    },
    clear: async (partition) => {
      const { life } = await readMarked(partition);
      await writeMarked(partition, { life: life + 1, saved: NOWHERE, begun: NOWHERE });
      const place = { index, doing: 'clear units' };
      await connection.request({ method: 'POST', path: `/${index}/_refresh`, doing: 'make units visible' });
      await removeMatching(connection, place, [{ term: { partition } }, { range: { life: { lte: life } } }]);
    },
    close: () => connection.close(),
  };
}

function addressOf(index: string, { tenant, space }: SpacePlace): DocumentAddress {
  return { index, id: scopeOf(tenant, space), routing: tenantRoute(tenant) };
}

/** Ids of states are hashes, which hold no dot. */
function markAddress(index: string, partition: number): DocumentAddress {
  const id = `partition.${partition}`;
  return { index, id, routing: id };
}

interface InLife {
  readonly partition: number;
  readonly life: number;
}

const versionIn = (life: number, sequence: number): number => versionOf(life * SEQUENCES_A_LIFE + sequence);

function stateWrite(index: string, { packed, sequence, ...place }: PackedUnits, { partition, life }: InLife): BulkWrite {
  const source = { tenant: place.tenant, space: place.space, partition, life, state: Buffer.from(packed).toString('base64') };
  return { ...addressOf(writeAliasOf(index), place), source, version: versionIn(life, sequence), replacesEqual: true };
}

/** `saved` and `begun` of one save have the same version, which the later write replaces. */
function markWrite(index: string, partition: number, marked: Marked): BulkWrite {
  const version = versionIn(marked.life, marked.begun.sequence);
  const marks = { life: marked.life, saved: marked.saved, begun: marked.begun };
  return { ...markAddress(writeAliasOf(index), partition), source: { ...marks }, version, replacesEqual: true };
}
