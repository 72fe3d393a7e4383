import { mkdirSync, writeFileSync } from 'node:fs';
import { formatClientTypes } from './client-types/format-client-types.ts';

const folder = new URL('../libs/client/src/wire/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of await formatClientTypes()) writeFileSync(new URL(name, folder), text);
