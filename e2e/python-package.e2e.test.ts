import { join } from 'node:path';
import { createClient, type EventWire } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedModel } from './agent-loops/scripted-model.ts';
import { openVendorServer, type VendorServer } from './agent-loops/vendor-server.ts';
import { findPythons } from './python-package/find-pythons.ts';
import { writeExamples } from './python-package/page-examples.ts';
import { openPythonLab, PACKAGE, type PythonLab } from './python-package/python-lab.ts';

const mayFetch = process.env['TOTAL_RECALL_TEST_SERVERS'] === 'fetch' || process.env['REQUIRE_REAL_BACKENDS'] === '1';
const pythons = await findPythons();
// The oldest and the newest are enough: what differs between versions differs between these.
const tested = pythons.filter((_python, at) => at === 0 || at === pythons.length - 1);
const newest = tested.at(-1)!;
const missing = !mayFetch
  ? 'pip may fetch nothing here: TOTAL_RECALL_TEST_SERVERS=fetch allows it'
  : tested.length === 0
    ? 'there is no Python 3.10 or later with venv and pip 22.3'
    : undefined;
if (missing !== undefined) process.stderr.write(`\nDID NOT RUN: the tests of the Python client, because ${missing}.\n`);
if (missing !== undefined && process.env['REQUIRE_REAL_BACKENDS'] === '1') throw new Error(missing);

describe.skipIf(missing !== undefined)('the wheel of the Python client', { timeout: 300_000 }, () => {
  let lab: PythonLab;
  let vendor: VendorServer;

  beforeAll(async () => {
    vendor = await openVendorServer();
    lab = await openPythonLab(tested);
  }, 300_000);

  afterAll(async () => {
    await lab?.close();
    await vendor?.close();
  });

  it.for(tested)('installs alone and passes its tests on Python $version', async (python) => {
    await lab.install(python, lab.wheel);
    expect(await lab.run(python, ['-c', 'import total_recall; print(total_recall.__file__)'])).toContain('site-packages');
    await lab.install(python, 'pytest>=8,<10');
    expect(await lab.run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'])).toMatch(/\d+ passed/);
  });

  it('has types and a style that mypy and ruff take, strictly', async () => {
    const check = (...args: string[]): Promise<string> => lab.run(newest, ['-m', ...args]);
    await lab.install(newest, lab.wheel, 'pytest>=8,<10', 'mypy>=1.10,<3', 'ruff>=0.6,<1');
    expect(await check('mypy', '--cache-dir', join(lab.folder, 'mypy'), '-p', 'total_recall', '-p', 'tests')).toContain('no issues found');
    await check('ruff', 'check', '--no-cache', PACKAGE);
    await check('ruff', 'format', '--no-cache', '--check', PACKAGE);
  });

  it('runs the examples of its pages with the SDKs of the vendors', async () => {
    await lab.install(newest, lab.wheel, 'openai>=2,<3', 'anthropic>=0.60,<1');
    const examples = [...(await writeExamples(lab, 'python/README.md')), ...(await writeExamples(lab, 'docs/python.md'))];
    const vendors = {
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${vendor.url}/v1`,
      ANTHROPIC_API_KEY: 'none',
      ANTHROPIC_BASE_URL: vendor.url,
    };
    for (const example of examples) {
      const calls = [
        { id: 'call_a', name: 'ls', arguments: '{"path":"src"}' },
        { id: 'call_b', name: 'read_file', arguments: '{"path":"a.ts"}' },
        { id: 'call_c', name: 'recall', arguments: '{"query":"login loops"}' },
      ];
      vendor.script(scriptedModel([{ text: 'I look.', calls }, { text: 'Done.' }]));
      await lab.run(newest, [example], vendors);
      expect(vendor.refused).toEqual([]);
    }
    expect(await answersOf('fix-login')).toContain('["login.ts","session.ts"]');
    expect(await answersOf('fix-login-anthropic')).toContain('the text of a.ts');
    for (const loop of ['fix-login', 'fix-login-stream', 'fix-login-responses', 'fix-login-anthropic'])
      expect(await answersOf(loop)).toContainEqual(expect.stringContaining('The login loops.'));
  });

  async function answersOf(session: string): Promise<string[]> {
    const events: EventWire[] = [];
    for await (const event of createClient(lab).space('work').session(session).allEvents()) events.push(event);
    return events.filter(({ kind }) => kind === 'tool_result').map(({ body }) => body?.text ?? '');
  }
});
