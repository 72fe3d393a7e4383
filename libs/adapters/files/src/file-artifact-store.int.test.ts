import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileArtifactStore } from './file-artifact-store.ts';

let parent: string;
let root: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'total-recall-'));
  root = join(parent, 'artifacts');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

it('writes below its root only, for its owner only, under names nobody chose', async () => {
  const store = createFileArtifactStore({ root });
  for (const tenant of ['..', '../../x', '/etc', 'CON', `${'a'.repeat(300)}`]) {
    await store.put({ tenant, space: '../..', artifactId: `art_${'0'.repeat(32)}` }, Uint8Array.of(1));
  }
  const files = filesBelow(parent);
  expect(files).toHaveLength(5);
  for (const file of files) {
    expect(file.startsWith(join(root, 'hot') + sep)).toBe(true);
    expect(file.slice(root.length)).toMatch(/^[/\\]hot[/\\]t-[0-9a-f]{32}[/\\]s-[0-9a-f]{32}[/\\]00[/\\]art_0{32}$/);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  await store.close();
});

it('throws away the drafts of a process that was killed, and leaves none of its own', async () => {
  mkdirSync(join(root, 'drafts'), { recursive: true });
  writeFileSync(join(root, 'drafts', 'half'), 'half of it');
  const store = createFileArtifactStore({ root });
  await store.put({ tenant: 'acme', space: 'demo', artifactId: `art_${'1'.repeat(32)}` }, Uint8Array.of(1));
  expect(readdirSync(join(root, 'drafts'))).toEqual([]);
  await store.close();
});
