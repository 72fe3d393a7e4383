import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { createTestAuthority, writeCertificate } from '@total-recall/ports/testing';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ensureTopics } from '../topics/ensure-topics.ts';
import { planTopics } from '../topics/topic-plan.ts';
import type { KafkaSettings } from './kafka-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'total-recall-unreached-'));
const [own, other] = [createTestAuthority(), createTestAuthority()];
const { certFile: ownCaFile } = writeCertificate(folder, 'own-ca', own);
const { certFile: otherCaFile } = writeCertificate(folder, 'other-ca', other);
const broker = writeCertificate(folder, 'broker', own.issue());
const elsewhere = writeCertificate(folder, 'elsewhere', own.issue({ names: ['kafka.example'] }));
const expired = writeCertificate(folder, 'expired', own.issue({ validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2020, 0, 2) }));
let server: Server | undefined;
afterEach(() => server?.close());
afterAll(() => rmSync(folder, { recursive: true }));

/** Asks a server that is no broker for topics, and returns what is said of it. */
async function saidOf(made: Server, tls?: KafkaSettings['tls'], host = '127.0.0.1'): Promise<string> {
  server = made.listen(0, '127.0.0.1');
  await once(made, 'listening');
  const address = `${host}:${(made.address() as AddressInfo).port}`;
  const kafka = { brokers: [address], requestTimeoutMs: 200, reachWithinMs: 10_000, ...(tls && { tls }) };
  const error = await ensureTopics(kafka, [planTopics({ replication: 1 }).table('control')], 1).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining(`: ${address} (`) as string });
  expect(String((error as Error).message)).not.toContain('answered within');
  return (error as Error).message;
}

const speakingTls = ({ certFile, keyFile } = broker) =>
  createTlsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, () => undefined);
const closing = () => createPlainServer((socket) => void socket.on('error', () => undefined).once('data', () => socket.destroy()));
const silent = () => createPlainServer((socket) => void socket.on('error', () => undefined).resume());

it('says that a certificate is not trusted, and where to name its authority', async () => {
  expect(await saidOf(speakingTls(), { caFile: otherCaFile })).toMatch(/is not trusted: .*TOTAL_RECALL_KAFKA_TLS_CA_FILE/);
});

it('says that a certificate is for another name, or is not valid any more', async () => {
  const tls = { caFile: ownCaFile };
  expect(await saidOf(speakingTls(elsewhere), tls)).toMatch(/is for another name: .*TOTAL_RECALL_KAFKA_BROKERS/);
  expect(await saidOf(speakingTls(expired), tls)).toMatch(/is not valid now: .*clock/);
});

it('says that a broker closed the connection, and that it may expect TLS, or have none', async () => {
  expect(await saidOf(closing())).toMatch(/closed the connection: .*TOTAL_RECALL_KAFKA_TLS=on/);
  expect(await saidOf(closing(), { caFile: ownCaFile })).toMatch(/closed the connection: .*TOTAL_RECALL_KAFKA_TLS=off/);
});

it('says that a port has no TLS', async () => {
  const plain = createPlainServer((socket) => void socket.on('error', () => undefined).write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  expect(await saidOf(plain, { caFile: ownCaFile })).toMatch(/There is no TLS at this port .*TOTAL_RECALL_KAFKA_TLS=off/);
});

it('says that a broker gave no answer in time', async () => {
  expect(await saidOf(silent())).toMatch(/gave no answer in time: .*TOTAL_RECALL_KAFKA_TLS=on/);
});
