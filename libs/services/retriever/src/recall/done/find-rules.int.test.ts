import { expect, it } from 'vitest';
import { createMemoryRetriever, type Written } from '../../../testing/memory-retriever.ts';

const ASK = { tenant: 'acme', space: 'main', session: 's1' };
const user = (text: string): Written => ({ kind: 'user_message', text });
const talk = Array.from({ length: 20 }, (_, at): Written[] => [
  user(`How does module ${at} look?`),
  { kind: 'agent_message', text: `Module ${at} looks fine; the crane turns.` },
]).flat();

async function memory(said: readonly Written[]) {
  const own = createMemoryRetriever();
  const ids = await own.append(said);
  await own.project();
  return { ids, recall: (query: string) => own.retriever.recall({ ...ASK, queries: [query] }) };
}

it('rules that the user set are listed, the latest first, and no other talk', async () => {
  const { recall } = await memory([
    user('Never write to the table audit_log.'),
    ...talk,
    user('The ferry is late. Always run the linter before you commit.'),
    { kind: 'constraint', text: 'No downtime during the move.' },
    ...talk,
  ]);
  for (const query of ['What rules did I give you?', 'Which constraints do I have to follow?', 'What must I never do?']) {
    const { rendered, outcome } = await recall(query);
    expect(outcome).toBe('answered');
    expect(rendered).toContain('[list: rules that the user set, each by its latest message; for one whole: its e-number as ref]');
    const lines = rendered.split('\n').filter((line) => /^(?:Never|Always|No|The ferry|How|Module)/.test(line));
    expect(lines).toEqual([
      'No downtime during the move.',
      'Always run the linter before you commit.',
      'Never write to the table audit_log.',
    ]);
  }
});

it('where none was set it says so in few tokens', async () => {
  const { recall } = await memory(talk);
  const { rendered, outcome, tokens } = await recall('What rules did I give you?');
  expect(outcome).toBe('nothing_found');
  expect(rendered.toLowerCase()).toContain('no message in which the user sets a rule was found among 40 events');
  expect(tokens).toBeLessThan(250);
});

it('a constraint that was replaced is no rule any more', async () => {
  const first = createMemoryRetriever();
  const [old] = await first.append([{ kind: 'constraint', text: 'No downtime during the move.' }]);
  await first.append([{ kind: 'constraint', text: 'An hour of downtime is fine.', body: { meta: { supersedes: [old!] } } }]);
  await first.project();
  const { rendered } = await first.retriever.recall({ ...ASK, queries: ['Which constraints are there?'] });
  expect(rendered).toContain('An hour of downtime is fine.');
  expect(rendered).not.toContain('No downtime during the move.');
});
