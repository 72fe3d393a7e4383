import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@total-recall/client';
import { startVendorEmulator, type VendorEmulator } from '@total-recall/proxy/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, openAiAgent } from '../apps/cli/testing/proxy-agents.ts';
import { printedKey, serveProcess, type ServedProcess } from './serve-process.ts';
import { fillUp, openSmallDisk, smallDiskUnavailableReason, type SmallDisk } from './small-disk.ts';

const WINDOW = 12_000;
const whyNot = smallDiskUnavailableReason();
if (whyNot !== undefined) process.stderr.write(`\nNOT TESTED behind a proxy on a full disk: ${whyNot}\n`);

describe('a proxy of a service whose disk is full', () => {
  let disk: SmallDisk;
  let service: ServedProcess;
  let emulator: VendorEmulator;

  beforeAll(async () => {
    if (whyNot !== undefined) return;
    emulator = await startVendorEmulator(WINDOW);
    disk = await openSmallDisk(64);
    const env = {
      TOTAL_RECALL_PROXY_PORT: '0',
      TOTAL_RECALL_PROXY_OPENAI_URL: emulator.url,
      TOTAL_RECALL_PROXY_WINDOW_TOKENS: String(WINDOW),
    };
    service = await serveProcess(join(disk.folder, 'data'), env, disk.within);
  });
  afterAll(async () => {
    await service?.stop();
    await disk?.remove();
    await emulator?.close();
  });

  async function count(labels: string): Promise<number> {
    const text = await (await fetch(`${service.opsUrl}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`total_recall_proxy_${labels}`));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  it('refuses no call, its windows fit, the counter says so, and the log has all once there is room', async ({ skip }) => {
    if (whyNot !== undefined) return skip(whyNot);
    const apiKey = printedKey(service.output());
    const proxyUrl = /^ *proxy +(http:\S+)/m.exec(service.output())![1]!;
    const agent = openAiAgent(proxyUrl, emulator, { 'X-Total-Recall-Key': apiKey });
    let turn = 0;
    const work = async (turns: number): Promise<void> => {
      for (const end = turn + turns; turn < end;) await agent.turn((turn += 1));
    };
    await work(10);
    await expect.poll(() => count('records_total{result="recorded"}'), { timeout: 30_000 }).toBeGreaterThan(10);

    const filler = join(disk.seen, 'filler');
    await fillUp(filler);
    // The log may still write into space that it has already allocated.
    while ((await count('fallbacks_total{part="record"}')) === 0 && turn < 400) await work(10);
    const full = turn;
    await work(20);
    expect(await count('fallbacks_total{part="record"}')).toBeGreaterThan(0);
    expect(emulator.refused).toEqual([]);
    expect(Math.max(...emulator.calls.map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);

    await rm(filler);
    const session = createClient({ url: service.url, apiKey }).space('main');
    const kept = async (): Promise<string> => {
      await work(1);
      const { sessions } = await session.sessions();
      const texts: string[] = [];
      for await (const event of session.session(sessions[0]!.session).allEvents())
        if (event.kind === 'tool_result') texts.push(event.body!.text);
      return texts.map((text) => text.slice(-20)).join();
    };
    await expect.poll(kept, { timeout: 60_000, interval: 1_000 }).toContain(codeOf(full + 20, 'b'));
    expect(emulator.refused).toEqual([]);
  });
});
