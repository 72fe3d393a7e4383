import { X509Certificate } from 'node:crypto';
import { createSystemClock, readTlsFiles, type Settings, type TlsFiles } from '@total-recall/runtime';
import { fail, ok, warn, type Check } from './check.ts';

const SOON_DAYS = 30;
const DAY_MS = 86_400_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

interface Connection {
  readonly name: string;
  readonly files: readonly (string | undefined)[];
  /** Hosts to which a password is sent without TLS. */
  readonly exposedTo: readonly string[];
}

/** Creates a check for each connection whose settings have files or a login. It does not connect. */
export function connectionChecks(config: Settings): Check[] {
  return connectionsOf(config)
    .filter(({ files, exposedTo }) => files.some((file) => file !== undefined) || exposedTo.length > 0)
    .map((connection) => ({ name: `${connection.name} settings`, run: async () => checkConnection(connection) }));
}

function connectionsOf(config: Settings): Connection[] {
  const { kafkaBrokers, kafkaTls, kafkaSasl, opensearchUrl, opensearchPassword, clickhouseUrl, clickhousePassword } = config;
  const brokers = !kafkaTls && kafkaSasl === 'plain' ? (kafkaBrokers ?? []).map((broker) => broker.replace(/:\d+$/, '')) : [];
  return [
    { name: 'API', files: [undefined, config.tlsCertFile, config.tlsKeyFile], exposedTo: [] },
    { name: 'Kafka', files: [config.kafkaTlsCaFile, config.kafkaTlsCertFile, config.kafkaTlsKeyFile], exposedTo: offLoopback(brokers) },
    {
      name: 'OpenSearch',
      files: [config.opensearchTlsCaFile, config.opensearchTlsCertFile, config.opensearchTlsKeyFile],
      exposedTo: plainHosts(opensearchUrl, opensearchPassword),
    },
    {
      name: 'ClickHouse',
      files: [config.clickhouseTlsCaFile, config.clickhouseTlsCertFile, config.clickhouseTlsKeyFile],
      exposedTo: plainHosts(clickhouseUrl, clickhousePassword),
    },
    { name: 'S3', files: [config.s3TlsCaFile], exposedTo: [] },
    { name: 'service', files: [config.serviceTlsCaFile, config.serviceTlsCertFile, config.serviceTlsKeyFile], exposedTo: [] },
  ];
}

function plainHosts(url: string | undefined, password: string | undefined): string[] {
  return password !== undefined && url?.startsWith('http:') ? offLoopback([new URL(url).hostname]) : [];
}

function offLoopback(hosts: readonly string[]): string[] {
  return hosts.filter((host) => host !== '' && !LOOPBACK.test(host));
}

function checkConnection({ files: [caFile, certFile, keyFile], exposedTo }: Connection) {
  const files: TlsFiles = { ...(caFile && { caFile }), ...(certFile && { certFile }), ...(keyFile && { keyFile }) };
  let material;
  try {
    material = readTlsFiles(files);
  } catch (error) {
    return fail((error as Error).message, 'docs/configuration.md lists every variable.');
  }
  if (exposedTo.length > 0) return warn(`the password goes to ${exposedTo.join(', ')} without TLS`, 'Use TLS; see docs/connections.md.');
  if (material.cert === undefined) return ok(`authority ${caFile}`);
  const { validToDate } = new X509Certificate(material.cert);
  const days = Math.floor((validToDate.getTime() - createSystemClock().now()) / DAY_MS);
  const until = `the certificate ${certFile} is valid until ${validToDate.toISOString().slice(0, 10)}`;
  if (days < 0) return fail(`${until}: it has expired`, 'Replace it and restart.');
  return days < SOON_DAYS ? warn(until, 'Replace it and restart before then.') : ok(until);
}
