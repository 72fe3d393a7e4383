import { expect, it } from 'vitest';
import { runHere } from '../testing/run-cli.ts';

it.each([
  [['undo', 'zzz'], "<entry> cannot be 'zzz'. It must be the id of an entry, as `total-recall ledger` shows it."],
  [['forget', 'zzz'], "<fact> cannot be 'zzz'. It must be the id of a fact"],
  [['certificate', 'zzz'], "<erasure> cannot be 'zzz'. It must be the id of an erasure"],
  [['hold', 'release', 'zzz'], "<hold> cannot be 'zzz'. It must be the id of a hold"],
  [['open', 'zzz'], "<ref> cannot be 'zzz'. It must be SESSION/e184, "],
  [['window', ''], "<session> cannot be ''. It must be letters, digits"],
  [['remember', ''], '<text> is empty. Give the fact as a sentence.'],
  [['erase', 'work', '--event', 'zzz'], "'--event <id...>' argument 'zzz' is invalid. It must be an event as recall prints it"],
  [['erase', 'work', '--event', 'e3'], "argument 'e3' is invalid. It must be an event as recall prints it"],
  [['recall', 'work', 'port', '--at-entry', 'zzz'], "'--at-entry <id>' argument 'zzz' is invalid. It must be the id of an entry"],
])('%j is a wrong usage that names the argument, before anything is asked', async (args, told) => {
  const { code, stderr } = await runHere(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  expect(stderr).not.toContain('command-argument');
});
