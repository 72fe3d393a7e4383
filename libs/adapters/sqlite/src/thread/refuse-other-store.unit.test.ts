import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { refuseOtherStore } from './refuse-other-store.ts';

const FILES = [
  ['event-log', 'log.db'],
  ['key-store', 'keys.db'],
  ['control-store', 'control.db'],
  ['ledger', 'ledger.db'],
] as const;
const PAIRS = FILES.flatMap(([owner, file]) =>
  FILES.filter(([other]) => other !== owner).map(([other, of]) => ({ owner, file, other, of })),
);

/** Opens a database with a table of each owner. */
function holding(...owners: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  owners.forEach((owner, at) => migrate(db, owner, [`CREATE TABLE t${at} (x)`]));
  return db;
}

it.each(PAIRS)('$of in the place of $file is refused, also where both have their tables in it', ({ owner, file, other, of }) => {
  for (const owners of [[other], [other, owner], [owner, other]])
    expect(() => refuseOtherStore(holding(...owners), `/data/${file}`, owner)).toThrow(`${file} contains the data of ${of}.`);
});

it.each(FILES)('a database of the %s alone, or a new one, is taken as %s', (owner, file) => {
  for (const db of [holding(owner), holding()]) expect(() => refuseOtherStore(db, `/data/${file}`, owner)).not.toThrow();
});
