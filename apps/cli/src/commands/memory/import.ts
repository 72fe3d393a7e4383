import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ReplyWire } from '@total-recall/client';
import { importedBefore, importFile } from '@total-recall/gateway';
import { IMPORT_FORMATS, importSession, mainSession, type ImportFormat, type ImportResult } from '@total-recall/importers';
import { createSystemClock, createSystemScheduler, type SentEvents } from '@total-recall/runtime';
import { importExport, isExport, type ImportedExport } from '@total-recall/transfer';
import { Option, type Command } from 'commander';
import { readConfig, type CommandContext, type Run } from '../../command-context.ts';
import { CommandError, EXIT, type ExitCode } from '../../exit-code.ts';
import { importFormat } from '../../import-format.ts';
import { placeName } from '../../option-values.ts';
import { plural, whole } from '../../output/format-number.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { renderTable } from '../../output/render-table.ts';
import { skippedLines } from '../../output/skipped-lines.ts';
import { unknownTypesIn } from '../../output/unknown-types.ts';
import { joinRemarks, remarksOn } from '../../output/remarks-on-files.ts';
import { oneLine } from '../../output/text-width.ts';
import { connect, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { createRemoteAppend } from '../../service/append-remotely.ts';
import { remoteImportedBefore } from '../../service/imported-before.ts';
import { findSessions, ifThere, TOO_LARGE, type SessionFile } from '../../service/find-sessions.ts';
import { followFiles } from '../../service/follow-files.ts';
import { createTroubleNotes } from '../../service/trouble-notes.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface ImportOptions extends ConnectionOptions {
  readonly space: string;
  readonly dataDir?: string;
  readonly format?: ImportFormat;
  readonly agent?: string;
  readonly subject?: string;
  readonly systemAs?: SystemKind;
  readonly follow?: boolean;
  readonly json?: boolean;
}

type Report = ReplyWire<'importSession'>;
type SystemKind = (typeof SYSTEM_KINDS)[number];

const SYSTEM_KINDS = ['persona', 'system_note'] as const;

interface Place {
  importOne(session: string, bytes: Buffer): Promise<Report>;
  /** Imports the same file again and sends only what is new, or other than what was sent. */
  importRest(session: string, bytes: Buffer, sent: SentEvents): Promise<Report>;
  close(): Promise<void>;
}

export function addImport(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('import')
    .description(
      'Import sessions of other tools into a running service, or into the data folder of a stopped one. Repeating it adds only what is new.',
    )
    .argument('<path>', 'a session file, or a folder to search for session files');
  withConnection(command)
    .option('--space <name>', 'the space to import into', placeName, DEFAULT_SPACE)
    .option('--data-dir <folder>', 'import into this data folder, without a running service')
    .option('--format <name>', `format of the files (${IMPORT_FORMATS.join(', ')}); detected by default`, importFormat)
    .option('--agent <name>', 'the agent of events that name none', placeName)
    .option('--subject <name>', 'the data subject of events that name none; facts they state about a person are private to that subject')
    .addOption(
      new Option(
        '--system-as <kind>',
        'kind of event for the system prompt of a file: persona stays whole in every window (default system_note)',
      ).choices(SYSTEM_KINDS),
    )
    .option('--follow', 'keep importing what is added to the files, until Ctrl-C')
    .option('--json', 'print one JSON object; with --follow one more for each file that grew')
    .addHelpText(
      'after',
      '\nExamples:\n  total-recall import ~/.claude/projects --space work\n  total-recall import session.jsonl --data-dir ./memory\n  total-recall import ~/.claude/projects --follow',
    )
    .action((path: string, options: ImportOptions) => execute((context) => importAll(path, options, context)));
}

async function importAll(path: string, options: ImportOptions, context: CommandContext): Promise<ExitCode> {
  if (await isExport(path)) return importOurs(path, options, context);
  const { io, terminal, interrupted } = context;
  const left: LeftFile[] = [];
  const large: SessionFile[] = [];
  const files = await findSessions(path, (file) => large.push(file));
  // An export is read line by line, whatever its size.
  for (const file of large) {
    if (await isExport(file.path)) files.push(file);
    else left.push({ file: file.name, reason: TOO_LARGE });
  }
  const place = options.dataDir === undefined ? remote(options, context) : await local(options.dataDir, options, context);
  const bar = createProgressBar(io, terminal, createSystemClock());
  const done: DoneFile[] = [];
  const exports: DoneExport[] = [];
  try {
    const waiting = [...files];
    const putBack = new Map<SessionFile, number>();
    for (let file = waiting.shift(); file !== undefined && !interrupted.aborted; file = waiting.shift()) {
      bar.update(files.length - waiting.length - 1, files.length, file.name);
      if (await isExport(file.path)) {
        const reason = whyNoExport(options);
        if (reason === undefined) exports.push({ file: file.name, ...(await readOurs(file.path, options, context)) });
        else left.push({ file: file.name, reason });
        continue;
      }
      const bytes = await ifThere(readFile(file.path));
      if (bytes === undefined) {
        left.push({ file: file.name, reason: 'gone before it was read' });
        continue;
      }
      const read = importSession({ name: file.name, bytes, format: options.format });
      const main = mainOf(read);
      // A forked session leaves out what it repeats once the other one is there. Two that name each other wait no longer.
      if (putBack.get(file) !== done.length && isForkOfAny(read, waiting)) {
        putBack.set(file, done.length);
        waiting.push(file);
        continue;
      }
      if (main && options.follow && !read.isNamed) left.push({ file: file.name, reason: 'waiting for the first answer of a model' });
      else if (main) done.push({ file: file.name, report: await place.importOne(main, bytes), unknownTypes: read.unknownTypes });
      else left.push({ file: file.name, reason: read.skipped[0]?.reason ?? 'no session of a known format' });
    }
    bar.clear();
    if (options.follow) {
      tell({ done, exports, left }, options, context);
      await follow(path, files, { place, options, context, told: new Set(done.flatMap(remarksOn)) });
      return EXIT.ok;
    }
  } finally {
    bar.clear();
    await place.close();
  }
  tell({ done, exports, left }, options, context, path);
  return EXIT.ok;
}

/** Says why an export in a folder is left out; undefined where it is imported. */
function whyNoExport({ dataDir, follow: follows }: ImportOptions): string | undefined {
  if (dataDir !== undefined) return 'an export, which only a running service can import: leave out --data-dir';
  return follows ? 'an export, which cannot be followed: leave out --follow' : undefined;
}

/** Imports a file that `total-recall export` wrote. */
async function importOurs(path: string, options: ImportOptions, context: CommandContext): Promise<ExitCode> {
  const { io, terminal } = context;
  if (options.dataDir !== undefined || options.follow)
    throw new CommandError(
      EXIT.usage,
      'An export can only be imported into a running service, and not followed: leave out --data-dir and --follow.',
    );
  const bar = createProgressBar(io, terminal, createSystemClock());
  const onProgress = (events: number): void => bar.update(events, events + 1, options.space);
  const done = await readOurs(path, options, context, onProgress).finally(() => bar.clear());
  if (options.json) terminal.out(JSON.stringify({ space: options.space, ...done }));
  else showExport(done, context);
  return EXIT.ok;
}

function readOurs(
  path: string,
  options: ImportOptions,
  context: CommandContext,
  onProgress?: (events: number) => void,
): Promise<ImportedExport> {
  const space = connect(options, context).client.space(options.space);
  return importExport(space, { path, signal: context.interrupted, ...(onProgress && { onProgress }) });
}

function showExport(
  { sessions, events, appended, duplicates, missing, decisions, undecided }: ImportedExport,
  { terminal }: CommandContext,
  file?: string,
): void {
  const counts = `${plural(events, 'event')} of ${plural(sessions, 'session')}: ${whole(appended)} added, ${whole(duplicates)} already there.`;
  terminal.out(file === undefined ? counts : `Export ${oneLine(file)}: ${counts}`);
  if (missing > 0) terminal.out(terminal.style('yellow', `${plural(missing, 'event')} had no body left and could not be added.`));
  if (decisions > 0) terminal.out(`${plural(decisions, 'decision')} about facts: ${whole(decisions - undecided)} made again here.`);
  if (undecided > 0)
    terminal.out(
      terminal.style(
        'yellow',
        `${plural(undecided, 'decision')} could not be made again, as ${undecided === 1 ? 'its fact was' : 'their facts were'} not found: see \`total-recall facts --history\`.`,
      ),
    );
}

interface Following {
  readonly place: Place;
  readonly options: ImportOptions;
  readonly context: CommandContext;
  /** Remarks that were told. */
  readonly told: Set<string>;
}

/**
 * Imports files as they grow. A file without a session may get one later, and one that names none waits for the answer
 * that its session is named after; a session keeps its name.
 */
async function follow(path: string, files: readonly SessionFile[], { place, options, context, told }: Following): Promise<void> {
  const { terminal, interrupted } = context;
  context.endsWell();
  terminal.note('Following. Press Ctrl-C to stop.');
  const known = new Map<string, Followed>();
  await followFiles(path, {
    known: files,
    scheduler: createSystemScheduler(),
    signal: interrupted,
    onTooLarge: ({ name }) => terminal.note(`Not followed: ${oneLine(name)} (${TOO_LARGE})`),
    ...createTroubleNotes(path, terminal),
    async onGrown(file) {
      if (await isExport(file.path)) return terminal.note(`Not followed: ${oneLine(file.name)} (an export; import it by itself)`);
      const bytes = await ifThere(readFile(file.path));
      if (bytes === undefined) return;
      const own = known.get(file.path) ?? begin(importSession({ name: file.name, bytes, format: options.format }));
      if (own === undefined) return;
      known.set(file.path, own);
      const report = await place.importRest(own.session, bytes, own.sent);
      if (options.json) terminal.out(JSON.stringify({ space: options.space, files: [{ file: file.name, ...report }] }));
      else {
        for (const { session: into, appended } of report.sessions) if (appended > 0) terminal.out(`${oneLine(into)}  +${whole(appended)}`);
        for (const remark of remarksOn({ file: file.name, report }).filter((one) => !told.has(one))) {
          terminal.note(remark);
          told.add(remark);
        }
      }
    },
  });
}

interface Followed {
  readonly session: string;
  readonly sent: SentEvents;
}

function begin(read: ImportResult): Followed | undefined {
  const session = read.isNamed ? mainOf(read) : undefined;
  return session === undefined ? undefined : { session, sent: new Map() };
}

function mainOf({ sessions }: ImportResult): string | undefined {
  return mainSession(sessions)?.session;
}

/** Returns true where the session of a file was forked from that of one that waits: agents name such files after it. */
function isForkOfAny({ sessions }: ImportResult, waiting: readonly SessionFile[]): boolean {
  const { repeatedEvents, parentSession } = mainSession(sessions) ?? {};
  return repeatedEvents !== undefined && waiting.some(({ path }) => basename(path, '.jsonl') === parentSession);
}

interface DoneFile {
  readonly file: string;
  readonly report: Report;
  readonly unknownTypes: ImportResult['unknownTypes'];
}

interface DoneExport extends ImportedExport {
  readonly file: string;
}

interface LeftFile {
  readonly file: string;
  readonly reason: string;
}

/** Reports the result. A given `path` that yields nothing is an error, unless the command follows it. */
function tell(
  {
    done,
    exports,
    left,
  }: { readonly done: readonly DoneFile[]; readonly exports: readonly DoneExport[]; readonly left: readonly LeftFile[] },
  options: ImportOptions,
  context: CommandContext,
  path?: string,
): void {
  const { terminal, interrupted } = context;
  if (path !== undefined && done.length + exports.length === 0 && !interrupted.aborted) {
    showLeft(left, context);
    throw new CommandError(EXIT.notFound, `Found no session of a known format in ${path}.`, {
      code: 'nothing_recognised',
      advice: `Known formats: ${IMPORT_FORMATS.join(', ')}; name one with --format.`,
    });
  }
  if (options.json)
    terminal.out(
      JSON.stringify({
        space: options.space,
        files: done.map(({ file, report, unknownTypes }) => ({ file, ...report, unknownTypes })),
        exports,
        leftOut: left,
      }),
    );
  else {
    if (done.length > 0 || exports.length === 0) show(done, context);
    for (const { file, ...report } of exports) showExport(report, context, file);
    showLeft(left, context);
  }
}

function remote(options: ImportOptions, context: CommandContext): Place {
  const { client } = connect(options, context);
  const space = client.space(options.space);
  const { format, agent, subject, systemAs } = options;
  const query = { ...(format && { format }), ...(agent && { agent }), ...(subject && { subject }), ...(systemAs && { systemAs }) };
  const append = createRemoteAppend(client);
  const before = remoteImportedBefore(client, options.space);
  return {
    importOne: (session, bytes) => space.session(session).import(new Uint8Array(bytes), query),
    // The service takes the tenant from the key.
    importRest: (session, bytes, sent) =>
      importFile({ address: { tenant: '', space: options.space, session }, bytes, ...query, sent }, append, before),
    close: async () => undefined,
  };
}

async function local(dataDir: string, options: ImportOptions, { io }: CommandContext): Promise<Place> {
  const config = readConfig('standalone', io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: dataDir } });
  // Loaded here, as imports into a running service need nothing of it.
  const { openInProcess } = await import('../../service/open-in-process.ts');
  // Vectors are made by the service that later serves the folder.
  const service = await openInProcess({ ...config, embedder: 'off' }, { dataDir });
  const { ingest, retriever } = service.cores;
  const before = importedBefore(retriever, { tenant: config.tenant, space: options.space });
  const { format, agent, subject, systemAs } = options;
  const importRest = (session: string, bytes: Buffer, sent?: SentEvents): Promise<Report> =>
    importFile(
      { address: { tenant: config.tenant, space: options.space, session }, bytes, format, agent, subject, systemAs, sent },
      (request) => ingest.append(request),
      before,
    );
  return {
    importOne: (session, bytes) => importRest(session, bytes),
    importRest,
    async close() {
      await service.target.settle();
      await service.close();
    },
  };
}

function show(done: readonly DoneFile[], context: CommandContext): void {
  const { terminal } = context;
  const { style } = terminal;
  const rows = done.flatMap(({ file, report }) =>
    report.sessions.map(({ session, events, appended, duplicates }) => [
      oneLine(session),
      oneLine(file),
      report.format,
      whole(events),
      whole(appended),
      whole(duplicates),
    ]),
  );
  const columns = [
    // Whole, as `window` takes it.
    { title: 'session' },
    { title: 'file', max: 40, keep: 'end' as const },
    { title: 'format' },
    { title: 'events', align: 'right' as const },
    { title: 'added', align: 'right' as const },
    { title: 'already there', align: 'right' as const },
  ];
  terminal.out(renderTable(columns, rows, style));
  for (const remark of joinRemarks(done)) terminal.note(remark);
  const skipped = done.reduce((sum, { report }) => sum + report.skipped, 0);
  if (skipped > 0) {
    const listed = done.flatMap(({ file, report }) =>
      report.problems.flatMap(({ line, problem }) => (line === undefined ? [] : [{ file, line, reason: problem }])),
    );
    const beside = listed.length > skipped ? ', and remarks on others' : '';
    terminal.out(style('yellow', `\n${plural(skipped, 'line')} skipped${beside}:`));
    for (const line of skippedLines(listed, skipped)) terminal.out(line);
  }
  const unknown = unknownTypesIn(done.map(({ unknownTypes }) => unknownTypes));
  if (unknown !== undefined) terminal.note(unknown);
}

function showLeft(left: readonly LeftFile[], { terminal }: CommandContext): void {
  for (const { file, reason } of left.slice(0, 20)) terminal.note(`Left out: ${oneLine(file)} (${oneLine(reason)})`);
}
