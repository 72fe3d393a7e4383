import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@total-recall/observability';
import { createTestAuthority, writeCertificate } from '@total-recall/ports/testing';
import { afterAll, expect, it } from 'vitest';
import { showCertificates, type CertifiedConfig } from './show-certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'total-recall-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));

const until = (day: number) => Date.UTC(2031, 0, day);
const shownOf = async (config: CertifiedConfig): Promise<string[]> => {
  const metrics = createMetrics();
  showCertificates(metrics, config);
  return (await metrics.render()).split('\n').filter((line) => line.startsWith('total_recall_process_certificate_expiry_seconds{'));
};

it('shows by use when the earliest certificate of a process expires, and nothing where it has none', async () => {
  const authority = createTestAuthority();
  const issue = (name: string, day: number) => writeCertificate(folder, name, authority.issue({ validTo: until(day) }));
  const [port, calls] = [issue('port', 20), issue('calls', 9)];
  const chained = issue('public', 30);
  const issuer = authority.issue({ validTo: until(4) }).certificate;
  writeFileSync(chained.certFile, `${authority.issue({ validTo: until(30) }).certificate}\n${issuer}`);
  expect(
    await shownOf({
      tlsCertFile: chained.certFile,
      portSecurity: port,
      callSecurity: calls,
      kafka: { tls: { caFile: port.certFile } },
      opensearch: { tls: { certFile: join(folder, 'gone.crt'), keyFile: join(folder, 'gone.key') } },
    }),
  ).toEqual([
    `total_recall_process_certificate_expiry_seconds{use="public"} ${until(4) / 1_000}`,
    `total_recall_process_certificate_expiry_seconds{use="services"} ${until(9) / 1_000}`,
  ]);
  expect(await shownOf({ portSecurity: { plaintext: 'loopback' } })).toEqual([]);
});
