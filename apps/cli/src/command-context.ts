import { configOf, parseSettings, type Configs, type Program, type Settings } from '@total-recall/runtime';
import { CommandError, EXIT } from './exit-code.ts';
import type { Io, Terminal } from './output/terminal.ts';
import type { ExitCode } from './exit-code.ts';
import { requireFolderUser } from './service/require-folder-user.ts';

/** Context that every command receives. */
export interface CommandContext {
  readonly io: Io;
  readonly terminal: Terminal;
  readonly version: string;
  /** Aborted by the first Ctrl-C or SIGTERM. */
  readonly interrupted: AbortSignal;
  /** Called by a command that stops by itself when interrupted, so that the interruption counts as success. */
  endsWell(): void;
  /** Called by a service, which keeps running when its output can no longer be written. */
  outlivesOutput(): void;
}

/** Runs one command and resolves with its exit code. */
export type Run = (context: CommandContext) => Promise<ExitCode>;

/** Values of flags by the environment variable that they replace. */
export type Overrides = Readonly<Record<string, { readonly flag: string; readonly value: string | undefined }>>;

/** Turns vectors off unless the environment asks for them, for runs that last only seconds. */
export function withoutVectors({ env }: Pick<Io, 'env'>): Overrides {
  return { TOTAL_RECALL_EMBEDDER: { flag: 'TOTAL_RECALL_EMBEDDER', value: env['TOTAL_RECALL_EMBEDDER'] || 'off' } };
}

/**
 * Reads the settings of the environment, overridden by flags. A bad value is reported under the name of its variable or
 * flag. Refuses root in the data folder of another user.
 */
export function readSettings(io: Pick<Io, 'env'>, overrides: Overrides = {}): Settings {
  const env: Record<string, string | undefined> = { ...io.env };
  const given = Object.entries(overrides).filter(([, { value }]) => value !== undefined);
  for (const [name, { value }] of given) {
    env[name] = value;
    // A secret given by a flag overrides one in a file.
    delete env[`${name}_FILE`];
  }
  try {
    for (const [name, { value, flag }] of given)
      if (value === '') throw new CommandError(EXIT.usage, `${flag} needs a value (it stands for ${name}).`);
    const settings = parseSettings(env);
    requireFolderUser(settings.dataDir);
    return settings;
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error;
    const message = given.reduce((text, [name, { flag }]) => text.replaceAll(`${name} must`, `${flag} must`), error.message);
    // A setting of the environment was not typed with the command, so it is no wrong use.
    throw new CommandError(message === error.message ? EXIT.failed : EXIT.usage, message, {
      cause: error,
      advice: 'docs/configuration.md lists every variable.',
    });
  }
}

/** Reads the config of a program from the environment and the flags that override it. A wrong flag fails the command as wrong use. */
export function readConfig<Name extends Program>(program: Name, io: Pick<Io, 'env'>, overrides: Overrides = {}): Configs[Name] {
  return configOf(program, readSettings(io, overrides));
}

/** Services wait a minute for brokers that may start later. Who types a command wants to know sooner. */
const REACH_WITHIN_MS = 10_000;

/** Returns the config of a command that works on a cluster. */
export function clusterConfigOf<Name extends 'topics' | 'index' | 'cluster'>(program: Name, settings: Settings): Configs[Name] {
  const config = configOf(program, settings);
  return { ...config, kafka: { ...config.kafka, reachWithinMs: REACH_WITHIN_MS } };
}
