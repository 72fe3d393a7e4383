import type { Command } from 'commander';
import type { Run } from './command-context.ts';

/** Adds a command to the program; `execute` runs what the command does. */
export type AddCommand = (program: Command, execute: (run: Run) => Promise<void>) => void;

/** Loads each command on its own, in the order of the help: a service need not hold what evaluates or imports. */
const LOADERS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServe,
  replay: async () => (await import('./commands/replay.ts')).addReplay,
  import: async () => (await import('./commands/import.ts')).addImport,
  export: async () => (await import('./commands/export.ts')).addExport,
  recall: async () => (await import('./commands/recall.ts')).addRecall,
  open: async () => (await import('./commands/open.ts')).addOpen,
  window: async () => (await import('./commands/window.ts')).addWindow,
  sessions: async () => (await import('./commands/sessions.ts')).addSessions,
  mcp: async () => (await import('./commands/mcp.ts')).addMcp,
  proxy: async () => (await import('./commands/proxy.ts')).addProxy,
  hook: async () => (await import('./commands/hook.ts')).addHook,
  install: async () => (await import('./commands/install.ts')).addInstall,
  uninstall: async () => (await import('./commands/install.ts')).addUninstall,
  reflect: async () => (await import('./commands/reflect.ts')).addReflect,
  demand: async () => (await import('./commands/demand.ts')).addDemand,
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
  delegate: async () => (await import('./commands/delegations.ts')).addDelegate,
  report: async () => (await import('./commands/delegations.ts')).addReport,
  delegations: async () => (await import('./commands/delegations.ts')).addDelegations,
  erase: async () => (await import('./commands/erase.ts')).addErase,
  hold: async () => (await import('./commands/hold.ts')).addHold,
  retention: async () => (await import('./commands/retention.ts')).addRetention,
  certificate: async () => (await import('./commands/certificate.ts')).addCertificate,
  keys: async () => (await import('./commands/keys.ts')).addKeys,
  audit: async () => (await import('./commands/audit.ts')).addAudit,
  tenants: async () => (await import('./commands/tenants.ts')).addTenants,
  eval: async () => (await import('./commands/eval.ts')).addEval,
  model: async () => (await import('./commands/model.ts')).addModel,
  backup: async () => (await import('./commands/backup.ts')).addBackup,
  restore: async () => (await import('./commands/restore.ts')).addRestore,
  archive: async () => (await import('./commands/archive.ts')).addArchive,
  index: async () => (await import('./commands/index-generations.ts')).addIndex,
  topics: async () => (await import('./commands/topics.ts')).addTopics,
  verify: async () => (await import('./commands/verify.ts')).addVerify,
  'verify-certificate': async () => (await import('./commands/certificate.ts')).addVerifyCertificate,
  config: async () => (await import('./commands/config.ts')).addConfig,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
};

/** Loads the command that a command line names first, or all of them: for the help, and to suggest one for a typo. */
export function loadCommands([first = '']: readonly string[]): Promise<AddCommand[]> {
  const named = Object.hasOwn(LOADERS, first) ? [LOADERS[first]!] : Object.values(LOADERS);
  return Promise.all(named.map((load) => load()));
}
