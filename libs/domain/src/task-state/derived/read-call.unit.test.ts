import { expect, it } from 'vitest';
import { readCall } from './read-call.ts';

const call = (args: object, name = 'run') => readCall({ id: 'c', name, arguments: JSON.stringify(args) });

it('a command is one paragraph of several words; a text with an empty line is content', () => {
  expect(call({ input: 'rm -r build' }).isChange).toBe(true);
  expect(call({ input: 'The notes say:\n\nrm -r build' }).isChange).toBe(false);
});

it('finds the files of a command in its paths, without the content beside it', () => {
  expect(call({ input: 'head src/keel/plan.ts' }).paths).toEqual(['src/keel/plan.ts']);
  expect(call({ text: 'First.\n\nThen src/keel/plan.ts.' }).paths).toEqual([]);
});
