import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { stdin } from 'node:process';
import { AGENTS, DEADLINE_MS, HOOKED_AGENTS, readIfThere, type HookedAgent } from '@total-recall/agent-settings';
import { createClient } from '@total-recall/client';
import { createSystemClock, createSystemScheduler, untilAborted } from '@total-recall/runtime';
import { Argument, type Command } from 'commander';
import type { CommandContext, Run } from '../../command-context.ts';
import { describeError } from '../../describe-error.ts';
import { EXIT, type ExitCode } from '../../exit-code.ts';
import { bringsIn, runHook, type HookDeps, type HookPayload, type HookState } from '../../hook/run-hook.ts';
import { deadlineOption, placeName } from '../../option-values.ts';
import { needKey, readConnection, withConnection, type ConnectionOptions } from '../../service/connection.ts';
import { DEFAULT_SPACE } from '../../space-argument.ts';

interface HookOptions extends ConnectionOptions {
  readonly space: string;
  readonly apiKeyFile?: string;
  readonly deadlineMs: number;
}

const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;
/** Part of its time that a hook takes at most for what happened before: with something to bring in, and without. */
const CAPTURE_SHARES = { withAnswer: 0.5, alone: 0.9 } as const;
const SESSION_NAME = /^[\w.-]{1,100}$/;

export function addHook(program: Command, execute: (run: Run) => Promise<void>): void {
  const command = program
    .command('hook')
    .description('Handle a hook call of an agent: record what happened and print relevant memory. `install` sets this up.')
    .addArgument(new Argument('<agent>', 'the agent').choices(HOOKED_AGENTS));
  withConnection(command)
    .option('--space <name>', 'the space', placeName, DEFAULT_SPACE)
    .option('--api-key-file <file>', 'a file with the API key')
    .addOption(deadlineOption('longest time the agent waits; the next hook sends what was not sent by then').default(DEADLINE_MS))
    .addHelpText(
      'after',
      '\nExample:\n  total-recall hook claude-code --space work < payload.json\n\nIt never fails, and by default takes at most four seconds: the agent goes on in any case.',
    )
    .action((agent: HookedAgent, options: HookOptions) => execute((context) => hook(agent, options, context)));
}

/** Whatever goes wrong is said once a conversation, and never ends the hook with an error, which would stop the agent. */
async function hook(agent: HookedAgent, options: HookOptions, context: CommandContext): Promise<ExitCode> {
  const done = new AbortController();
  const deadline = abortedAfter(options.deadlineMs, done.signal);
  try {
    const payload = JSON.parse(await readInput(deadline)) as HookPayload;
    const share = bringsIn(payload) ? CAPTURE_SHARES.withAnswer : CAPTURE_SHARES.alone;
    const captureSignal = abortedAfter(options.deadlineMs * share, done.signal);
    if (typeof payload.session_id === 'string' && SESSION_NAME.test(payload.session_id))
      await answer(payload, { ...options, agent }, context, { signal: deadline, captureSignal });
  } catch {
    // A payload that cannot be read names no conversation, so there is nobody to tell.
  } finally {
    done.abort();
    stdin.destroy();
  }
  return EXIT.ok;
}

function abortedAfter(ms: number, done: AbortSignal): AbortSignal {
  const controller = new AbortController();
  void createSystemScheduler()
    .delay(ms, done)
    .then(
      () => controller.abort(new Error(`it took longer than ${ms / 1000} s`)),
      () => undefined,
    );
  return controller.signal;
}

async function answer(
  payload: HookPayload,
  { agent, ...options }: HookOptions & { readonly agent: HookedAgent },
  context: CommandContext,
  { signal, captureSignal }: Pick<HookDeps, 'signal' | 'captureSignal'>,
): Promise<void> {
  const file = stateFile(agent, payload.session_id, context);
  const state = await readState(file);
  try {
    const { url, apiKey } = connectionOf(options, context);
    const client = createClient({ url, apiKey: needKey(apiKey), timeoutMs: options.deadlineMs });
    const { format } = AGENTS[agent];
    const text = await untilAborted(
      runHook(payload, { client, space: options.space, format, state, clock: createSystemClock(), signal, captureSignal }),
      signal,
      () => signal.reason as Error,
    );
    // A capture that was cut says nothing of whether the service answers.
    if (!captureSignal.aborted) delete state.saidDown;
    if (text !== undefined) {
      const hookSpecificOutput = { hookEventName: payload.hook_event_name, additionalContext: text };
      context.terminal.out(JSON.stringify({ suppressOutput: true, hookSpecificOutput }));
    }
  } catch (error) {
    const { message, advice } = describeError(error);
    const reason = advice === undefined ? message : `${message} ${advice}`;
    if (!state.saidDown) context.terminal.out(JSON.stringify({ systemMessage: `Total Recall is not available: ${reason}` }));
    state.saidDown = true;
  }
  await writeState(file, state);
}

function connectionOf({ apiKeyFile, ...options }: HookOptions, { io }: CommandContext): { url: string; apiKey?: string } {
  if (apiKeyFile === undefined) return readConnection(options, { io });
  const { TOTAL_RECALL_API_KEY: _other, ...env } = io.env;
  return readConnection(options, { io: { ...io, env: { ...env, TOTAL_RECALL_API_KEY_FILE: apiKeyFile } } });
}

async function readInput(signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  signal.addEventListener('abort', () => stdin.destroy(), { once: true });
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_PAYLOAD_BYTES) throw new Error('the payload is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function stateFile(agent: HookedAgent, session: string, { io }: CommandContext): string {
  const base = io.env['XDG_STATE_HOME'] || join(io.env['HOME'] || homedir(), '.local/state');
  return join(base, 'total-recall', agent, `${session}.json`);
}

/** A state that is lost or broken costs a repeat, which stores nothing twice. */
async function readState(file: string): Promise<HookState> {
  try {
    const state = JSON.parse((await readIfThere(file)) ?? '') as HookState;
    if (typeof state.files === 'object' && state.files !== null) return state;
  } catch {
    // It begins anew.
  }
  return { files: {} };
}

async function writeState(file: string, state: HookState): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(state), { mode: 0o600 });
}
