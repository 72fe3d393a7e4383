import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { startHere, temporaryFolder } from './run-cli.ts';

/** Starts a service whose space `work` knows the retry limit of the harbour service, with its key in a file. */
export async function startMemory() {
  const folder = await temporaryFolder();
  const service = startHere(['serve', '--data-dir', join(folder.path, 'memory')], { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0' });
  const output = await service.printed(/Ctrl-C stops it/);
  const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  const keyFile = join(folder.path, 'key');
  await writeFile(keyFile, apiKey, { mode: 0o600 });
  const client = createClient({ url, apiKey });
  const space = client.space('work');
  await space.session('earlier').append(
    [
      { kind: 'user_message', text: 'Set the retry limit of the harbour service to 17.' },
      { kind: 'agent_message', text: 'The retry limit of the harbour service is 17 now.' },
    ],
    { wait: 'searchable' },
  );
  return {
    folder,
    url,
    client,
    space,
    keyFile,
    env: { HOME: folder.path, XDG_STATE_HOME: '', KEY_FILE: keyFile } as Record<string, string>,
    stop: async () => {
      service.stop();
      await service.finished;
      await folder.remove();
    },
  };
}
