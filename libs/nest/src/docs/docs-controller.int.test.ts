import { expect, it } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';

it('the address of the API leads to its documentation, without a key', async () => {
  const server = await startTestServer();
  try {
    const first = await fetch(server.url, { redirect: 'manual' });
    expect([first.status, first.headers.get('Location')]).toEqual([302, 'docs']);
    const page = await fetch(server.url);
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/docs']);
    expect(await page.text()).toContain('Total Recall');
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
  } finally {
    await server.stop();
  }
});
