import Anthropic from '@anthropic-ai/sdk';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { SessionClient, ToolHandlers } from '@total-recall/client';
import { generateText, jsonSchema, streamText, tool } from 'ai';
import OpenAI from 'openai';

/** An agent that answers a message of the user with the loop from the README. */
export type AgentLoop = (session: SessionClient, userText: string, tools: ToolHandlers) => Promise<string>;

const PARAMETERS = { type: 'object' as const, properties: { path: { type: 'string' as const } }, additionalProperties: false };
const SYSTEM = 'You fix bugs.';
const chatTools = ['read_file', 'run_tests'].map((name) => ({ type: 'function' as const, function: { name, parameters: PARAMETERS } }));
const anthropicTools = ['read_file', 'run_tests'].map((name) => ({ name, input_schema: PARAMETERS }));

export function openAiLoop(url: string): AgentLoop {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
  return async (session, userText, handlers) => {
    await session.append({ kind: 'user_message', text: userText });
    for (;;) {
      const window = await session.window({ format: 'openai', blocks: { system: SYSTEM, tools: chatTools } });
      const completion = await openai.chat.completions.create({ model: 'scripted', ...window.openai });
      const { text, calls, done } = await session.appendResponse(completion);
      if (done) return text;
      await session.runTools(calls, handlers);
    }
  };
}

/** Creates a loop for a server of an open model whose chat template requires alternating roles. */
export function strictTemplateLoop(url: string): AgentLoop {
  const answer = openAiLoop(`${url}/strict`);
  return async (session, userText, handlers) => {
    await session.setPolicy({ chatTemplate: 'strict' });
    await session.append({ kind: 'agent_message', text: 'Hello.' });
    await session.append({ kind: 'user_message', text: 'Hi.' });
    return answer(session, userText, handlers);
  };
}

export function openAiStreamLoop(url: string): AgentLoop {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
  return async (session, userText, handlers) => {
    await session.append({ kind: 'user_message', text: userText });
    for (;;) {
      const window = await session.window({ format: 'openai', blocks: { system: SYSTEM, tools: chatTools } });
      const stream = openai.chat.completions.stream({ model: 'scripted', ...window.openai });
      const { text, calls, done } = await session.appendResponse(await stream.finalChatCompletion());
      if (done) return text;
      await session.runTools(calls, handlers);
    }
  };
}

export function responsesLoop(url: string): AgentLoop {
  const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });
  return async (session, userText, handlers) => {
    await session.append({ kind: 'user_message', text: userText });
    for (;;) {
      const window = await session.window({ format: 'openai-responses', blocks: { system: SYSTEM, tools: chatTools } });
      const response = await openai.responses.create({ model: 'scripted', store: false, ...window.responses });
      const { text, calls, done } = await session.appendResponse(response);
      if (done) return text;
      await session.runTools(calls, handlers);
    }
  };
}

export function anthropicLoop(url: string, { stream }: { readonly stream: boolean }): AgentLoop {
  const anthropic = new Anthropic({ baseURL: url, apiKey: 'none' });
  return async (session, userText, handlers) => {
    await session.append({ kind: 'user_message', text: userText });
    for (;;) {
      const window = await session.window({ format: 'anthropic', blocks: { system: SYSTEM, tools: anthropicTools } });
      const request = { model: 'scripted', max_tokens: 1_024, ...window.anthropic };
      const message = stream ? await anthropic.messages.stream(request).finalMessage() : await anthropic.messages.create(request);
      const { text, calls, done } = await session.appendResponse(message);
      if (done) return text;
      await session.runTools(calls, handlers);
    }
  };
}

export function aiLoop(url: string, { stream }: { readonly stream: boolean }): AgentLoop {
  const model = createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, apiKey: 'none' })('scripted');
  return async (session, userText, handlers) => {
    await session.append({ kind: 'user_message', text: userText });
    for (;;) {
      const { ai } = await session.window({ format: 'ai', blocks: { system: SYSTEM, tools: anthropicTools } });
      const result = stream ? streamText({ model, ...ai }) : await generateText({ model, ...ai });
      const { text, calls, done } = await session.appendResponse(result);
      if (done) return text;
      await session.runTools(calls, handlers);
    }
  };
}

/** Creates a loop in which the AI SDK runs the caller's tools itself; those of the window are left to `runTools`. */
export function aiOwnToolsLoop(url: string): AgentLoop {
  const model = createOpenAICompatible({ name: 'local', baseURL: `${url}/v1`, apiKey: 'none' })('scripted');
  return async (session, userText, handlers) => {
    await session.append({ kind: 'user_message', text: userText });
    const own = Object.entries(handlers).map(([name, run]) => {
      const execute = (args: unknown) => run(args, { call: { id: name, name, arguments: '' } });
      return [name, tool({ inputSchema: jsonSchema(PARAMETERS), execute })] as const;
    });
    for (;;) {
      const { ai } = await session.window({ format: 'ai', blocks: { system: SYSTEM } });
      const result = await generateText({ model, ...ai, tools: { ...ai.tools, ...Object.fromEntries(own) } });
      const { text, calls, done } = await session.appendResponse(result);
      if (done) return text;
      await session.runTools(calls);
    }
  };
}
