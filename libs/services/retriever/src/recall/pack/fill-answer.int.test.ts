import { expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ask = { tenant: 'acme', space: 'main' };
const WEATHER = ['mild', 'wet', 'clear', 'foggy', 'windy', 'calm', 'cold'];
/** Events that share one common word with the questions below, each other than the rest. */
const notes: Written[] = Array.from({ length: 120 }, (_, at) => ({
  kind: 'agent_message',
  text:
    `Note ${at * 37}: the ferry left at ${at % 24}:${10 + (at % 50)}, it was ${WEATHER[at % 7]}, ${at * 13} crates and ` +
    `${at * 5} letters came ashore, and berth ${at} was swept.`,
}));
const winch: Written = { kind: 'user_message', text: 'The brake of the winch on the north quay squeals whenever the drum turns.' };

async function tokensOf(query: string, outcome: string): Promise<number[]> {
  const { retriever, append, project } = createMemoryRetriever({ policy: { windowTokens: 1_000_000 } });
  await append([...notes.slice(0, 60), winch, ...notes.slice(60)]);
  await project();
  const tokens: number[] = [];
  for (const budgetTokens of [1_000, 4_000, 12_000]) {
    const answer = await retriever.recall({ ...ask, queries: [query], budgetTokens });
    expect(answer.outcome).toBe(outcome);
    tokens.push(answer.tokens);
  }
  return tokens;
}

it('an answer that is not sure shows more of what is near', async () => {
  const [small, usual] = await tokensOf('Who mended the winch after the ferry had pulled its rope?', 'unsure');
  expect(usual).toBeGreaterThan(1.5 * small!);
});

it('an answer that is sure stops where little else is worth its tokens, unless its caller names a larger budget', async () => {
  const [small, usual, large] = await tokensOf(
    'When does the brake of the winch on the north quay squeal, and does the ferry?',
    'answered',
  );
  expect(usual).toBe(small);
  expect(large).toBeGreaterThan(1.5 * usual!);
});
