import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicProblems, arbitraryHistory, driveSession, openAiProblems, policyOf, toRecords } from '../../testing/index.ts';
import { assembleHistory } from './assemble-history.ts';
import { toAnthropicMessages } from './to-anthropic-messages.ts';
import { toOpenAiMessages } from './to-openai-messages.ts';
import type { WindowBlock } from './window-request.ts';

const SMALL = policyOf({ windowTokens: 8_192 });
const LARGE = policyOf({ windowTokens: 200_000 });

/** Blocks of a random session in a window, with and without compactions. */
const arbitraryBlocks = fc
  .tuple(arbitraryHistory(120), fc.constantFrom(SMALL, LARGE), fc.boolean())
  .map(([steps, policy, withUser]): WindowBlock[] => {
    const { state, contents } = driveSession(toRecords(steps), policy);
    const { front, flow } = assembleHistory(state, contents);
    return [
      { kind: 'system', text: 'You are careful.', tokens: 8 },
      ...front,
      ...flow,
      ...(withUser ? [{ kind: 'user_message' as const, text: 'And now?', tokens: 7 }] : []),
    ];
  });

const awkwardText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\n',
    'done  ',
    '\ud83d',
    '\udc00x',
    'é',
    '[1]',
    'null',
    '{"a":1}',
    '{"a":',
    '{"a":"\\ud800"}',
    '['.repeat(9_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.json({ maxDepth: 3 }),
);
const awkwardId = fc.oneof(
  fc.constantFrom('', '  ', '0', 'x', 'f:0', 'i'.repeat(60), 'i'.repeat(61), '__proto__'),
  fc.string({ maxLength: 70 }),
);
const awkwardName = fc.oneof(fc.constantFrom('', 'f', 'recall', 'a.b', 'a_b', 'do thing', 'n'.repeat(100), 'n'.repeat(300)), awkwardId);

/** Blocks in any order with any content, which no fold would produce: the messages must still be valid. */
const anyBlock: fc.Arbitrary<WindowBlock> = fc
  .record({
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constant('event' as const) },
      { weight: 2, arbitrary: fc.constantFrom('system', 'persona', 'task_state', 'marker', 'pack', 'user_message') },
    ),
    eventKind: fc.constantFrom(
      'user_message',
      'agent_message',
      'thinking',
      'tool_call',
      'tool_call',
      'tool_result',
      'tool_result',
      'system_note',
    ),
    text: awkwardText,
    turn: fc.integer({ min: 1, max: 4 }),
    messageId: fc.option(fc.constantFrom('m1', 'm2'), { nil: undefined }),
    thinking: fc.constantFrom<WindowBlock['thinking']>(
      undefined,
      { signature: 'sig' },
      { redacted: 'data' },
      { vendor: 'openai', signature: 'rs_1', redacted: 'data' },
      { vendor: 'deepseek' },
    ),
    callId: fc.option(awkwardId, { nil: undefined }),
    toolName: fc.option(awkwardName, { nil: undefined }),
    arguments: fc.option(awkwardText, { nil: undefined }),
    isError: fc.boolean(),
    note: fc.boolean(),
    artifacts: fc.option(
      fc.array(
        fc.record({ id: fc.constantFrom('shown', 'missing'), mime: fc.constantFrom('image/png', 'image/svg+xml'), sizeBytes: fc.nat(9) }),
        {
          maxLength: 2,
        },
      ),
      { nil: undefined },
    ),
  })
  .map((block) => ({ ...block, tokens: 1 }) as WindowBlock);

const anyBlocks = fc.array(anyBlock, { maxLength: 40 });
const anyTools = (wrap: (name: string) => unknown) => fc.array(awkwardName, { maxLength: 5 }).map((names) => names.map(wrap));
const images = new Map([['shown', 'QUJD']]);

describe('messages of any session', () => {
  it.each(['open', 'strict'] as const)('I-05 are valid at OpenAI, template %s', (template) => {
    const tools = anyTools((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }));
    fc.assert(
      fc.property(fc.oneof(arbitraryBlocks, anyBlocks), tools, (blocks, declared) => {
        const { messages, tools: written } = toOpenAiMessages(blocks, { images, tools: declared, template });
        expect(openAiProblems({ messages, ...(written.length > 0 ? { tools: written } : {}) }, template)).toEqual([]);
      }),
    );
  });

  it('I-05 are valid at Anthropic', () => {
    const tools = anyTools((name) => ({ name, input_schema: { type: 'object' } }));
    fc.assert(
      fc.property(fc.oneof(arbitraryBlocks, anyBlocks), tools, (blocks, declared) => {
        const { renamed: _renamed, ...request } = toAnthropicMessages(blocks, { images, tools: declared });
        expect(anthropicProblems({ ...request })).toEqual([]);
      }),
    );
  });

  it('I-05 say everything that stands in the window but thinking', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (blocks) => {
        const said = blocks.filter((block) => block.kind === 'event' && block.eventKind !== 'thinking' && block.text.trim() !== '');
        const openAi = JSON.stringify(toOpenAiMessages(blocks));
        const anthropic = JSON.stringify(toAnthropicMessages(blocks));
        for (const block of said) {
          const shown = JSON.stringify(
            block.eventKind === 'tool_call' && block.callId !== undefined ? (block.toolName ?? 'unknown') : block.text,
          ).slice(1, -1);
          expect(openAi).toContain(shown);
          expect(anthropic).toContain(shown);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('I-15 name every tool and call the same way each time, and lead back to what stands in the log', () => {
    fc.assert(
      fc.property(anyBlocks, (blocks) => {
        const first = toOpenAiMessages(blocks);
        expect(toOpenAiMessages(blocks)).toEqual(first);
        const calls = blocks.filter((block) => block.kind === 'event' && block.eventKind === 'tool_call' && block.callId !== undefined);
        const back = first.messages.flatMap((message) =>
          message.role === 'assistant'
            ? (message.tool_calls ?? []).map(({ id, function: { name } }) => [
                own(first.renamed.calls, id) ?? id,
                own(first.renamed.tools, name) ?? name,
              ])
            : [],
        );
        expect(back).toEqual(calls.map(({ callId, toolName }) => [callId, toolName ?? 'unknown']));
      }),
    );
  });
});

function own(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
