import { codeOf, createTestAuthority, onRealServer, sampleRecord, writeCertificate } from '@total-recall/ports/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaEventLog } from '../event-log/kafka-event-log.ts';
import type { KafkaSettings } from './kafka-settings.ts';

await onRealServer('kafka', (server) => {
  const { secureBroker, caFile = '', certFile = '', keyFile = '', username = '', password = '' } = server.settings ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'total-recall-kafka-tls-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  // An external broker has no such listener that we know of.
  describe.skipIf(secureBroker === undefined)('a broker with TLS and SASL', () => {
    const kafka = {
      brokers: [secureBroker ?? ''],
      tls: { caFile, certFile, keyFile },
      sasl: { mechanism: 'scram-sha-512', username, password },
    } satisfies KafkaSettings;
    const open = (settings: Partial<KafkaSettings> = {}) =>
      createKafkaEventLog({ ...topicsOfTheirOwn(server), kafka: { ...kafka, ...settings }, partitions: 1 });

    it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('is written to and read from, logged in by %s', async (mechanism) => {
      const log = await open({ sasl: { mechanism, username, password } });
      const record = sampleRecord('acme/demo/alpha', 'a');
      await log.append([record]);
      expect(await log.read(0, 0, 10)).toMatchObject([{ key: record.key }]);
      await log.close();
    });

    it('lets in nobody with another password, without a certificate or with a strange one, nor is it trusted with another authority', async () => {
      const other = createTestAuthority();
      const { certFile: otherCaFile } = writeCertificate(folder, 'other', other);
      const stranger = writeCertificate(folder, 'stranger', other.issue());
      expect(await codeOf(open({ sasl: { ...kafka.sasl, password: 'another' } }))).toBe('unavailable');
      for (const tls of [{ caFile }, { caFile, ...stranger }, { ...kafka.tls, caFile: otherCaFile }, undefined])
        expect(await codeOf(open({ tls }))).toBe('unavailable');
    });
  });
});
