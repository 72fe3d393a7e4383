import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCli, temporaryFolder, type Started } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const started: Started[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await folder.remove();
});

async function serve(port: string): Promise<{ service: Started; output: string }> {
  const env = { TOTAL_RECALL_PORT: port, TOTAL_RECALL_OPS_PORT: '0' };
  const service = startCli(['serve', '--data-dir', join(folder.path, 'memory')], env);
  started.push(service);
  return { service, output: await service.printed(/Ctrl-C stops it/) };
}

const chat = (...texts: string[]) => JSON.stringify(texts.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })));

it('goes on after a service that was away, forks a rewound file, and ends where its key is refused', async () => {
  const { service, output } = await serve('0');
  const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  const admin = createClient({ url, apiKey: /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0], retry: { attempts: 10 } });
  const { apiKey, key } = await admin.createKey({ name: 'follow', scopes: ['read', 'write'] });
  const sessions = join(folder.path, 'sessions');
  await mkdir(sessions);
  const file = join(sessions, 'talk.json');
  await writeFile(file, chat('one', 'two', 'three', 'four'));
  const following = startCli(['import', sessions, '--follow', '--space', 'work', '--url', url], { TOTAL_RECALL_API_KEY: apiKey });
  started.push(following);
  const notes = following.child.stderr!;
  const noted = (pattern: RegExp): Promise<void> =>
    new Promise((resolve) => {
      let text = '';
      notes.on('data', (chunk: string) => {
        text += chunk;
        if (pattern.test(text)) resolve();
      });
    });
  await following.printed(/^talk\.\S+ .* 4 +0$/m);

  service.child.kill('SIGKILL');
  await service.finished;
  const away = noted(/^Tried again later: The service \(No answer from /m);
  await writeFile(file, chat('one', 'two', 'three', 'four', 'five', 'six'));
  await away;
  await serve(new URL(url).port);
  await following.printed(/^talk\.\S+ {2}\+2$/m);

  await writeFile(file, chat('one', 'two', 'other', 'way'));
  await following.printed(/^talk\.[0-9a-f]{8}\.fork-[0-9a-f]{8} {2}\+2$/m);
  await appendFile(file, '\n');
  await writeFile(file, chat('one', 'two', 'other', 'way', 'on', 'and on'));
  await following.printed(/^(?:talk\.[0-9a-f]{8}\.fork-[0-9a-f]{8} {2}\+2\n[^]*){2}/m);

  await admin.revokeKey(key.id);
  await writeFile(file, chat('one', 'two', 'other', 'way', 'on', 'and on', 'more'));
  const { code, stderr } = await following.finished;
  expect([code, stderr]).toEqual([1, expect.stringMatching(/revoked/)]);
  expect(stderr.match(/Tried again later/g)).toHaveLength(1);
});
