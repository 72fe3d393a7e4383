import { createClient, type Client } from '@total-recall/client';
import { Option, type Command } from 'commander';
import { readSettings, type CommandContext } from '../command-context.ts';
import { CommandError, EXIT } from '../exit-code.ts';

export interface ConnectionOptions {
  readonly url?: string;
  readonly apiKey?: string;
}

const DEFAULT_URL = 'http://127.0.0.1:8420';

/** Adds the options of commands that talk to a running service. */
export function withConnection(command: Command): Command {
  return command
    .addOption(new Option('--url <address>', `address of the service (TOTAL_RECALL_URL; default ${DEFAULT_URL})`))
    .addOption(new Option('--api-key <key>', 'the API key (better in TOTAL_RECALL_API_KEY: other users can see arguments)'));
}

/** Reads the service that the options, or else the environment, name, and the key where they give one. */
export function readConnection(options: ConnectionOptions, { io }: Pick<CommandContext, 'io'>): { url: string; apiKey?: string } {
  const { url = DEFAULT_URL, apiKey } = readSettings(io, {
    TOTAL_RECALL_URL: { flag: '--url', value: options.url },
    TOTAL_RECALL_API_KEY: { flag: '--api-key', value: options.apiKey },
  });
  return { url, ...(apiKey !== undefined && { apiKey }) };
}

/** Throws `no_api_key` where there is no key. */
export function needKey(apiKey: string | undefined): string {
  if (apiKey !== undefined) return apiKey;
  throw new CommandError(EXIT.usage, 'An API key is needed: set TOTAL_RECALL_API_KEY or give --api-key.', {
    code: 'no_api_key',
    advice:
      'The first `total-recall serve` or `total-recall proxy` prints one; `total-recall keys create` creates another while the service is stopped.',
  });
}

/** Creates a client of the service that the options, or else the environment, name. */
export function connect(options: ConnectionOptions, context: Pick<CommandContext, 'io'>): { client: Client; url: string } {
  const { url, apiKey } = readConnection(options, context);
  return { url, client: createClient({ url, apiKey: needKey(apiKey), retry: { attempts: 3 } }) };
}
