import { rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from './load/run-program.ts';
import { printedKey, serveProcess, type ServedProcess } from './serve-process.ts';
import { fillUp, openSmallDisk, smallDiskUnavailableReason, type SmallDisk } from './small-disk.ts';

const DISK_MIB = 64;
/** Events of 60,000 characters whose read model is larger than what is left free. */
const LONG_LOG = 100;
const LEFT_FREE = 2 << 20;
const whyNot = smallDiskUnavailableReason();
if (whyNot !== undefined) process.stderr.write(`\nNOT TESTED on a full disk: ${whyNot}\n`);

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: any;
}

describe('a disk that is full', () => {
  let disk: SmallDisk;
  let service: ServedProcess;
  let apiKey: string;
  /** Acknowledged texts by event id. */
  const given = new Map<string, string>();
  let number = 0;

  beforeAll(async () => {
    if (whyNot !== undefined) return;
    disk = await openSmallDisk(DISK_MIB);
    service = await start();
    apiKey = printedKey(service.output());
  });
  afterAll(async () => {
    await service?.stop();
    await disk?.remove();
  });

  const start = (env: Readonly<Record<string, string>> = {}): Promise<ServedProcess> =>
    serveProcess(join(disk.folder, 'data'), env, disk.within);

  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${service.url}/v1/spaces/main/${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, retryAfter: response.headers.get('Retry-After'), body: await response.json() };
  }

  /** Appends an event. A large result becomes an artifact. */
  async function append(size: number, session = 'quay', kind = 'user_message'): Promise<Answer> {
    const text = `pilot${(number += 1)}zq ${'boards a ferry '.repeat(size / 15)}`;
    const answer = await call('POST', `sessions/${session}/events`, {
      events: [{ kind, text, ...(kind === 'tool_result' && { call: { id: `call-${number}`, name: 'look' } }) }],
    });
    if (answer.status === 200) given.set(answer.body.events[0].id, kind === 'tool_result' ? '' : text);
    return answer;
  }

  async function ready(): Promise<{ status: number; disk: string }> {
    const response = await fetch(`${service.opsUrl}/readyz`);
    const body: any = await response.json();
    return { status: response.status, disk: JSON.stringify(body.checks?.disk ?? {}) };
  }

  async function expectAllThere(): Promise<void> {
    for (const [id, text] of given) {
      const { status, body } = await call('GET', `events/${id}`);
      expect([status, text === '' ? '' : body.body.text]).toEqual([200, text]);
    }
  }

  it('is named by readyz, refuses appends by code and when to come back, loses nothing, and is over when there is room', async ({
    skip,
  }) => {
    if (whyNot !== undefined) return skip(whyNot);
    for (let at = 0; at < 40; at += 1) expect((await append(600)).status).toBe(200);
    const filler = join(disk.seen, 'filler');
    await fillUp(filler);
    const refused: Answer[] = [];
    // The log may still write into space that it has already allocated.
    for (let at = 0; refused.length < 3 && at < 500; at += 1) {
      const answer = await append(60_000, `other-${at % 3}`);
      if (answer.status !== 200) refused.push(answer);
    }
    refused.push(await append(200_000, 'quay', 'tool_result'), await append(100, 'brand-new'));
    for (const { status, retryAfter, body } of refused) {
      expect([status, body.code, body.detail]).toEqual([503, 'unavailable', expect.stringMatching(/disk is full/)]);
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ status: 503, disk: expect.stringMatching(/is full: make room/) });
    await expectAllThere();

    await rm(filler);
    await expect.poll(async () => (await append(600)).status, { timeout: 60_000 }).toBe(200);
    await expect.poll(ready, { timeout: 60_000 }).toMatchObject({ status: 200 });
    expect((await append(200_000, 'quay', 'tool_result')).status).toBe(200);
    await expectAllThere();
  });

  it('and a kill leave a folder in which all is what the log says', async ({ skip }) => {
    if (whyNot !== undefined) return skip(whyNot);
    const filler = join(disk.seen, 'filler');
    await fillUp(filler);
    for (let at = 0; at < 20; at += 1) await append(60_000);
    await service.kill();
    await rm(filler);
    service = await start();
    await expect.poll(ready, { timeout: 30_000 }).toMatchObject({ status: 200 });
    await expectAllThere();
    expect(await service.stop()).toBe(0);
    const { code, out, notes } = await verify();
    expect([code, out === '' ? notes : JSON.parse(out).findings.filter(({ remedy }: any) => remedy !== 'remove')]).toEqual([0, []]);
    service = await start();
  });

  it('ends a rebuild of the read model by name, which goes on once there is room', async ({ skip }) => {
    if (whyNot !== undefined) return skip(whyNot);
    for (let at = 0; at < LONG_LOG; at += 1) expect((await append(60_000, `long-${at % 3}`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
    const filler = join(disk.seen, 'filler');
    await fillUp(filler);
    await truncate(filler, (await stat(filler)).size - LEFT_FREE);
    const { code, out, notes } = await rebuild();
    const message = expect.stringMatching(/^The disk under \S+ is full\. Make room and run this again/);
    expect([code, JSON.parse(out || '{}')], notes).toEqual([1, { error: { code: 'unavailable', message } }]);
    await rm(filler);
    const again = await rebuild();
    expect([again.code, JSON.parse(again.out || '{}')], again.notes).toEqual([0, expect.objectContaining({ records: expect.any(Number) })]);
    service = await start();
    await expectAllThere();
  });

  it('refuses a start and a backup for what it is, however little room is left', async ({ skip }) => {
    if (whyNot !== undefined) return skip(whyNot);
    expect(await service.stop()).toBe(0);
    const filler = join(disk.seen, 'filler');
    // The first writes of an opening are those of a lock and of the index of a write-ahead log.
    for (const freeKiB of [0, 8, 20, 44]) {
      await fillUp(filler);
      await truncate(filler, (await stat(filler)).size - freeKiB * 1024);
      await expect(start(), `${freeKiB} KiB free`).rejects.toThrow(/its disk is full\. Make room on it/);
      const { code, out } = await runStopped('backup', join(disk.folder, 'data'), join(disk.folder, 'copy'));
      const message = expect.stringMatching(/^The disk under \S+copy is full\. No backup was made/);
      expect([code, JSON.parse(out || '{}')], `${freeKiB} KiB free`).toEqual([1, { error: expect.objectContaining({ message }) }]);
      await rm(filler);
    }
    service = await start();
    await expectAllThere();
  });

  it('that is read-only refuses the start by name, at once, and loses nothing', async ({ skip }) => {
    if (whyNot !== undefined) return skip(whyNot);
    expect(await service.stop()).toBe(0);
    await disk.remount('ro');
    // A start that waits where it could refuse takes longer than it is waited for.
    await expect(start({ TOTAL_RECALL_START_DEADLINE_MS: '3600000' })).rejects.toThrow(/is on a file system that is read-only/);
    await disk.remount('rw');
    service = await start();
    await expectAllThere();
    expect((await append(600)).status).toBe(200);
  });

  const verify = () => runStopped('verify');
  const rebuild = () => runStopped('index', 'rebuild');

  /** Runs a command on the folder of the service, which is stopped. */
  function runStopped(...command: string[]) {
    const place = command[0] === 'backup' ? [] : ['--data-dir', join(disk.folder, 'data')];
    const args = [...command, '--json', ...place];
    return runProgram(args, { ...process.env, TOTAL_RECALL_EMBEDDER: 'off' }, disk.within).ended;
  }
});
