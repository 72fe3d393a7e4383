import { tool } from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { createHistory, memoryTools, type Client, type History, type SessionClient } from '@total-recall/client';
import { createMiddleware, SystemMessage } from 'langchain';
import { eventsOfMessages, systemOf } from './message-events.ts';
import { messagesOfWindow } from './window-messages.ts';

/** A run as LangGraph tells it to a middleware and to a tool. */
export interface ThreadRuntime {
  readonly configurable?: { readonly thread_id?: unknown };
}

export interface MemoryOptions {
  readonly client: Client;
  readonly space: string;
  /** Session of the conversation: a name, or a choice of it by run. The id of the thread where it is absent. */
  readonly session?: string | ((runtime: ThreadRuntime) => string);
}

interface Kept {
  readonly session: SessionClient;
  readonly history: History;
}

/** Conversations whose state is held in memory, those that were used last; that of another is found again by sending it once more. */
const MOST_KEPT = 200;

/**
 * Creates a middleware for `createAgent`. It keeps the messages of the thread in its session, gives the model the window
 * in their place, and brings `recall` and `open` along as tools. The messages in the state of the graph stay as they are.
 */
export function memoryMiddleware({ client, space, session = threadOf }: MemoryOptions) {
  const kept = new Map<string, Kept>();
  const open = (opened: SessionClient): Kept => ({ session: opened, history: createHistory(opened, 'langgraph') });
  const keptOf = (runtime: ThreadRuntime): Kept => {
    const name = typeof session === 'string' ? session : session(runtime);
    const made = kept.get(name) ?? open(client.space(space).session(name));
    kept.delete(name);
    kept.set(name, made);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
    return made;
  };
  const tools = memoryTools((runtime: ThreadRuntime) => keptOf(runtime).session).map(({ name, description, parameters, run }) =>
    tool((args: unknown, config: ThreadRuntime) => run(args, config), { name, description, schema: parameters }),
  );

  return createMiddleware({
    name: 'TotalRecallMemory',
    tools,
    async wrapModelCall(request, handler) {
      const { signal } = request.runtime;
      const options = signal ? { signal } : {};
      const { session: opened, history } = keptOf(request.runtime);
      await history.follow(eventsOfMessages(request.state.messages), options);
      const system = [request.systemMessage.text, systemOf(request.messages)].filter((text) => text !== '').join('\n\n');
      const blocks = { ...(system === '' ? {} : { system }), tools: request.tools.map(declared) };
      const { anthropic } = await opened.window({ format: 'anthropic', blocks }, options);
      const messages = messagesOfWindow(anthropic.messages, request.messages);
      return handler({ ...request, messages, systemMessage: new SystemMessage(anthropic.system ?? '') });
    },
    async afterModel(state, runtime) {
      const options = runtime.signal ? { signal: runtime.signal } : {};
      await keptOf(runtime).history.follow(eventsOfMessages(state.messages), options);
    },
  });
}

function threadOf({ configurable }: ThreadRuntime): string {
  const id = configurable?.thread_id;
  if (typeof id === 'number') return String(id);
  if (typeof id === 'string' && id !== '') return id;
  throw new TypeError('The run has no thread: call the agent with { configurable: { thread_id } }, or give the memory a session.');
}

type AnyTool = Parameters<typeof convertToOpenAITool>[0] | Record<string, unknown>;

/** Returns the declaration of a tool, so that the window leaves room for it. A vendor's own tools are counted as they stand. */
function declared(given: AnyTool) {
  const known = 'schema' in given ? convertToOpenAITool(given as Parameters<typeof convertToOpenAITool>[0]) : undefined;
  if (!known) return { name: String((given as { name?: unknown }).name ?? 'tool'), input_schema: { ...given } };
  const { name, description, parameters } = known.function;
  return { name, ...(description ? { description } : {}), input_schema: (parameters ?? { type: 'object' }) as Record<string, unknown> };
}
