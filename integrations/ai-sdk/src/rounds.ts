import { asGiven, fitEvent, readAiAnswer, type CallOptions, type SessionClient } from '@total-recall/client';
import type { CallParams, GenerateResult, Prompt } from './provider-types.ts';

type Content = GenerateResult['content'];
type ToolCall = Extract<Content[number], { type: 'tool-call' }>;

/** State that the calls of the model within one call of the caller share. */
export interface Round {
  readonly session: SessionClient;
  readonly params: CallParams;
  /** False where the memory's own tools are left out. */
  readonly bringsTools: boolean;
  /** Name of the model that is asked. */
  readonly model: string;
  readonly system: string | undefined;
  readonly options: CallOptions;
  /** Everything that the caller is answered, of all calls of the model. */
  readonly seen: Content;
  /** Keeps the conversation that the caller sent, and what it is answered. */
  keep(content: Content, messageId: string): Promise<void>;
}

/** Why an answer may end within a call. */
const CUTS: ReadonlySet<string> = new Set(['length', 'content-filter']);
const OWN_TOOLS: ReadonlySet<string> = new Set(['recall', 'open', 'update_task_state']);

/** Says whether the memory answers calls of this name: a tool that the caller declared itself is the caller's. */
export function isOurs({ params, bringsTools }: Round, toolName: string): boolean {
  return bringsTools && OWN_TOOLS.has(toolName) && !(params.tools ?? []).some(({ name }) => name === toolName);
}

/**
 * Returns the parameters of the next call of the model: the window in the place of the prompt, and the tools. A last one
 * has the caller's alone, and where there are none ours without a choice: some vendors refuse calls in the history without
 * tools. Providers that know no such choice leave the tools out by themselves.
 */
export async function paramsOf(round: Round, isLast: boolean): Promise<CallParams> {
  const { params, session, system, options } = round;
  const given = params.tools ?? [];
  const declared = given.flatMap((tool) =>
    tool.type === 'function'
      ? [{ name: tool.name, ...(tool.description ? { description: tool.description } : {}), input_schema: tool.inputSchema }]
      : [],
  );
  const blocks = { ...(system === undefined ? {} : { system }), ...(declared.length > 0 ? { tools: declared } : {}) };
  const { ai } = await session.window({ format: 'ai', blocks, ...(!round.bringsTools && { withoutRecallTool: true }) }, options);
  const ours = Object.entries(ai.tools).flatMap(([name, { description, inputSchema }]) =>
    isOurs(round, name)
      ? [
          {
            type: 'function' as const,
            name,
            ...(description ? { description } : {}),
            inputSchema: inputSchema['~standard'].jsonSchema.input({}),
          },
        ]
      : [],
  );
  const tools = isLast && given.length > 0 ? given : [...given, ...ours];
  const choice = isLast && given.length === 0 && ours.length > 0 ? { toolChoice: { type: 'none' as const } } : {};
  const front: Prompt = ai.system === undefined ? [] : [{ role: 'system', content: ai.system }];
  const prompt = asGiven([...front, ...ai.messages.map(toMessage)], params.prompt);
  const { tools: _tools, ...rest } = params;
  return { ...rest, prompt, ...(tools.length > 0 ? { tools } : {}), ...choice };
}

type AiMessage = Awaited<ReturnType<typeof messagesOf>>[number];
async function messagesOf(session: SessionClient) {
  return (await session.window({ format: 'ai' })).ai.messages;
}

/** Converts a message of the window to the form of providers, in which files name how they come. */
function toMessage(message: AiMessage): Prompt[number] {
  if (message.role !== 'user') return message as Prompt[number];
  return {
    role: 'user',
    content: message.content.map((part) => (part.type === 'text' ? part : { ...part, data: { type: 'data' as const, data: part.data } })),
  };
}

/**
 * Keeps an answer of the model and answers its calls of the memory's tools. It is over where nothing was called but
 * tools of the caller, whose results the model has to see before it goes on. So is a last one; calls of ours in it, of tools
 * that it did not have, are dropped.
 */
export async function answer(
  round: Round,
  content: Content,
  { unified, raw }: GenerateResult['finishReason'],
  isLast: boolean,
): Promise<{ readonly isOver: boolean }> {
  const ours = content.filter((part): part is ToolCall => part.type === 'tool-call' && isOurs(round, part.toolName));
  const others = content.filter((part) => !(ours as readonly Content[number][]).includes(part));
  const messageId = crypto.randomUUID();
  await round.keep(others, messageId);
  if (ours.length === 0 || isLast) return { isOver: true };
  await round.session.append(readAiAnswer(ours, messageId).map(fitEvent), round.options);
  const cut = CUTS.has(unified) ? content.findLast(({ type }) => type !== 'tool-result') : undefined;
  const calls = ours.map((part) => {
    const { toolCallId: id, toolName: name, input } = part;
    return { id, name, arguments: input, ...(part === cut && { cutBy: raw ?? unified }) };
  });
  await round.session.runTools(calls, {}, round.options);
  // The same answer has the results of tools that the provider ran itself.
  return { isOver: others.some((part) => part.type === 'tool-call' && part.providerExecuted !== true) };
}

/** Returns why an answer ended as the caller is to see it: not for calls that were answered here, or dropped. */
export function reasonOf({ seen }: Pick<Round, 'seen'>, reason: GenerateResult['finishReason']): GenerateResult['finishReason'] {
  const isAsked = seen.some((part) => part.type === 'tool-call' && part.providerExecuted !== true);
  return reason.unified === 'tool-calls' && !isAsked ? { ...reason, unified: 'stop' } : reason;
}
