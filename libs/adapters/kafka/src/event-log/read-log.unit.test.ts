import { codeOf } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { readRecords, readSpaceRecords, type RecordSources } from './read-log.ts';
import { createRecordCache } from './record-cache.ts';

/** A leader that shows nothing from an offset on. */
const nothing = (known: number): RecordSources => ({
  cache: createRecordCache(1),
  fetch: async (from) => ({ records: [], next: from }),
  known: () => known,
});
const ofSpace = { partition: 0, tenant: 'acme', space: 'main', fromOffset: 20, toOffset: 49, limit: 10 };

it('records that are known to be there and are not shown yet are no end of the log', async () => {
  expect(await codeOf(readRecords(nothing(20), 20, 10))).toBe('unavailable');
  expect(await codeOf(readSpaceRecords(nothing(20), ofSpace))).toBe('unavailable');
});

it('nothing is found behind the last record that is known', async () => {
  expect(await readRecords(nothing(19), 20, 10)).toEqual({ records: [], next: 20 });
  expect(await readSpaceRecords(nothing(19), ofSpace)).toEqual({ records: [], next: 50 });
});
