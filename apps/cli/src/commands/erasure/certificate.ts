import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Client } from '@total-recall/client';
import { type CheckedCertificate } from '@total-recall/composition';
import type { ErasureCertificate } from '@total-recall/domain';
import { createLogger } from '@total-recall/observability';
import { configOf, jsonOrUndefined, problemOfCertificate } from '@total-recall/runtime';
import { checkCertificate } from '@total-recall/data-folder';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { erasureId } from '../../option-values.ts';
import { plural } from '../../output/format-number.ts';
import { writeWhole } from '../../output/write-whole.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireStoppedDataFolder } from '../../service/stopped-folder.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface CertificateOptions extends ConnectionOptions {
  readonly out?: string;
}

interface VerifyCertificateOptions {
  readonly dataDir?: string;
  readonly cluster?: boolean;
  readonly publicKey?: string;
  readonly json?: boolean;
}

type Certificate = NonNullable<Awaited<ReturnType<Client['erase']>>['certificate']>;

export function addCertificate(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('certificate')
    .description('Fetch the certificate of a finished erasure.')
    .argument('<erasure>', 'the id of the erasure, as `erase` printed it', erasureId);
  withConnection(command)
    .option('--out <file>', 'the file to write (default standard output)')
    .action((id: string, options: CertificateOptions) => execute((context) => fetchCertificate(id, options, context)));
}

export function addVerifyCertificate(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('verify-certificate')
    .description(
      'Check the signature of a certificate. With a data folder or a cluster, also check that nothing it names can be read there.',
    )
    .argument('<file>', 'the certificate')
    .option('--data-dir <folder>', 'check the key, log and index in the data folder of a stopped service')
    .option('--cluster', 'check a cluster instead, with its settings in the environment; it may be running')
    .option('--public-key <key>', 'the public key that the service returns at GET /v1/certificate-key')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall verify-certificate gone.json --data-dir ./memory\n\nExit code 1 if it was changed or is not true. Without a folder, a cluster or a key this only ' +
        'shows that nothing was changed since somebody signed it.',
    )
    .action((file: string, options: VerifyCertificateOptions) => execute((context) => verifyCertificate(file, options, context)));
}

/** Writes the certificate in a readable layout, as the signature covers the content and not the layout. It is public. */
export function writeCertificate(file: string, certificate: Certificate): Promise<void> {
  return writeWhole(file, (write) => write(printed(certificate)), { isPublic: true });
}

const printed = (certificate: Certificate): string => JSON.stringify(certificate, null, 2);

async function fetchCertificate(id: string, options: CertificateOptions, context: CommandContext): Promise<ExitCode> {
  const { certificate, status } = await connect(options, context).client.erasure(id);
  if (!certificate)
    throw new CommandError(
      EXIT.notFound,
      status === 'done' ? 'This erasure was done by an earlier version that issued no certificates.' : 'The erasure is not done yet.',
    );
  if (options.out === undefined) context.terminal.out(printed(certificate));
  else await writeCertificate(options.out, certificate);
  return EXIT.ok;
}

async function verifyCertificate(file: string, options: VerifyCertificateOptions, context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const certificate = jsonOrUndefined(
    await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new CommandError(EXIT.notFound, `${file} cannot be read.`, { cause });
    }),
  );
  const found = await check(certificate, options, context);
  if (options.json) terminal.out(JSON.stringify({ ok: found.problem === undefined, ...found }));
  else for (const line of describe(found, certificate, options)) terminal.out(line);
  return found.problem === undefined ? EXIT.ok : EXIT.failed;
}

async function check(
  certificate: unknown,
  { dataDir, cluster, publicKey }: VerifyCertificateOptions,
  { io }: CommandContext,
): Promise<CheckedCertificate> {
  // The signature is checked before the content is looked at.
  const problem = problemOfCertificate(certificate, publicKey);
  if (problem !== undefined) return { problem };
  if (dataDir === undefined && !cluster) return {};
  const settings = readSettings(io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: dataDir } });
  const logger = createLogger({ level: settings.logLevel, format: settings.logFormat === 'text' ? 'text' : 'json' });
  const more = { logger, ...(publicKey !== undefined && { publicKey }) };
  if (cluster)
    return (await loadCluster()).checkClusterCertificate(clusterConfigOf('cluster', settings), certificate as ErasureCertificate, more);
  const config = configOf('standalone', settings);
  await requireStoppedDataFolder(config.dataDir);
  return checkCertificate(config, certificate as ErasureCertificate, more);
}

function* describe({ problem, checked }: CheckedCertificate, certificate: unknown, options: VerifyCertificateOptions): Generator<string> {
  if (problem !== undefined) {
    yield problem;
    return;
  }
  const { statement, publicKey } = certificate as ErasureCertificate;
  yield `The signature of the certificate of erasure ${statement.erasureId} is valid. Done ${statement.completedAt}, requested by key ${statement.requestedBy}.`;
  if (checked) {
    yield `Named in the log: ${plural(checked.records, 'record')}. None can be decrypted, none has text or vectors in the index, and none of their artifacts is stored.`;
    yield `Not checked: ${checked.unchecked.join('; ')}. \`total-recall verify\` compares all but the analytics with the log.`;
  }
  if (statement.remains.unread !== undefined)
    yield `Not complete: ${plural(statement.remains.unread, 'event')} could not be read, and may be of it.`;
  if (statement.remains.hashed !== undefined)
    yield `Still in the ledger: keyed hashes of words of ${plural(statement.remains.hashed, 'fact, episode or topic', 'facts, episodes or topics')}, readable with the key of their space, until it is erased.`;
  if (options.dataDir === undefined && !options.cluster && options.publicKey === undefined)
    yield `Signed by ${publicKey}: compare it with GET /v1/certificate-key of the service, or give --public-key or --data-dir.`;
  for (const place of statement.outside) yield `Not reached: ${place}.`;
}
