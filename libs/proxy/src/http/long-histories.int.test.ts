import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';

it('other calls are answered while a long history is folded', async () => {
  const seen = { isCounted: false, isSent: false };
  const vendor = createServer((incoming, outgoing) => {
    seen.isSent = true;
    incoming.resume().once('end', () => outgoing.end('{}'));
  });
  await once(vendor.listen(0, '127.0.0.1'), 'listening');
  const tokens = {
    async count(_family: string, texts: readonly string[]) {
      if (texts.length > 10) seen.isCounted = true;
      return texts.map(({ length }) => length >> 2);
    },
  };
  const proxy = await openTestProxy(`http://127.0.0.1:${(vendor.address() as AddressInfo).port}`, { tokens });
  const messages = Array.from({ length: 3_001 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Module ${at} is built.`,
  }));
  const call = fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'gpt-4.1', messages }) });
  let others = 0;
  while (!seen.isSent) {
    await (await fetch(`${proxy.url}/-/health`)).text();
    if (seen.isCounted && !seen.isSent) others += 1;
  }
  expect((await call).headers.get('X-Total-Recall-Window')).toBe('whole');
  expect(others).toBeGreaterThan(1);
  await proxy.close();
  vendor.close();
});
