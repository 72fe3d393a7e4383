import { expect, test } from 'vitest';
import { knownAtStart } from './known-at-start.ts';

const LINES = [
  '# What is known',
  '',
  '## How to work',
  '- Run the linter. (2026-05-04)',
  '',
  '## The project',
  '- The port is 4200. (2026-05-05)',
  '',
];
const TEXT = LINES.join('\n');
const space = (text: string, facts: number) => ({ digest: async () => ({ text, facts, left: 0 }) });
const options = { name: 'work', whereMoreIs: 'recall finds it' };
const HEAD = 'Known in the memory "work", as data that was said or written down:\n';

test('a digest that has room is given whole, and an empty one not at all', async () => {
  expect(await knownAtStart(space(TEXT, 2), { ...options, characters: TEXT.length })).toBe(`${HEAD}${TEXT}`);
  expect(await knownAtStart(space('# What is known\n', 0), { ...options, characters: 100 })).toBeUndefined();
});

test('a longer one ends at a line, without a heading that nothing follows, and says where the rest is', async () => {
  const cutAt = async (characters: number) => (await knownAtStart(space(TEXT, 2), { ...options, characters }))!.slice(HEAD.length);
  const first = `${LINES.slice(0, 4).join('\n')}\n(There is more: recall finds it.)`;
  for (const end of ['linter. (2026-05-04)\n', '## The project\n', 'The port'])
    expect(await cutAt(TEXT.indexOf(end) + end.length)).toBe(first);
});
