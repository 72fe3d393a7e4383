import { describe, expect, it } from 'vitest';
import { callFailed, didNothing } from './call-outcome.ts';
import { readCall } from './read-call.ts';

const called = (name: string, args: object) => readCall({ id: 'c1', name, arguments: JSON.stringify(args) });
const EDIT = called('edit_file', { path: 'src/quay.ts', old_string: 'a' });
const READ = called('read_file', { path: 'src/quay.ts' });

describe('the outcome of a call', () => {
  it.each([
    'Error: old_string not found',
    'String to replace not found in file.',
    'patch does not apply',
    'No such file: src/quay.ts',
    'The old text didn’t match',
    'Could not find the text in src/quay.ts',
    'Unable to edit src/quay.ts',
  ])('is a failure where a refused change says so in words: %s', (text) => {
    expect(callFailed(EDIT, text, false)).toBe(true);
    expect(didNothing(EDIT, text, false)).toBe(true);
  });

  it.each([
    'done',
    '',
    'The file src/failed-result.ts has been updated.',
    'The file src/not_found.ts has been updated.',
    'Applied 2 edits, 0 failed',
    'The file src/quay.ts has been updated. This is what it holds now:\n1\tthrow new Error("not found");\n2\t// fails where no pier is',
    `Updated.${' and so on'.repeat(60)} not found`,
  ])('is none where a change was made: %s', (text) => {
    expect(callFailed(EDIT, text, false)).toBe(false);
    expect(didNothing(EDIT, text, false)).toBe(false);
  });

  it('is none where a file was read that speaks of failures', () => {
    expect(didNothing(READ, 'page not found', false)).toBe(false);
    expect(didNothing(READ, 'no', true)).toBe(true);
  });
});
