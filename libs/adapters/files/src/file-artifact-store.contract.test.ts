import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactStoreContract } from '@total-recall/ports/testing';
import { createFileArtifactStore } from './file-artifact-store.ts';

artifactStoreContract(
  'files',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'total-recall-'));
    return { open: async () => createFileArtifactStore({ root }), dispose: async () => rmSync(root, { recursive: true, force: true }) };
  },
  { reopen: true },
);
