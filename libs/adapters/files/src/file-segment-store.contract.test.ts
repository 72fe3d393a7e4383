import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentStoreContract } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { createFileSegmentStore } from './file-segment-store.ts';

segmentStoreContract(
  'files',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'total-recall-'));
    return { open: async () => createFileSegmentStore({ root }), dispose: async () => rmSync(root, { recursive: true, force: true }) };
  },
  { reopen: true },
);

it('counts the chapters of a partition, whatever else lies in their folder', async () => {
  const root = mkdtempSync(join(tmpdir(), 'total-recall-'));
  try {
    const store = createFileSegmentStore({ root });
    const place = { generation: 'abc1', partition: 0 };
    for (const number of [0, 1]) await store.putChapter({ ...place, number }, Uint8Array.of(number));
    const [folder] = readdirSync(join(root, 'chapters'));
    for (const name of ['.DS_Store', '7', '0000000000000009.bak']) writeFileSync(join(root, 'chapters', folder!, '0', name), '');
    expect(await store.chapters(place)).toBe(2);
    await store.close();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
