import { codeOf, onRealServer, openTlsFront } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { connectOpenSearch } from './opensearch-connection.ts';

const LOGIN = { username: 'app', password: 'a pass:word of 7 geese' };
const HEALTH = { method: 'GET', path: '/_cluster/health', doing: 'ask how it is' } as const;

await onRealServer('opensearch', (server) => {
  it('is spoken to over TLS, with a certificate of ours and a password, and not without one of them', async () => {
    const front = await openTlsFront({ target: server.url, login: LOGIN, wantsCertificate: true });
    const { caFile, client, otherCaFile, stranger } = front;
    const ask = async (settings: object = {}): Promise<{ readonly status: number }> => {
      const connection = connectOpenSearch({ urls: [front.url], ...LOGIN, tls: { caFile, ...client }, ...settings });
      return connection.request(HEALTH).finally(() => connection.close());
    };
    try {
      expect((await ask()).status).toBe(200);
      expect(front.counts()).toEqual({ passed: 1, refused: 0 });
      expect(await codeOf(ask({ password: 'another' }))).toBe('internal');
      expect(front.counts()).toEqual({ passed: 1, refused: 1 });
      for (const tls of [{ caFile: otherCaFile, ...client }, { caFile }, { caFile, ...stranger }])
        expect(await codeOf(ask({ tls }))).toBe('unavailable');
      expect(front.counts()).toEqual({ passed: 1, refused: 1 });
    } finally {
      await front.close();
    }
  });
});
