import { expect, it } from 'vitest';
import { joinRemarks } from './remarks-on-files.ts';

const fileWith = (file: string, ...problems: string[]) => ({
  file,
  report: { problems: [...problems.map((problem) => ({ problem })), { line: 3, problem: 'no JSON' }] },
});

it('a remark that counts events of several files is made once, with their sum', () => {
  const files = [
    fileWith('a.jsonl', '2 events have no time in the file.'),
    fileWith('b.jsonl', '1 event has no time in the file.', 'It ends in the middle of a line.'),
    fileWith('c.jsonl', '1 event has no text.'),
    fileWith('d.jsonl', 'It ends in the middle of a line.'),
  ];
  expect(joinRemarks(files)).toEqual([
    '2 files: 3 events have no time in the file.',
    'b.jsonl: It ends in the middle of a line.',
    'd.jsonl: It ends in the middle of a line.',
    'c.jsonl: 1 event has no text.',
  ]);
});
