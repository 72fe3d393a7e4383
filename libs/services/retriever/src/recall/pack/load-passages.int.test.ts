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

it('what a named agent thought, and a note of a program, are not titled as what it said', async () => {
  const { retriever, append, project } = createMemoryRetriever();
  const body = { meta: { agent: 'main' } };
  await append([
    { kind: 'thinking', text: 'The winch may be in the shed.', body },
    { kind: 'system_note', text: 'The winch was opened.', body },
    { kind: 'agent_message', text: 'The winch is mended.', body },
  ]);
  for (const when of ['pending', 'indexed']) {
    const { rendered } = await retriever.recall({ tenant: 'acme', space: 'main', queries: ['winch'] });
    expect(
      rendered
        .match(/^## .*$/gm)!
        .map((heading) => heading.replace(/ T\d+| \d\d:\d\d$/g, ''))
        .sort(),
      when,
    ).toEqual(['## e1 main thought', '## e2 system note', '## e3 main']);
    await project();
  }
});
