import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { segmentStoreContract } from '@total-recall/ports/testing';
import { createFileSegmentStore } from './file-segment-store.ts';

segmentStoreContract(
  'files',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'total-recall-'));
    return { open: async () => createFileSegmentStore({ root }), dispose: async () => rmSync(root, { recursive: true, force: true }) };
  },
  { reopen: true },
);
