import type { Command } from 'commander';
import type { Run } from './command-context.ts';

/** Adds a command to the program; `execute` runs what the command does. */
export type AddCommand = (program: Command, execute: (run: Run) => Promise<void>) => void;

type Loader = () => Promise<AddCommand>;

/** Loads each command on its own, by the groups of the help and in its order: a service need not hold what evaluates or imports. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Loader>>>> = {
  'Try it and run it': {
    replay: async () => (await import('./commands/run/replay.ts')).addReplay,
    serve: async () => (await import('./commands/run/serve.ts')).addServe,
    doctor: async () => (await import('./commands/run/doctor.ts')).addDoctor,
    config: async () => (await import('./commands/run/config.ts')).addConfig,
    model: async () => (await import('./commands/run/model.ts')).addModel,
  },
  'Connect an agent': {
    proxy: async () => (await import('./commands/doors/proxy.ts')).addProxy,
    install: async () => (await import('./commands/doors/install.ts')).addInstall,
    uninstall: async () => (await import('./commands/doors/install.ts')).addUninstall,
    hook: async () => (await import('./commands/doors/hook.ts')).addHook,
    mcp: async () => (await import('./commands/doors/mcp.ts')).addMcp,
  },
  'Import, read, export': {
    import: async () => (await import('./commands/memory/import.ts')).addImport,
    export: async () => (await import('./commands/memory/export.ts')).addExport,
    recall: async () => (await import('./commands/memory/recall.ts')).addRecall,
    open: async () => (await import('./commands/memory/open.ts')).addOpen,
    window: async () => (await import('./commands/memory/window.ts')).addWindow,
    sessions: async () => (await import('./commands/memory/sessions.ts')).addSessions,
    demand: async () => (await import('./commands/memory/demand.ts')).addDemand,
    reflect: async () => (await import('./commands/memory/reflect.ts')).addReflect,
  },
  'Facts and topics': {
    consolidate: async () => (await import('./commands/facts/consolidate.ts')).addConsolidate,
    facts: async () => (await import('./commands/facts/facts.ts')).addFacts,
    profile: async () => (await import('./commands/facts/facts.ts')).addProfile,
    digest: async () => (await import('./commands/facts/digest.ts')).addDigest,
    units: async () => (await import('./commands/facts/units.ts')).addUnits,
    remember: async () => (await import('./commands/facts/decide-facts.ts')).addRemember,
    correct: async () => (await import('./commands/facts/decide-facts.ts')).addCorrect,
    forget: async () => (await import('./commands/facts/decide-facts.ts')).addForget,
    ledger: async () => (await import('./commands/facts/ledger.ts')).addLedger,
    undo: async () => (await import('./commands/facts/ledger.ts')).addUndo,
  },
  Subtasks: {
    delegate: async () => (await import('./commands/memory/delegations.ts')).addDelegate,
    report: async () => (await import('./commands/memory/delegations.ts')).addReport,
    delegations: async () => (await import('./commands/memory/delegations.ts')).addDelegations,
  },
  'Keys and tenants': {
    keys: async () => (await import('./commands/access/keys.ts')).addKeys,
    tenants: async () => (await import('./commands/access/tenants.ts')).addTenants,
    audit: async () => (await import('./commands/access/audit.ts')).addAudit,
  },
  'Erasure and legal holds': {
    erase: async () => (await import('./commands/erasure/erase.ts')).addErase,
    hold: async () => (await import('./commands/erasure/hold.ts')).addHold,
    retention: async () => (await import('./commands/erasure/retention.ts')).addRetention,
    certificate: async () => (await import('./commands/erasure/certificate.ts')).addCertificate,
    'verify-certificate': async () => (await import('./commands/erasure/certificate.ts')).addVerifyCertificate,
  },
  'Backup and maintenance': {
    backup: async () => (await import('./commands/data/backup.ts')).addBackup,
    restore: async () => (await import('./commands/data/restore.ts')).addRestore,
    verify: async () => (await import('./commands/data/verify.ts')).addVerify,
    index: async () => (await import('./commands/data/index-generations.ts')).addIndex,
    archive: async () => (await import('./commands/data/archive.ts')).addArchive,
    topics: async () => (await import('./commands/data/topics.ts')).addTopics,
  },
  Evaluation: {
    eval: async () => (await import('./commands/eval/eval.ts')).addEval,
  },
};

/** Options that end the program before any command. */
const ASKS_VERSION: ReadonlySet<string> = new Set(['--version', '-V']);

/**
 * Loads the command that a command line names first, or all of them: for the help, and to suggest one for a typo. Loads
 * none for the version.
 */
export async function loadCommands([first = '']: readonly string[]): Promise<AddCommand[]> {
  if (ASKS_VERSION.has(first)) return [];
  const all = Object.entries(GROUPS).flatMap(([group, loaders]) => Object.entries(loaders).map(([name, load]) => ({ group, name, load })));
  const named = all.filter(({ name }) => name === first);
  return Promise.all((named.length > 0 ? named : all).map(loadInGroup));
}

async function loadInGroup({ group, load }: { readonly group: string; readonly load: Loader }): Promise<AddCommand> {
  const add = await load();
  return (program, execute) => add(program.commandsGroup(`${group}:`), execute);
}
