import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { createClient, type Client } from '@total-recall/client';

/** Settings of the plug-in: `plugins.entries["total-recall"].config` of OpenClaw. */
export interface Settings {
  readonly space: string;
  /** Evidence for a prompt, and after a compaction, in tokens at most. */
  readonly promptTokens: number;
  readonly startTokens: number;
  /** Known facts, in characters at most. */
  readonly digestCharacters: number;
  /** Longest wait of a prompt, in milliseconds. */
  readonly deadlineMs: number;
  /** Opens the service; throws where there is no key, which is read anew until there is one. */
  readonly connect: () => Client;
}

const DEFAULTS = { space: 'main', promptTokens: 800, startTokens: 1_500, digestCharacters: 4_000, deadlineMs: 2_000 };
const DEFAULT_URL = 'http://127.0.0.1:8420';
/** Appends may take longer than a prompt waits. */
const CALL_MS = 10_000;

/** Reads settings that OpenClaw has checked against the schema of the manifest. */
export function readSettings(config: Readonly<Record<string, unknown>> = {}, env: NodeJS.ProcessEnv = process.env): Settings {
  const given = config as Partial<typeof DEFAULTS> & { url?: string; apiKeyFile?: string };
  const url = given.url ?? env['TOTAL_RECALL_URL'] ?? DEFAULT_URL;
  const keyFile = given.apiKeyFile ?? env['TOTAL_RECALL_API_KEY_FILE'];
  let client: Client | undefined;
  const connect = (): Client => {
    const apiKey = keyFile === undefined ? env['TOTAL_RECALL_API_KEY'] : readKey(keyFile);
    if (!apiKey) throw new Error('there is no API key: set apiKeyFile of the plug-in, or TOTAL_RECALL_API_KEY for the gateway');
    return createClient({ url, apiKey, timeoutMs: CALL_MS, retry: { attempts: 2 } });
  };
  return { ...DEFAULTS, ...given, connect: () => (client ??= connect()) };
}

/** Reads the file without waiting: a pipe would wait for its writer and a device may never end, and both hold up the gateway. */
function readKey(file: string): string {
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${file} is no regular file; put the API key into one`);
    return readFileSync(handle, 'utf8').trim();
  } finally {
    closeSync(handle);
  }
}
