import { codeOf, onRealServer, openTlsFront, sampleAnatomy } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { databaseOfItsOwn } from '../../testing/database-of-its-own.ts';
import { createClickhouseAnatomyStore } from '../store/clickhouse-anatomy-store.ts';

const PLACE = { tenant: 'acme', space: 'demo', session: 'alpha' };
const LOGIN = { username: 'app', password: 'a pass:word of 7 geese' };

await onRealServer('clickhouse', (server) => {
  it('is spoken to over TLS, with a certificate of ours and a password, and not without one of them', async () => {
    const own = databaseOfItsOwn(server);
    const front = await openTlsFront({ target: new URL(server.url).origin, login: LOGIN, wantsCertificate: true });
    const { caFile, client, otherCaFile, stranger } = front;
    const open = (settings: object = {}) =>
      createClickhouseAnatomyStore({
        clickhouse: { ...own.clickhouse, url: front.url, ...LOGIN, tls: { caFile, ...client }, ...settings },
      });
    try {
      const store = await open();
      const record = { ...sampleAnatomy('t1'), ...PLACE };
      await store.appendAnatomy([record]);
      expect(await store.anatomy({ ...PLACE, limit: 10 })).toEqual([record]);
      await store.close();
      const { passed, refused } = front.counts();
      expect(passed).toBeGreaterThan(0);
      expect(refused).toBe(0);

      expect(await codeOf(open({ password: 'another' }))).toBe('unavailable');
      expect(front.counts().refused).toBeGreaterThan(0);
      for (const tls of [{ caFile: otherCaFile, ...client }, { caFile }, { caFile, ...stranger }])
        expect(await codeOf(open({ tls }))).toBe('unavailable');
      expect(front.counts().passed).toBe(passed);
    } finally {
      await front.close();
      await own.remove();
    }
  });
});
