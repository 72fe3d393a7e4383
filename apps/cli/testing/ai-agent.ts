import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { UPSTREAM_KEY, type VendorEmulator } from '@total-recall/proxy/testing';
import { generateText, jsonSchema, streamText, tool, type ModelMessage } from 'ai';
import { cancelledText, isCancelled, isPicture, outputOf, PICTURE, scriptTurn, type ScriptedAgent } from './proxy-agents.ts';

/** An agent on the AI SDK, which speaks Chat Completions. Its tools are run here, so that each turn is one call of the model. */
export function aiAgent(baseUrl: string, emulator: VendorEmulator): ScriptedAgent {
  const model = createOpenAICompatible({ name: 'proxied', baseURL: `${baseUrl}/v1`, apiKey: UPSTREAM_KEY, includeUsage: true })('gpt-4o');
  const build = tool({ inputSchema: jsonSchema<{ turn?: number; part?: string }>({ type: 'object', properties: {} }) });
  const messages: ModelMessage[] = [{ role: 'user', content: 'Build all modules, one after the other.' }];
  const starts = new Map<number, number>();
  const request = () => ({ model, instructions: 'You are an agent that builds modules.', messages, tools: { build } });

  async function ask(isStreamed: boolean): Promise<{ text: string; calls: readonly string[] }> {
    const result = isStreamed ? streamText(request()) : await generateText(request());
    const [text, calls, response] = await Promise.all([result.text, result.toolCalls, result.response]);
    messages.push(...response.messages);
    const content = calls.map(({ toolCallId, toolName, input }) => {
      const { turn, part = '' } = input as { turn?: number; part?: string };
      const value = turn === undefined ? 'It is done.' : outputOf(turn, part);
      return { type: 'tool-result' as const, toolCallId, toolName, output: { type: 'text' as const, value } };
    });
    if (content.length > 0) messages.push({ role: 'tool', content });
    return { text, calls: calls.map(({ toolName }) => toolName) };
  }

  async function cancel(): Promise<void> {
    emulator.script = () => ({ text: cancelledText, stalls: true });
    const left = new AbortController();
    const { stream } = streamText({ ...request(), abortSignal: left.signal, include: { rawChunks: true } });
    for await (const { type } of stream) if (type === 'raw') break;
    left.abort();
  }

  return {
    async turn(number) {
      starts.set(number, messages.length);
      if (isPicture(number)) messages.push({ role: 'user', content: [{ type: 'file', data: PICTURE, mediaType: 'image/png' }] });
      if (isCancelled(number)) await cancel();
      scriptTurn(emulator, number);
      await ask(number % 2 === 1);
    },
    rewind(toTurn, text) {
      messages.length = starts.get(toTurn + 1)!;
      messages.push({ role: 'user', content: text });
    },
    async ask(text, isStreamed) {
      messages.push({ role: 'user', content: text });
      return ask(isStreamed);
    },
  };
}
