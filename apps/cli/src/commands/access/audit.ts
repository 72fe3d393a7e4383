import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { Client } from '@total-recall/client';
import type { AuditEntry, AuditHead, ControlStore } from '@total-recall/ports';
import { pagesOf, verifyAudit, type VerifiedAudit } from '@total-recall/runtime';
import { openControl } from '@total-recall/data-folder';
import type { Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { placeName } from '../../option-values.ts';
import { plural } from '../../output/format-number.ts';
import { createLineWriter } from '../../output/line-writer.ts';
import { writeWhole } from '../../output/write-whole.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { requireStoppedDataFolder } from '../../service/stopped-folder.ts';

type Line = { readonly entry: AuditEntry } | { readonly head: AuditHead };

interface AuditOptions extends ConnectionOptions {
  readonly out?: string;
  readonly json?: boolean;
}

interface VerifyOptions extends AuditOptions {
  readonly dataDir?: string;
  readonly tenant?: string;
  readonly earlier?: readonly string[];
  readonly publicKey?: string;
}

const PAGE = '500';

export function addAudit(program: Command, execute: (run: Run) => Promise<void>): void {
  const audit = program
    .command('audit')
    .description('Export or verify the audit log of the tenant: who did or read what, and when, without content.');
  withConnection(
    audit.command('export').description('Write the whole audit log as JSON lines, with its hash chains and their signed ends.'),
  )
    .option('--out <file>', 'the file to write (default standard output); a copy kept elsewhere shows later whether the end was cut off')
    .action((options: AuditOptions) => execute((context) => exportAudit(options, context)));
  withConnection(
    audit
      .command('verify')
      .description(
        'Check every entry against its hash chain and every chain against its signed ends. Reports what was changed, removed or inserted.',
      )
      .argument('[file]', 'a file written by `audit export` (default: ask the service)'),
  )
    .option('--data-dir <folder>', 'read the data folder of a stopped service instead')
    .option('--tenant <name>', 'with --data-dir: the tenant (TOTAL_RECALL_TENANT)', placeName)
    .option('--earlier <file...>', 'earlier exports: their entries must still exist, or have been dropped by age')
    .option('--public-key <key>', 'the public key of the signatures, from a source that you trust')
    .option('--json', 'print one JSON object')
    .action((file: string | undefined, options: VerifyOptions) => execute((context) => verify(file, options, context)));
}

async function exportAudit(options: AuditOptions, context: CommandContext): Promise<ExitCode> {
  const { client } = connect(options, context);
  let entries = 0;
  const writeTo = async (write: (line: string) => unknown): Promise<void> => {
    for await (const line of linesOf(client)) {
      if (context.interrupted.aborted) throw new CommandError(EXIT.interrupted, 'The export was interrupted and is incomplete.');
      if ('entry' in line) entries += 1;
      await write(JSON.stringify(line));
    }
  };
  if (options.out === undefined) await writeTo(createLineWriter(context.io.stdout as unknown as Writable));
  else {
    // A file that is there already may be the only one that tells of a tail that was cut.
    await writeWhole(options.out, writeTo);
    context.terminal.note(`${plural(entries, 'entry', 'entries')} written to ${options.out}.`);
  }
  return EXIT.ok;
}

async function* linesOf(client: Client): AsyncGenerator<Line> {
  for await (const page of pagesOf((from) => client.exportAudit({ limit: PAGE, ...from }))) {
    for (const entry of page.entries) yield { entry: { ...entry, at: timeOf(entry.at) } };
    for (const head of page.heads ?? []) yield { head: { ...head, at: timeOf(head.at) } };
  }
}

/** Converts a time to milliseconds. Times are text on the wire and are hashed as milliseconds. */
function timeOf(at: string | number): number {
  return new Date(at).getTime();
}

interface Collected {
  readonly entries: AuditEntry[];
  readonly heads: AuditHead[];
}

async function verify(file: string | undefined, options: VerifyOptions, context: CommandContext): Promise<ExitCode> {
  const { entries, heads } = await collected(file, options, context);
  const earlier = await Promise.all((options.earlier ?? []).map(readExport));
  const verified = verifyAudit(entries, [...heads, ...earlier.flatMap((each) => each.heads)], options.publicKey);
  const { terminal } = context;
  const incomplete = lacksOf(verified, heads);
  const ok = verified.problems.length === 0 && incomplete.length === 0;
  if (options.json) terminal.out(JSON.stringify({ ok, ...verified, incomplete }));
  else for (const line of describe(verified, incomplete)) terminal.out(line);
  return ok ? EXIT.ok : EXIT.failed;
}

/**
 * Says why nothing follows from finding no problem: without entries, or without any signed end, any number of entries may
 * have been cut off. Ends of earlier exports do not count, as they say nothing of what came later.
 */
function lacksOf({ entries }: VerifiedAudit, heads: readonly AuditHead[]): string[] {
  if (entries === 0) return ['It has no entries.'];
  return heads.some(({ signature }) => signature !== undefined) ? [] : ['It has no signed end.'];
}

async function collected(file: string | undefined, options: VerifyOptions, context: CommandContext): Promise<Collected> {
  if (file !== undefined) return readExport(file);
  if (options.dataDir === undefined) return collect(linesOf(connect(options, context).client));
  await requireStoppedDataFolder(options.dataDir);
  const config = readConfig('standalone', context.io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: options.dataDir } });
  const control = await openControl(config);
  try {
    return await collect(storedLines(control, options.tenant ?? config.tenant));
  } finally {
    await control.close();
  }
}

async function* storedLines(control: ControlStore, tenant: string): AsyncGenerator<Line> {
  for (let after: string | undefined; ;) {
    const page = await control.auditFrom({ tenant, limit: Number(PAGE), ...(after !== undefined && { after }) });
    for (const entry of page.entries) yield { entry };
    after = page.cursor;
    if (after === undefined) break;
  }
  for (const head of await control.auditHeads(tenant)) yield { head };
}

async function readExport(file: string): Promise<Collected> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  const read = async function* (): AsyncGenerator<Line> {
    let number = 0;
    for await (const text of lines) {
      number += 1;
      yield parsed(text, `${file}:${number}`);
    }
  };
  return collect(read());
}

function parsed(text: string, where: string): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null && ('entry' in line || 'head' in line)) return line as Line;
  } catch {
    // Invalid JSON is reported below.
  }
  throw new CommandError(EXIT.failed, `${where} is not a line of an audit export.`);
}

async function collect(lines: AsyncIterable<Line>): Promise<Collected> {
  const found: Collected = { entries: [], heads: [] };
  for await (const line of lines) {
    if ('entry' in line) found.entries.push(line.entry);
    else found.heads.push(line.head);
  }
  return found;
}

function describe({ entries, chains, unchained, heads, signed, problems }: VerifiedAudit, incomplete: readonly string[]): string[] {
  const counted = `${plural(entries, 'entry', 'entries')} in ${plural(chains.length, 'chain')}, ${plural(heads, 'end')} checked, ${signed} of them signed.`;
  return [
    counted,
    ...(unchained > 0 ? [`${plural(unchained, 'entry', 'entries')} written by an earlier version, in no chain.`] : []),
    ...problems.map(({ chain, what, message }) => `${what.toUpperCase()}${chain === '' ? '' : ` in ${chain}`}: ${message}`),
    ...incomplete.map((lack) => `INCOMPLETE: ${lack}`),
    ...(incomplete.length > 0
      ? ['Entries may have been cut off. A running service signs its ends every five seconds: verify or export again.']
      : []),
    ...(problems.length + incomplete.length === 0 ? ['Found nothing changed, removed or inserted.'] : []),
  ];
}
