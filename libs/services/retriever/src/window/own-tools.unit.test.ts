import { FRAMING_TOKENS, OWN_SYSTEM_TOKENS, policyForCall, resolvePolicy } from '@total-recall/domain';
import { openAiProblems } from '@total-recall/domain/testing';
import { createTokenCounter } from '@total-recall/runtime';
import { afterAll, describe, expect, it } from 'vitest';
import { createCallerCounter } from './caller-blocks.ts';

const tokens = createTokenCounter({ threads: 0 });
afterAll(() => tokens.close());
const count = createCallerCounter({
  families: tokens.families,
  countNow: tokens.countNow,
  count: async (family, texts) => texts.map((text) => tokens.countNow(family, text)),
  close: tokens.close,
} as typeof tokens);
const PLACE = { tenant: 't', space: 's', session: 'x' };

it('texts of a caller are counted though others push them out of what is remembered meanwhile', async () => {
  let counted = Promise.resolve();
  const counter = createCallerCounter({
    count: async (_family: string, texts: readonly string[]) => {
      await counted;
      return texts.map(({ length }) => length);
    },
  } as typeof tokens);
  const ask = async (userMessage: string, skills: string[] = []) => {
    const { blocks } = await counter(
      { ...PLACE, blocks: { system: 'You are kind.', skills, userMessage }, withoutRecallTool: true },
      'o200k',
    );
    return blocks.filter(({ kind }) => kind !== 'skill').map((block) => block.tokens - FRAMING_TOKENS);
  };
  await ask('first');
  const waiting = Promise.withResolvers<void>();
  counted = waiting.promise;
  const slow = ask('second!');
  counted = Promise.resolve();
  await ask(
    'third',
    Array.from({ length: 2_000 }, (_, at) => `skill ${at}`),
  );
  waiting.resolve();
  expect(await slow).toEqual([13, 7]);
});

describe('our own tools and the line about them', () => {
  it.each<[number, string[], string | undefined]>([
    [125, ['recall', 'open', 'update_task_state'], 'open(ref)'],
    [126, ['recall', 'open'], 'open(ref)'],
    [127, ['recall'], 'recall(query)'],
    [128, [], undefined],
  ])('are left out beside %i tools where OpenAI takes no more', async (number, declared, line) => {
    const tools = Array.from({ length: number }, (_, at) => ({ type: 'function', function: { name: `tool_${at}`, parameters: {} } }));
    const counter = createCallerCounter({
      count: async (_family: string, texts: readonly string[]) => texts.map(({ length }) => length),
    } as typeof tokens);
    const { tools: all, blocks, noteTools } = await counter({ ...PLACE, format: 'openai', blocks: { tools } }, 'o200k');
    expect(openAiProblems({ messages: [{ role: 'user', content: 'go' }], tools: all })).toEqual([]);
    expect(all.slice(number)).toMatchObject(declared.map((name) => ({ function: { name } })));
    const said = blocks.find(({ kind }) => kind === 'recall_line')?.text;
    expect([said === undefined, said?.includes(line!)]).toEqual(line === undefined ? [true, undefined] : [false, true]);
    expect(said?.includes('open(')).toBe(line === undefined ? undefined : declared.includes('open'));
    expect(noteTools.open !== undefined).toBe(declared.includes('open'));
    expect(noteTools.recall !== undefined).toBe(declared.includes('recall'));
    const { tools: anywhere } = await counter({ ...PLACE, format: 'anthropic', blocks: { tools } }, 'o200k');
    expect(anywhere).toHaveLength(number + 3);
  });

  it.each<[string[], object]>([
    [[], {}],
    [['ls'], {}],
    [['recall'], { recall: 'recall' }],
    [['recall', 'open'], { recall: 'recall', open: 'open' }],
  ])('are not named where a caller wants none and declares %j itself', async (names, named) => {
    const tools = names.map((name) => ({ name, input_schema: { type: 'object', properties: { ref: { type: 'string' } } } }));
    const { noteTools, ...own } = await count({ ...PLACE, blocks: { tools }, withoutRecallTool: true }, 'o200k');
    expect(noteTools).toEqual(named);
    expect(own).toMatchObject({ tools, blocks: [] });
  });

  it.each(['openai', 'anthropic', 'blocks'] as const)(
    'take what is counted for them, and fit the smallest window in every family (%s)',
    async (format) => {
      const own = async (family: string) => {
        const { blocks, toolTokens } = await count({ ...PLACE, format }, family);
        return blocks.reduce((sum, block) => sum + block.tokens, toolTokens);
      };
      expect(await own('o200k')).toBeLessThanOrEqual(OWN_SYSTEM_TOKENS);
      expect(await own('o200k')).toBeGreaterThan(0.8 * OWN_SYSTEM_TOKENS);
      const smallest = resolvePolicy([{ windowTokens: 2_000 }]);
      if (smallest.kind === 'invalid') throw new Error('The smallest window does not hold.');
      expect(await own('claude')).toBeLessThanOrEqual(policyForCall(smallest.policy, 2_000).budgets.sys);
    },
  );
});
