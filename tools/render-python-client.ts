import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderPythonClient } from './python-client/render-python-client.ts';

const folder = new URL('../python/src/total_recall/', import.meta.url);
for (const made of ['models/', '_sync/']) rmSync(new URL(made, folder), { recursive: true, force: true });
for (const [name, text] of Object.entries(renderPythonClient())) {
  const file = fileURLToPath(new URL(name, folder));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
