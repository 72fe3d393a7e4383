import { describe, expect, it } from 'vitest';
import { createOperationsServer } from './operations-server.ts';

const OPERATIONS = {
  port: 0,
  metrics: async () => ({ contentType: 'text/plain', text: 'up 1\n' }),
  ready: async () => ({ ready: true, checks: { log: 'ok' } }),
};

describe('the operations server', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::1', '::'])('answers at the address that it says, listening on %s', async (host) => {
    const server = createOperationsServer({ ...OPERATIONS, host }, () => false);
    const url = await server.listen().catch((error: NodeJS.ErrnoException) => error);
    // The machine may have no IPv6.
    if (url instanceof Error)
      return expect([host, (url as NodeJS.ErrnoException).code]).toEqual([expect.stringContaining(':'), expect.any(String)]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await server.close();
    await expect(fetch(`${url}/livez`)).rejects.toThrow();
  });

  it('says which port is taken, and is not ready while the rest of the process closes', async () => {
    let isClosing = false;
    const server = createOperationsServer({ ...OPERATIONS, host: '127.0.0.1' }, () => isClosing);
    const url = await server.listen();
    const second = createOperationsServer({ ...OPERATIONS, host: '127.0.0.1', port: Number(new URL(url).port) }, () => false);
    await expect(second.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await second.close();
    isClosing = true;
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    await server.close();
  });
});
