import { UNITS_VERSION } from '@total-recall/runtime';
import { readAliases } from '../plan/index-generations.ts';
import { makeIndex } from '../plan/ensure-indices.ts';
import { indexSettings, strictMapping, type IndexShape } from '../plan/index-mappings.ts';
import { checkedGeneration, checkedPrefix, writeAliasOf } from '../plan/index-names.ts';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';

/** Fields that are stored and returned; a clearing looks for two of them. */
const FIELDS = {
  tenant: { type: 'keyword', index: false, doc_values: false },
  space: { type: 'keyword', index: false, doc_values: false },
  partition: { type: 'integer' },
  life: { type: 'long' },
  saved: { type: 'object', enabled: false },
  begun: { type: 'object', enabled: false },
  state: { type: 'object', enabled: false },
} as const;

/**
 * Returns the name of the index of units. Another ledger numbers other entries and another version folds them in
 * another way, so both are part of the name.
 */
export function unitsIndexOf(prefix: string | undefined, ledger: string): string {
  return indexOfVersion(prefix, ledger, UNITS_VERSION);
}

function indexOfVersion(prefix: string | undefined, ledger: string, version: number | '*'): string {
  return `${checkedPrefix(prefix)}-units-v${version}-${checkedGeneration(ledger)}`;
}

/**
 * Removes the indices of versions that nobody reads any more: all before the last, which processes that were not updated
 * yet still use. A process that would, fails then, and shows nothing that was withheld.
 */
export async function dropOlderUnits(connection: OpenSearchConnection, prefix: string | undefined, ledger: string): Promise<string[]> {
  const held = Object.keys(await readAliases(connection, indexOfVersion(prefix, ledger, '*')));
  const older = Array.from({ length: UNITS_VERSION - 2 }, (_, at) => indexOfVersion(prefix, ledger, at + 1)).filter((index) =>
    held.includes(index),
  );
  for (const index of older)
    await connection.request({ method: 'DELETE', path: `/${index}`, doing: 'remove an index of units', accept: [404] });
  return older;
}

/** Creates the index and its alias for writes where they are missing. */
export async function ensureUnitsIndex(connection: OpenSearchConnection, index: string, shape: IndexShape): Promise<void> {
  const alias = writeAliasOf(index);
  const isThere = async (path: string): Promise<boolean> =>
    (await connection.request({ method: 'HEAD', path, doing: 'look for the index of units', accept: [404] })).status !== 404;
  if (await isThere(`/_alias/${alias}`)) return;
  if (await isThere(`/${index}`)) {
    const body = { actions: [{ add: { index, alias } }] };
    await connection.request({ method: 'POST', path: '/_aliases', body, doing: 'name an index' });
  } else await makeIndex(connection, index, { settings: indexSettings(shape), mappings: strictMapping(FIELDS), aliases: { [alias]: {} } });
}
