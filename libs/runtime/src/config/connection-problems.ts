import { problemsOf, variableOf, type ConfigProblem } from './config-problem.ts';
import type { Settings } from './config-variables.ts';

type Setting = keyof Settings;

const SASL: readonly Setting[] = ['kafkaUsername', 'kafkaPassword'];
const SERVICE_FILES: readonly Setting[] = ['serviceTlsCaFile', 'serviceTlsCertFile', 'serviceTlsKeyFile'];
/** TLS files of each connection, which have no effect if its address is plain http. */
const OVER_HTTPS: readonly (readonly [address: 'opensearchUrl' | 'clickhouseUrl' | 's3Endpoint', files: readonly Setting[]])[] = [
  ['opensearchUrl', ['opensearchTlsCaFile', 'opensearchTlsCertFile', 'opensearchTlsKeyFile']],
  ['clickhouseUrl', ['clickhouseTlsCaFile', 'clickhouseTlsCertFile', 'clickhouseTlsKeyFile']],
  ['s3Endpoint', ['s3TlsCaFile']],
];
/** Settings of which either both or none must be set. */
const PAIRS: readonly (readonly [Setting, Setting])[] = [
  ['tlsCertFile', 'tlsKeyFile'],
  ['kafkaTlsCertFile', 'kafkaTlsKeyFile'],
  ['opensearchUsername', 'opensearchPassword'],
  ['opensearchTlsCertFile', 'opensearchTlsKeyFile'],
  ['clickhouseUsername', 'clickhousePassword'],
  ['clickhouseTlsCertFile', 'clickhouseTlsKeyFile'],
  ['s3AccessKeyId', 's3SecretAccessKey'],
  ['serviceTlsCertFile', 'serviceTlsKeyFile'],
];

/**
 * Finds connections that are only partly configured. A setting with another problem already (`bad`, by variable) is
 * not reported as missing.
 */
export function connectionProblems(config: Settings, bad: ReadonlySet<string>): ConfigProblem[] {
  const isSet = (key: Setting): boolean => config[key] !== undefined;
  const isBad = (key: Setting): boolean => bad.has(variableOf(key)) || bad.has(`${variableOf(key)}_FILE`);
  const inVain = (keys: readonly Setting[], why: string): ConfigProblem[] =>
    problemsOf('incomplete', keys.filter(isSet), (name) => `${name} is set, and ${why}.`);
  const missing = (keys: readonly Setting[], why: string): ConfigProblem[] =>
    problemsOf(
      'incomplete',
      keys.filter((key) => !isSet(key) && !isBad(key)),
      (name) => `${name} must be set where ${why}.`,
    );

  const problems = PAIRS.flatMap(([one, other]) => [
    ...(isSet(one) ? missing([other], `${variableOf(one)} is`) : []),
    ...(isSet(other) ? missing([one], `${variableOf(other)} is`) : []),
  ]);
  if (config.kafkaTls === false)
    problems.push(...inVain(['kafkaTlsCaFile', 'kafkaTlsCertFile', 'kafkaTlsKeyFile'], 'TOTAL_RECALL_KAFKA_TLS is off'));
  if (config.kafkaSasl === 'off') problems.push(...inVain(SASL, 'TOTAL_RECALL_KAFKA_SASL is off'));
  else if (!isBad('kafkaSasl')) problems.push(...missing(SASL, `TOTAL_RECALL_KAFKA_SASL is ${config.kafkaSasl}`));
  for (const [address, files] of OVER_HTTPS) {
    if (config[address]?.startsWith('http:')) problems.push(...inVain(files, `${variableOf(address)} is no https address`));
  }
  if (config.serviceTls === 'off' || config.serviceTls === 'mesh')
    problems.push(...inVain(SERVICE_FILES, `TOTAL_RECALL_SERVICE_TLS is ${config.serviceTls}`));
  if (config.serviceTls === 'mutual') problems.push(...missing(SERVICE_FILES, 'TOTAL_RECALL_SERVICE_TLS is mutual'));
  return problems;
}
