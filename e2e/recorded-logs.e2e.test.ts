import { CURRENT_SCHEMA_VERSION } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { foldedPath, foldRecorded, logPath, readRecorded, type FoldedLog, type RecordedLog } from './recorded-logs/recorded-log.ts';

const VERSIONS = Array.from({ length: CURRENT_SCHEMA_VERSION }, (_, at) => at + 1);
const formatOf = ({ sealed }: { readonly sealed: string }): number => Buffer.from(sealed, 'base64')[0]!;

describe.each(VERSIONS)('a log of schema version %i', (version) => {
  it('is opened and folded to the states and windows that were kept with it', async () => {
    const recorded = await readRecorded<RecordedLog>(logPath(version));
    expect(recorded.schemaVersion).toBe(version);
    expect(await foldRecorded(recorded)).toEqual(await readRecorded<FoldedLog>(foldedPath(version)));
  });
});

it('the logs hold bodies of every format that is still read', async () => {
  const logs = await Promise.all(VERSIONS.map((version) => readRecorded<RecordedLog>(logPath(version))));
  const formats = logs.flatMap(({ records, revised }) => [...records, ...revised].map(formatOf));
  expect([...new Set(formats)].sort()).toEqual([1, 2, 3]);
});
