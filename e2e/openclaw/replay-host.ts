import { readFileSync } from 'node:fs';
import { register } from '../../integrations/openclaw/src/plugin.ts';
import type { HostApi, HostContext, HostEngine, HostTool } from '../../integrations/openclaw/src/host-api.ts';

/** A hook as OpenClaw called it. */
export interface Recorded {
  readonly hook: string;
  readonly event: object;
  readonly context: HostContext;
}

/** Hooks and tools that the plug-in registered, called as OpenClaw calls them. */
export interface ReplayHost {
  readonly log: string[];
  readonly tool: (name: string, context: HostContext) => HostTool;
  readonly engine: () => HostEngine;
  /** Calls one hook and returns its answer. */
  readonly emit: (call: Recorded) => Promise<unknown>;
  /** Calls recorded hooks in their order, and returns what each prompt was given. */
  readonly replay: (calls: readonly Recorded[]) => Promise<unknown[]>;
}

/** Reads hooks that OpenClaw 2026.9.6 called, with what is not read by the plug-in left out. */
export function recordedHooks(name: string): Recorded[] {
  const text = readFileSync(new URL(`recorded/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded);
}

export function openReplayHost(pluginConfig: Readonly<Record<string, unknown>>): ReplayHost {
  const handlers = new Map<string, (event: object, context: HostContext) => unknown>();
  const tools = new Map<string, (context: HostContext) => HostTool | null>();
  const engines = new Map<string, () => HostEngine>();
  const log: string[] = [];
  const write = (message: string): void => void log.push(message);
  register({
    pluginConfig,
    logger: { info: write, warn: write },
    on: (hook: string, handler: unknown) => void handlers.set(hook, handler as (event: object, context: HostContext) => unknown),
    registerTool: (factory, { name }) => void tools.set(name, factory),
    registerContextEngine: (id, factory) => void engines.set(id, factory),
  } as HostApi);
  const emit = async ({ hook, event, context }: Recorded): Promise<unknown> => handlers.get(hook)?.(event, context);
  return {
    log,
    tool: (name, context) => tools.get(name)!(context)!,
    engine: () => engines.get('total-recall')!(),
    emit,
    async replay(calls) {
      const given: unknown[] = [];
      for (const call of calls) {
        const answer = await emit(call);
        if (call.hook === 'before_prompt_build') given.push(answer);
      }
      return given;
    },
  };
}
