import { expect, it } from 'vitest';
import { loadCommands } from './command-loaders.ts';

it.each(['--version', '-V'])('%s loads no command', async (option) => {
  expect(await loadCommands([option])).toEqual([]);
});

it.each([
  ['recall', '--version'],
  ['sessions', '-V'],
])('%s loads itself alone', async (...argv) => {
  expect(await loadCommands(argv)).toHaveLength(1);
});
