import type { Command } from 'commander';
import type { Run } from './command-context.ts';

/** Adds a command to the program; `execute` runs what the command does. */
export type AddCommand = (program: Command, execute: (run: Run) => Promise<void>) => void;

type Loader = () => Promise<AddCommand>;

/** Loads each command on its own, by the groups of the help and in its order: a service need not hold what evaluates or imports. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Loader>>>> = {
  'See it, run it': {
    replay: async () => (await import('./commands/replay.ts')).addReplay,
    serve: async () => (await import('./commands/serve.ts')).addServe,
    doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
    config: async () => (await import('./commands/config.ts')).addConfig,
    model: async () => (await import('./commands/model.ts')).addModel,
  },
  'Give it to an agent': {
    proxy: async () => (await import('./commands/proxy.ts')).addProxy,
    install: async () => (await import('./commands/install.ts')).addInstall,
    uninstall: async () => (await import('./commands/install.ts')).addUninstall,
    hook: async () => (await import('./commands/hook.ts')).addHook,
    mcp: async () => (await import('./commands/mcp.ts')).addMcp,
  },
  'Bring in, look into, take out': {
    import: async () => (await import('./commands/import.ts')).addImport,
    export: async () => (await import('./commands/export.ts')).addExport,
    recall: async () => (await import('./commands/recall.ts')).addRecall,
    open: async () => (await import('./commands/open.ts')).addOpen,
    window: async () => (await import('./commands/window.ts')).addWindow,
    sessions: async () => (await import('./commands/sessions.ts')).addSessions,
    demand: async () => (await import('./commands/demand.ts')).addDemand,
    reflect: async () => (await import('./commands/reflect.ts')).addReflect,
  },
  'What is known': {
    consolidate: async () => (await import('./commands/consolidate.ts')).addConsolidate,
    facts: async () => (await import('./commands/facts.ts')).addFacts,
    profile: async () => (await import('./commands/facts.ts')).addProfile,
    digest: async () => (await import('./commands/digest.ts')).addDigest,
    units: async () => (await import('./commands/units.ts')).addUnits,
    remember: async () => (await import('./commands/decide-facts.ts')).addRemember,
    correct: async () => (await import('./commands/decide-facts.ts')).addCorrect,
    forget: async () => (await import('./commands/decide-facts.ts')).addForget,
    ledger: async () => (await import('./commands/ledger.ts')).addLedger,
    undo: async () => (await import('./commands/ledger.ts')).addUndo,
  },
  Subtasks: {
    delegate: async () => (await import('./commands/delegations.ts')).addDelegate,
    report: async () => (await import('./commands/delegations.ts')).addReport,
    delegations: async () => (await import('./commands/delegations.ts')).addDelegations,
  },
  'Keys and tenants': {
    keys: async () => (await import('./commands/keys.ts')).addKeys,
    tenants: async () => (await import('./commands/tenants.ts')).addTenants,
    audit: async () => (await import('./commands/audit.ts')).addAudit,
  },
  'Erase and keep': {
    erase: async () => (await import('./commands/erase.ts')).addErase,
    hold: async () => (await import('./commands/hold.ts')).addHold,
    retention: async () => (await import('./commands/retention.ts')).addRetention,
    certificate: async () => (await import('./commands/certificate.ts')).addCertificate,
    'verify-certificate': async () => (await import('./commands/certificate.ts')).addVerifyCertificate,
  },
  'Look after the data': {
    backup: async () => (await import('./commands/backup.ts')).addBackup,
    restore: async () => (await import('./commands/restore.ts')).addRestore,
    verify: async () => (await import('./commands/verify.ts')).addVerify,
    index: async () => (await import('./commands/index-generations.ts')).addIndex,
    archive: async () => (await import('./commands/archive.ts')).addArchive,
    topics: async () => (await import('./commands/topics.ts')).addTopics,
  },
  Measure: {
    eval: async () => (await import('./commands/eval.ts')).addEval,
  },
};

/** Loads the command that a command line names first, or all of them: for the help, and to suggest one for a typo. */
export function loadCommands([first = '']: readonly string[]): Promise<AddCommand[]> {
  const all = Object.entries(GROUPS).flatMap(([group, loaders]) => Object.entries(loaders).map(([name, load]) => ({ group, name, load })));
  const named = all.filter(({ name }) => name === first);
  return Promise.all((named.length > 0 ? named : all).map(loadInGroup));
}

async function loadInGroup({ group, load }: { readonly group: string; readonly load: Loader }): Promise<AddCommand> {
  const add = await load();
  return (program, execute) => add(program.commandsGroup(`${group}:`), execute);
}
