// `npm run record:log`: records a log of the present schema version where there is none, and writes what the present
// fold makes of every recorded log. A recorded log itself is never written again.
import { access, writeFile } from 'node:fs/promises';
import { CURRENT_SCHEMA_VERSION } from '@total-recall/runtime';
import { recordLog } from './record-log.ts';
import { foldedPath, foldRecorded, logPath, readRecorded, type RecordedLog } from './recorded-log.ts';

const write = (path: string, value: unknown): Promise<void> => writeFile(path, `${JSON.stringify(value, null, 1)}\n`);

const present = logPath(CURRENT_SCHEMA_VERSION);
const isRecorded = await access(present).then(
  () => true,
  () => false,
);
if (!isRecorded) await write(present, await recordLog());
for (let version = 1; version <= CURRENT_SCHEMA_VERSION; version += 1)
  await write(foldedPath(version), await foldRecorded(await readRecorded<RecordedLog>(logPath(version))));
