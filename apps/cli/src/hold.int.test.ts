import { join } from 'node:path';
import { createClient, type TotalRecallApiError } from '@total-recall/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHere, startHere, temporaryFolder } from '../testing/run-cli.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const PORTS = { TOTAL_RECALL_PORT: '0', TOTAL_RECALL_OPS_PORT: '0', TOTAL_RECALL_LOG_LEVEL: 'warn' };

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder.remove());

async function serve(dataDir: string) {
  const { stop: end, printed, finished } = startHere(['serve', '--data-dir', dataDir], PORTS);
  const output = await printed(/Ctrl-C stops it/);
  const url = /^ *API +(http:\S+)/m.exec(output)![1]!;
  const apiKey = /\btr_[0-9a-f]+_[\w-]{20,}/.exec(output)![0];
  const to = { TOTAL_RECALL_URL: url, TOTAL_RECALL_API_KEY: apiKey };
  const stop = async () => {
    end();
    await finished;
  };
  return { url, apiKey, to, stop, client: createClient({ url, apiKey }) };
}

it('a hold is placed, keeps a session from an erasure, is audited, and is released', async () => {
  const service = await serve(join(folder.path, 'memory'));
  const run = service.client.space('harbour').session('run-1');
  const { events } = await run.append([{ kind: 'user_message', text: 'The gull eats' }], { wait: 'searchable' });
  const placed = await runHere(
    ['hold', 'place', 'harbour', '--session', 'run-1', '--name', 'case 4711', '--reason', 'a court asks'],
    service.to,
  );
  expect(placed, placed.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('keeps harbour/run-1') });
  const id = /Hold (\S+) keeps/.exec(placed.stdout)![1]!;
  const refused = await runHere(['erase', 'harbour', '--event', events[0]!.id], service.to);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`${id} (case 4711)`) });
  const planned = await runHere(['erase', 'harbour', '--session', 'run-1', '--dry-run'], service.to);
  expect(planned.stdout).toMatch(
    /Would be erased: nothing\.\nHeld: 1 events\.\n {2}user_message: 1\n {2}hold \S+ \(case 4711\) keeps 1 of them/,
  );

  const byPlace = await runHere(['hold', 'place', 'harbour', '--event', 'run-1/e1', '--name', 'case 4712'], service.to);
  expect(byPlace, byPlace.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('keeps 1 events of harbour') });
  await service.client.releaseHold(/Hold (\S+) keeps/.exec(byPlace.stdout)![1]!);
  const nowhere = await runHere(['erase', '--event', 'run-1/e1'], service.to);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Name the space of the event') });

  // A key without the scope, or of another space, must neither release the hold nor learn of it.
  const { apiKey: eraser } = await service.client.createKey({ name: 'eraser', scopes: ['erase', 'admin'] });
  const { apiKey: elsewhere } = await service.client.createKey({ name: 'elsewhere', scopes: ['hold'], spaces: ['market'] });
  const codeOf = (key: string, ask: (client: typeof service.client) => Promise<unknown>) =>
    ask(createClient({ url: service.url, apiKey: key })).then(
      () => undefined,
      (error: unknown) => (error as TotalRecallApiError).code,
    );
  expect(await codeOf(eraser, (client) => client.releaseHold(id))).toBe('forbidden');
  expect(await codeOf(elsewhere, (client) => client.releaseHold(id))).toBe('not_found');
  expect(await codeOf(elsewhere, (client) => client.placeHold({ name: 'x', space: 'harbour' }))).toBe('forbidden');
  expect(await codeOf(elsewhere, (client) => client.placeHold({ name: 'x', subject: 'anybody' }))).toBe('forbidden');
  expect(await createClient({ url: service.url, apiKey: elsewhere }).holds()).toEqual({ holds: [] });

  const listed = await runHere(['hold', 'list'], service.to);
  expect(listed.stdout).toMatch(new RegExp(`${id} +case 4711 +harbour/run-1`));
  const released = await runHere(['hold', 'release', id, '--reason', 'closed'], service.to);
  expect(released, released.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('Released hold') });
  expect(await service.client.erase({ space: 'harbour' })).toMatchObject({ status: 'done' });
  const { holds } = await service.client.holds({ released: 'true' });
  expect(holds).toContainEqual(expect.objectContaining({ id, released: expect.objectContaining({ reason: 'closed' }) }));
  const { entries } = await service.client.audit({ limit: '100' });
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['hold.request', 'hold.placed', 'hold.release']));
  await service.stop();
});

it('what is past its age is told, and its rules are set by a key that may erase', async () => {
  const service = await serve(join(folder.path, 'aged'));
  const space = service.client.space('harbour');
  await space.session('run-1').append([{ kind: 'user_message', text: 'The gull eats' }], { wait: 'searchable' });
  expect(await runHere(['retention'], service.to)).toMatchObject({ code: 0, stderr: expect.stringContaining('No retention rule') });
  const retention = [{ maxAgeDays: 30 }, { kinds: ['decision' as const], maxAgeDays: 365 }];
  const { apiKey } = await service.client.createKey({ name: 'admin', scopes: ['admin'] });
  await expect(createClient({ url: service.url, apiKey }).setPolicy({ retention })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await service.client.setPolicy({ retention })).toMatchObject({ settings: { retention } });
  const told = await runHere(['retention', 'harbour', '--json'], service.to);
  expect(told, told.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(told.stdout)).toEqual({
    spaces: [expect.objectContaining({ space: 'harbour', rules: { tenant: retention, space: [] }, eventIds: [], hasMore: false })],
  });
  expect(await runHere(['retention', 'harbor'], service.to)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no space harbor'),
  });
  const { stdout } = await runHere(['retention'], service.to);
  expect(stdout).toContain('harbour: 0 events would be erased, among them 0 whole sessions.');
  await service.stop();
});
