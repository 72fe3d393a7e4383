import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestAuthority, writeCertificate } from '@total-recall/ports/testing/certificates';

/** A TLS listener that requires a certificate and a login of its clients. */
export interface SecureListener {
  readonly address: string;
  readonly properties: Readonly<Record<string, string>>;
  /** Arguments for the tool that formats the data folder, which creates the user. */
  readonly formatArguments: readonly string[];
  /** Settings that a client needs. */
  readonly settings: Readonly<Record<string, string>>;
}

const NAME = 'SECURE';
/** Login of the server, which listens on loopback only. */
const LOGIN = { username: 'total-recall', password: 'total-recall-secret' };
const MODULES = 'org.apache.kafka.common.security';

/** Creates a listener with new certificates. */
export function secureListener(folder: string, port: number): SecureListener {
  const authority = createTestAuthority();
  const { certFile: caFile } = writeCertificate(folder, 'authority', authority);
  const { certFile, keyFile } = writeCertificate(folder, 'client', authority.issue({ names: ['client'] }));
  const { certificate, key } = authority.issue();
  const keystore = join(folder, 'broker.pem');
  writeFileSync(keystore, `${key}${certificate}`, { mode: 0o600 });
  const { username, password } = LOGIN;
  const scram = `${MODULES}.scram.ScramLoginModule required;`;
  const own = {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keystore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': caFile,
    'ssl.client.auth': 'required',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
    'plain.sasl.jaas.config': `${MODULES}.plain.PlainLoginModule required user_${username}="${password}";`,
    'scram-sha-256.sasl.jaas.config': scram,
    'scram-sha-512.sasl.jaas.config': scram,
  };
  return {
    address: `${NAME}://127.0.0.1:${port}`,
    properties: Object.fromEntries(
      Object.entries(own).map(([name, value]) => [`listener.name.${NAME.toLowerCase()}.${name}`, value.replaceAll('\\', '/')]),
    ),
    formatArguments: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${username},password=${password}]`,
    ]),
    settings: { secureBroker: `127.0.0.1:${port}`, caFile, certFile, keyFile, ...LOGIN },
  };
}
