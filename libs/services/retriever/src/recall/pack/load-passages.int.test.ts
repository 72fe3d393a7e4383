import { expect, it } from 'vitest';
import { createMemoryRetriever } from '../../../testing/memory-retriever.ts';

it('of a long event the passage that was found is shown, wherever it stands', async () => {
  const { retriever, append, project } = createMemoryRetriever();
  const paragraph = (at: number): string =>
    `Berth ${at} lies at the quay. ${'The tide runs out and the pilot waits for the lock to open. '.repeat(12)}`;
  const paragraphs = Array.from({ length: 80 }, (_, at) => paragraph(at));
  const told = 'The spare winch of the ferry is kept in the northern shed.';
  await append([
    { kind: 'user_message', text: 'Read the log of the harbour.' },
    { kind: 'agent_message', text: [...paragraphs.slice(0, 70), told, ...paragraphs.slice(70)].join('\n\n') },
  ]);
  await project();
  const asked = { tenant: 'acme', space: 'main', queries: ['where is the spare winch of the ferry'] };
  const { passages, rendered } = await retriever.recall({ ...asked, limit: 3, budgetTokens: 400 });
  expect(rendered).toContain(told);
  expect(passages[0]!.text).toContain(told);
});
