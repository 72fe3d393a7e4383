import type { Processor, ProcessInputStepArgs, ProcessLLMRequestArgs, ProcessOutputResultArgs } from '@mastra/core/processors';
import type { RequestContext } from '@mastra/core/request-context';
import { createTool } from '@mastra/core/tools';
import {
  asGiven,
  createHistory,
  memoryTools,
  readAiAnswer,
  readAiPrompt,
  type History,
  type NewEventWire,
  type SessionClient,
} from '@total-recall/client';
import { promptOfWindow } from './window-prompt.ts';

export interface MemoryOptions {
  /** Session of the conversation, or a choice of it by run. */
  readonly session: SessionClient | ((context: RequestContext | undefined) => SessionClient);
}

/** Mastra asks of each list for the methods that it calls. */
export type MemoryProcessor = Required<
  Pick<Processor<'total-recall'>, 'id' | 'processInputStep' | 'processLLMRequest' | 'processOutputResult'>
>;

/** State that a run holds between its steps. */
interface Run {
  readonly session: SessionClient;
  readonly history: History;
  readonly said: NewEventWire[];
}

type Context = Pick<ProcessInputStepArgs, 'state' | 'requestContext'>;

/**
 * Creates a processor for the `inputProcessors` and `outputProcessors` of an agent. It keeps what a run says in the
 * session, gives the model the window in the place of its prompt, and brings `recall` and `open` along as tools.
 */
export function createMemoryProcessor({ session }: MemoryOptions): MemoryProcessor {
  const sessionOf = (context: RequestContext | undefined): SessionClient => (typeof session === 'function' ? session(context) : session);
  const runs = new WeakMap<object, Run>();
  const runOf = ({ state, requestContext }: Context): Run => {
    const known = runs.get(state);
    if (known) return known;
    // A run begins with what is new: what was said before is in the session. So each run is a history of its own.
    const opened = sessionOf(requestContext);
    const made = { session: opened, history: createHistory(opened), said: [] };
    runs.set(state, made);
    return made;
  };

  return {
    id: 'total-recall',
    processInputStep(args: ProcessInputStepArgs) {
      if (args.messageList.get.remembered.db().length > 0)
        throw new Error('The agent has a memory of Mastra beside Total Recall, so that all would be kept twice: leave out one of them.');
      const ours = memoryTools(() => runOf(args).session).map(({ name, description, parameters, run }) => {
        const inputSchema = parameters as Parameters<typeof createTool>[0]['inputSchema'];
        return [name, createTool({ id: name, description, inputSchema, execute: (input) => run(input, undefined) })] as const;
      });
      return { tools: { ...Object.fromEntries(ours), ...args.tools } };
    },
    async processLLMRequest(args: ProcessLLMRequestArgs) {
      const { prompt, abortSignal, model } = args;
      const run = runOf(args);
      const options = abortSignal ? { signal: abortSignal } : {};
      const { system, events } = readAiPrompt(prompt, model.modelId);
      run.said.splice(0, Infinity, ...events);
      await run.history.follow(run.said, options);
      const { ai } = await run.session.window({ format: 'ai', ...(system === undefined ? {} : { blocks: { system } }) }, options);
      return { prompt: asGiven(promptOfWindow(ai), prompt) };
    },
    /** Keeps the last answer, which no prompt of this run has. */
    async processOutputResult(args: ProcessOutputResultArgs) {
      const { history, said } = runOf(args);
      const last = readAiAnswer(args.result.steps.at(-1)?.content ?? [], crypto.randomUUID());
      if (last.length > 0) await history.follow([...said, ...last]);
      return args.messages;
    },
  };
}
