import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const LONG = { timeout: 240_000 };
const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

it(
  'an erasure writes its certificate, which is fetched again, verified with the folder, and refused once it was changed',
  LONG,
  async () => {
    const at = (name: string): string => join(folder.path, name);
    const { stop, printed, finished } = startHere(['serve', '--data-dir', at('memory')], PORTS);
    const output = await printed(/Ctrl-C stops it/);
    const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
    const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
    const client = createClient({ url, apiKey });
    const { events } = await client
      .space('harbour')
      .session('run-1')
      .append(
        ['The gull eats', 'The crane turns'].map((text) => ({ kind: 'user_message' as const, text })),
        { wait: 'searchable' },
      );
    const to = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey };
    const erased = await runHere(['erase', 'harbour', '--event', events[0]!.id, '--certificate', at('gone.json'), '--json'], to);
    expect(erased.code, erased.stderr).toBe(0);
    const { id, certificate } = JSON.parse(erased.stdout) as { id: string; certificate: object };
    expect(JSON.parse(await readFile(at('gone.json'), 'utf8'))).toEqual(certificate);
    expect(await client.certificateKey()).toEqual({ algorithm: 'Ed25519', publicKey: (certificate as { publicKey: string }).publicKey });
    // The command says what is gone before it writes the file, so one that cannot be written does not look like nothing done.
    const more = await runHere(['erase', 'harbour', '--session', 'run-1', '--certificate', at('nowhere/gone.json')], to);
    expect(more).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Erased: 1 session, .*Erasure \w{26}\.$/m) });
    expect(more.stderr).toContain(`The erasure is done, but its certificate could not be written: There is no ${at('nowhere')}.`);
    expect(more.stderr).toContain(`total-recall certificate ${/Erasure (\w{26})/.exec(more.stdout)![1]} --out FILE`);
    const folderNamed = await runHere(['certificate', id, '--out', folder.path], to);
    expect(folderNamed).toMatchObject({ code: 1, stderr: expect.stringContaining(`${folder.path} is a folder, but a file is needed.`) });
    const again = await runHere(['certificate', id], to);
    expect(again.stdout).toBe(await readFile(at('gone.json'), 'utf8'));
    expect((await runHere(['certificate', '01JZX0000000000000000000AA'], to)).code).not.toBe(0);
    const busy = await runHere(['verify-certificate', at('gone.json'), '--data-dir', at('memory')]);
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop it first') });
    stop();
    await finished;

    const verified = await runHere(['verify-certificate', at('gone.json'), '--data-dir', at('memory')]);
    expect(verified.stdout).toContain('Named in the log: 1 record. None can be decrypted');
    expect(verified.code).toBe(0);
    const alone = await runHere(['verify-certificate', at('gone.json')]);
    expect(alone.stdout).toContain('compare it with GET /v1/certificate-key');
    expect(alone.code).toBe(0);
    await writeFile(at('changed.json'), (await readFile(at('gone.json'), 'utf8')).replace(events[0]!.id, events[1]!.id));
    const changed = await runHere(['verify-certificate', at('changed.json'), '--data-dir', at('memory'), '--json']);
    expect(JSON.parse(changed.stdout)).toMatchObject({ ok: false, problem: expect.stringContaining('something was changed') });
    expect(changed.code).toBe(1);
    const foreign = await runHere(['verify-certificate', at('gone.json'), '--public-key', Buffer.alloc(32, 1).toString('base64url')]);
    expect(foreign).toMatchObject({ code: 1, stdout: expect.stringContaining('another key') });
    await writeFile(at('text.json'), 'no certificate');
    expect((await runHere(['verify-certificate', at('text.json')])).code).toBe(1);
  },
);
