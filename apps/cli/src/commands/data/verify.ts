import type { Command } from 'commander';
import type { RepairedCluster } from '@total-recall/composition/cluster';
import { VERIFIED_KINDS, type VerifyFinding, type VerifyReport } from '@total-recall/ingest';
import { createLogger } from '@total-recall/observability';
import { configOf, createSystemClock } from '@total-recall/runtime';
import { VERIFIED_FILES, verifyDataFolder, type Repaired } from '@total-recall/data-folder';
import { clusterConfigOf, readSettings, type CommandContext, type Run } from '../../command-context.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { plural, whole } from '../../output/format-number.ts';
import { createProgressBar } from '../../output/progress-bar.ts';
import { renderTable } from '../../output/render-table.ts';
import type { Style } from '../../output/terminal.ts';
import { requireStoppedDataFolder } from '../../service/stopped-folder.ts';
import { loadCluster } from '../../service/load-cluster.ts';

interface VerifyFlags {
  readonly dataDir?: string;
  readonly cluster?: boolean;
  readonly repair?: boolean;
  readonly json?: boolean;
}

export function addVerify(program: Command, execute: (run: Run) => Promise<void>): void {
  program
    .command('verify')
    .description(
      'Check stored data against the log (records, sessions, events, text index, vectors, artifacts) and units against the ledger. Changes nothing without --repair.',
    )
    .option('--data-dir <folder>', 'the data folder of a stopped service (TOTAL_RECALL_DATA_DIR)')
    .option('--cluster', 'check a cluster instead, with its settings in the environment; it may be running')
    .option('--repair', 'rebuild what the log and the ledger can rebuild (read model, vectors, units), and remove unreferenced artifacts')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExample:\n  total-recall verify --data-dir ./memory\n\nExit code 1 if anything is wrong that was not repaired.',
    )
    .action((flags: VerifyFlags) => execute((context) => verify(flags, context)));
}

async function verify(flags: VerifyFlags, context: CommandContext): Promise<ExitCode> {
  const { io, terminal, interrupted } = context;
  const settings = readSettings(io, { TOTAL_RECALL_DATA_DIR: { flag: '--data-dir', value: flags.dataDir } });
  const logger = createLogger({ level: settings.logLevel, format: settings.logFormat === 'text' ? 'text' : 'json' });
  const bar = createProgressBar(io, terminal, createSystemClock());
  const options = {
    logger,
    signal: interrupted,
    onProgress: ({ done, of }: { readonly done: number; readonly of: number }) => bar.update(done, of, 'comparing with the log'),
  };
  const repair = flags.repair ?? false;
  const look = async (): Promise<Verified> => {
    if (flags.cluster) return (await loadCluster()).verifyCluster(clusterConfigOf('cluster', settings), { ...options, repair });
    const config = configOf('standalone', settings);
    await requireStoppedDataFolder(config.dataDir);
    return verifyDataFolder(config, { ...options, repair });
  };
  const { report, repaired } = await look().finally(() => bar.clear());
  const wording = flags.cluster ? { ...OF_CLUSTER, places: (await loadCluster()).VERIFIED_SERVERS } : OF_FOLDER;
  const findings = report.findings.map((finding) => ({ ...finding, file: wording.places[finding.kind] }));
  if (flags.json) terminal.out(JSON.stringify({ ...report, findings, ...(repaired && { repaired }) }));
  else for (const line of sayReport(report, repaired, wording, terminal.style)) terminal.out(line);
  return report.ok ? EXIT.ok : EXIT.failed;
}

interface Verified {
  readonly report: VerifyReport;
  readonly repaired?: Repaired | RepairedCluster;
}

/** Names of places and texts of remedies in the report. */
interface Wording {
  readonly places: Readonly<Record<VerifyFinding['kind'], string>>;
  readonly remedies: Readonly<Record<VerifyFinding['remedy'], string>>;
}

const FAULTS: Record<VerifyFinding['fault'], string> = {
  missing: 'is missing',
  differs: 'differs from what the log (for units, the ledger) gives',
  damaged: 'cannot be read',
  unknown: 'belongs to nothing in the log (for units, in the ledger)',
  set_aside: 'could not be folded and was set aside',
};

const OF_FOLDER: Wording = {
  places: VERIFIED_FILES,
  remedies: {
    restore: 'restore the file from a backup',
    mend_log: 'the read model has it; restore log.db from a backup, or keep the read-model folder as the last copy',
    fill_anew: 'total-recall verify --repair rebuilds the read model',
    make_vectors: 'after total-recall verify --repair the next start makes them',
    remove: 'total-recall verify --repair removes it once it is an hour old',
    fold_anew: 'total-recall verify --repair rebuilds it from the ledger',
    restore_ledger:
      'unless you put an earlier ledger.db back, its last entries are lost (holds, erasures, corrected facts): put the newest copy back before you start; ' +
      'without one, the next start rebuilds units.db from what the ledger has',
  },
};

const OF_CLUSTER: Omit<Wording, 'places'> = {
  remedies: {
    restore: 'restore it from a backup of the topics or of the bucket',
    mend_log: 'the index has it; restore the topics from a backup, or keep the index as the last copy',
    fill_anew: 'total-recall verify --cluster --repair fills another index generation',
    make_vectors: 'total-recall verify --cluster --repair fills another index generation with them',
    remove: 'total-recall verify --cluster --repair removes it once it is an hour old and the log is folded',
    fold_anew: 'total-recall verify --cluster --repair rebuilds it from the ledger; restart the consolidators afterwards',
    restore_ledger:
      'unless the topics were restored from a backup, the ledger lost its last entries (holds, erasures, corrected facts): restore them with the newest ' +
      'copy of the ledger; without one, the consolidators rebuild the index of units from what the ledger has when they start',
  },
};

/** Most findings that are printed of each kind; the JSON lists all that were kept. */
const SHOWN = 10;

function* sayReport(report: VerifyReport, repaired: Verified['repaired'], { places, remedies }: Wording, style: Style): Generator<string> {
  const rows = VERIFIED_KINDS.map((kind) => [kind, whole(report.kinds[kind].checked), whole(report.kinds[kind].wrong), places[kind]]);
  const columns = ['what', 'checked', 'wrong', 'where'].map((title, at) => ({
    title,
    align: at === 1 || at === 2 ? ('right' as const) : ('left' as const),
  }));
  yield renderTable(columns, rows, style);
  if (repaired) yield* sayRepaired(repaired);
  for (const kind of VERIFIED_KINDS) {
    const own = report.findings.filter((finding) => finding.kind === kind);
    for (const finding of own.slice(0, SHOWN)) yield `  ${sayFinding(finding, remedies)}`;
    const rest = report.kinds[kind].wrong - Math.min(own.length, SHOWN);
    if (rest > 0) yield `  ... and ${whole(rest)} more of the ${kind}`;
  }
  if (report.behind > 0) yield `${plural(report.behind, 'record')} not folded yet; the next start does that.`;
  if (report.moving > 0)
    yield `${plural(report.moving, 'session or space', 'sessions or spaces')} changed during the check and not compared. Run it again.`;
  if (report.unfolded > 0)
    yield `${plural(report.unfolded, 'session')} compared record by record only: what artifacts/ keeps of an erased event there is lost or damaged (listed above).`;
  if (report.young > 0)
    yield `${plural(report.young, 'artifact')} of the last hour ${report.young === 1 ? 'belongs' : 'belong'} to no event, as a backup under load has them; --repair removes them once they are an hour old.`;
  const wrong = VERIFIED_KINDS.reduce((sum, kind) => sum + report.kinds[kind].wrong, 0);
  yield report.ok ? style('green', 'Everything stored matches the log.') : style('red', `${whole(wrong)} wrong.`);
}

function sayFinding(finding: VerifyFinding, remedies: Wording['remedies']): string {
  const { kind, fault, remedy, partition, offset, tenant, space, session, eventId, artifactId, model, held, wanted } = finding;
  const at = [
    partition !== undefined && `partition ${partition}`,
    offset !== undefined && `offset ${offset}`,
    tenant !== undefined && [tenant, space, session].filter((name) => name !== undefined).join('/'),
    eventId !== undefined && `event ${eventId}`,
    artifactId,
    model,
    held !== undefined && `${whole(held)} stored, ${whole(wanted ?? 0)} expected`,
  ].filter((part) => typeof part === 'string');
  return `${kind}: ${at.join(', ')} ${FAULTS[fault]}; ${remedies[remedy]}`;
}

function* sayRepaired(repaired: Repaired | RepairedCluster): Generator<string> {
  if ('left' in repaired) {
    if (repaired.generation !== undefined)
      yield `The index generation ${repaired.generation} was filled from the log and is now in use; \`total-recall index drop\` removes ${repaired.left.join(', ')}.`;
  } else {
    if (repaired.readModelAside !== undefined)
      yield `The read model was rebuilt from the log; the old one is in ${repaired.readModelAside} and may be removed.`;
    for (const model of repaired.vectorsAsked) yield `The next start with ${model} makes the missing vectors.`;
  }
  const { artifactsRemoved, unitsFolded } = repaired;
  if (unitsFolded > 0) yield `Units of ${plural(unitsFolded, 'space')} rebuilt from the ledger.`;
  if (artifactsRemoved > 0) yield `${plural(artifactsRemoved, 'unreferenced artifact')} removed.`;
}
