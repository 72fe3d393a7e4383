import { join } from 'node:path';
import { createClient, type EventWire } from '@total-recall/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedModel } from './agent-loops/scripted-model.ts';
import { openVendorServer, type VendorServer } from './agent-loops/vendor-server.ts';
import { codeOf, outputOf } from '../apps/cli/testing/proxy-agents.ts';
import { findPythons } from './python-package/find-pythons.ts';
import { writeExamples } from './python-package/page-examples.ts';
import { APIS, openPythonAgent, recallingModel, type PythonAgent } from './python-package/proxy-agent.ts';
import { openProxyLab, type ProxyLab } from './python-package/proxy-lab.ts';
import { openPythonLab, PACKAGE, type PythonLab } from './python-package/python-lab.ts';
import { openVendorControl, type VendorControl } from './python-package/vendor-control.ts';

const mayFetch = process.env['TOTAL_RECALL_TEST_SERVERS'] === 'fetch' || process.env['REQUIRE_REAL_BACKENDS'] === '1';
const pythons = await findPythons();
// The oldest and the newest are enough: what differs between versions differs between these.
const tested = pythons.filter((_python, at) => at === 0 || at === pythons.length - 1);
const newest = tested.at(-1)!;
const SDKS = ['openai>=3,<4', 'anthropic>=2,<3', 'langchain-openai>=1,<2'];
const FRAMEWORKS = 'langgraph,langchain,openai-agents,pydantic-ai';
const PYTEST = 'pytest>=8,<10';
const WINDOW = 12_000;
/** Enough for several compactions; at one of them the user takes back the last few. */
const TURNS = 56;
const TAKEN_BACK_TO = 30;
const TAKEN_BACK_AT = 36;
const missing = !mayFetch
  ? 'pip may fetch nothing here: TOTAL_RECALL_TEST_SERVERS=fetch allows it'
  : tested.length === 0
    ? 'there is no Python 3.10 or later with venv and pip 22.3'
    : undefined;
if (missing !== undefined) process.stderr.write(`\nDID NOT RUN: the tests of the Python client, because ${missing}.\n`);
if (missing !== undefined && process.env['REQUIRE_REAL_BACKENDS'] === '1') throw new Error(missing);

describe.skipIf(missing !== undefined)('the wheel of the Python client', { timeout: 600_000 }, () => {
  let lab: PythonLab;
  let vendor: VendorServer;
  let control: VendorControl;
  let equipped: Promise<string> | undefined;

  beforeAll(async () => {
    vendor = await openVendorServer();
    control = await openVendorControl(vendor);
    lab = await openPythonLab(tested);
  });

  afterAll(async () => {
    await lab?.close();
    await control?.close();
    await vendor?.close();
  });

  /** Installs once what the tests of SDKs and frameworks share; pip has to find versions that all of them take. */
  const equip = (): Promise<string> => (equipped ??= lab.install(newest, `${lab.wheel}[${FRAMEWORKS}]`, ...SDKS, PYTEST));

  it.for(tested)('installs alone and passes its tests on Python $version', async (python) => {
    await lab.install(python, lab.wheel);
    expect(await lab.run(python, ['-c', 'import total_recall; print(total_recall.__file__)'])).toContain('site-packages');
    await lab.install(python, PYTEST);
    expect(await lab.run(python, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--ignore', 'tests/frameworks'])).toMatch(/\d+ passed/);
  });

  it('has types and a style that mypy and ruff take, strictly', async () => {
    const check = (...args: string[]): Promise<string> => lab.run(newest, ['-m', ...args]);
    await lab.install(newest, lab.wheel, PYTEST, 'mypy>=1.10,<3', 'ruff>=0.6,<1');
    expect(await check('mypy', '--cache-dir', join(lab.folder, 'mypy'), '-p', 'total_recall', '-p', 'tests')).toContain('no issues found');
    await check('ruff', 'check', '--no-cache', PACKAGE);
    await check('ruff', 'format', '--no-cache', '--check', PACKAGE);
  });

  it('runs the examples of its pages with the SDKs of the vendors', async () => {
    await equip();
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

  it.for(APIS)('lets an agent on the SDK for %s work for many turns through the proxy, with no request refused', async (api) => {
    await equip();
    const proxy = await openProxyLab(WINDOW);
    const agent = openPythonAgent(lab.pythonOf(newest), api, `${proxy.url}/@work`, proxy.emulator);
    try {
      await workForManyTurns(agent, proxy);
      await askWhatLeft(agent, proxy);
      expect(proxy.emulator.refused).toEqual([]);
      expect(Math.max(...proxy.emulator.calls.map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
      expect(proxy.emulator.cancelled()).toBeGreaterThanOrEqual(Math.floor(TURNS / 40));
    } finally {
      agent.close();
      await proxy.close();
    }
  });

  async function workForManyTurns(agent: PythonAgent, { emulator, space }: ProxyLab): Promise<void> {
    for (let turn = 1; turn <= TURNS; turn += 1) {
      if (turn === TAKEN_BACK_AT) await agent.rewind(TAKEN_BACK_TO, 'No: skip the modules from here to 35.');
      await agent.turn(turn);
    }
    const last = emulator.calls.at(-1)!.bytes.toString('utf8');
    expect(last).toContain(codeOf(TURNS - 1, 'b'));
    expect(last).not.toContain(codeOf(3, 'a'));
    const recalled = async () => (await space('work').recall(`code of the build of module-3 ${codeOf(3, 'a')}`)).rendered;
    await expect.poll(recalled, { timeout: 60_000 }).toContain(outputOf(3, 'a').slice(-60));
    const { sessions } = await space('work').sessions();
    expect(sessions.map(({ session }) => session.includes('.fork-')).toSorted()).toEqual([false, true]);
  }

  /** The model calls recall, which the agent never declared and never sees. */
  async function askWhatLeft(agent: PythonAgent, { emulator }: ProxyLab): Promise<void> {
    for (const streamed of [false, true]) {
      emulator.script = recallingModel(`recall_${streamed}`, 3);
      const { text, calls } = await agent.ask('Which code did the build of module-3 end with?', streamed);
      expect({ text, calls }).toEqual({ text: `Let me look.\n\nIt ended with ${codeOf(3, 'a')}.`, calls: [] });
    }
  }

  it('has adapters that pass their tests with the frameworks themselves, and whose pages run', async () => {
    await equip();
    const env = { TOTAL_RECALL_TEST_VENDOR: control.url, OPENAI_BASE_URL: `${vendor.url}/v1`, OPENAI_API_KEY: 'none' };
    const ran = await lab.run(newest, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'tests/frameworks'], env);
    expect(ran).toMatch(/\d+ passed/);
    expect(ran).not.toMatch(/failed|skipped/);
    for (const page of ['langgraph-python', 'openai-agents-python', 'pydantic-ai']) {
      const examples = await writeExamples(lab, `docs/integrations/${page}.md`);
      expect(examples).not.toEqual([]);
      for (const example of examples) {
        const call = { id: 'call_r', name: 'recall', arguments: '{"query":"the login loops"}' };
        const refused = vendor.refused.length;
        vendor.script(scriptedModel([{ calls: [call] }, { text: 'Last week the cookie was set twice.' }]));
        expect(await lab.run(newest, [example], env)).toContain('Last week the cookie was set twice.');
        expect(vendor.refused.slice(refused)).toEqual([]);
      }
    }
  });

  async function answersOf(session: string): Promise<string[]> {
    const events: EventWire[] = [];
    for await (const event of createClient(lab).space('work').session(session).allEvents()) events.push(event);
    return events.filter(({ kind }) => kind === 'tool_result').map(({ body }) => body?.text ?? '');
  }
});
