import { expect, it } from 'vitest';
import { stringsOfKind, type StringKind } from './string-kinds.ts';

it.each<[StringKind | 'time', string, string[]]>([
  [
    'path',
    'see src/quay/crane.ts:41:7 and File "tide/pilot.py", line 12, not 10.0.0.1:80 or src/quay',
    ['src/quay/crane.ts:41:7', 'File "tide/pilot.py", line 12'],
  ],
  ['hash', 'commit 9f3c2ab1 touched deadbeef and 12345678 and 7a7a7a7a7a7a', ['9f3c2ab1', '7a7a7a7a7a7a']],
  [
    'error',
    'an EXACTLY ERROR: connect ECONNREFUSED 10.1.2.3:5432\nValueError: tide table is empty\nTS2345 in quay',
    ['ECONNREFUSED 10.1.2.3:5432', 'ValueError: tide table is empty', 'TS2345'],
  ],
  [
    'parameter',
    'diff --git a/x b/x\nrun --max-retries=7 --timeout=3200ms now, or -v, --continue mode, --port 8080',
    ['--max-retries=7 --timeout=3200ms', '--port 8080'],
  ],
  [
    'id',
    'order berth_4411ab of 0e1f2a3b-1111-4222-8333-abcdefabcdef for HRB-2041, test_w0cdm',
    ['berth_4411ab', '0e1f2a3b-1111-4222-8333-abcdefabcdef', 'HRB-2041'],
  ],
  ['time', 'at 2033-04-05T06:07:08Z and 2033-04-06, again at 09:10:11 but not 1:2', ['2033-04-05T06:07:08Z', '2033-04-06', '09:10:11']],
])('finds strings of kind %s', (kind, text, expected) => {
  expect(stringsOfKind(text, kind)).toEqual(expected);
  expect(stringsOfKind(text, kind, 1)).toEqual(expected.slice(0, 1));
});

it('stays quick on text made to slow it down', () => {
  for (const kind of ['path', 'hash', 'error', 'parameter', 'id', 'time'] as const) {
    for (const piece of ['a/', 'a_', 'A', '--a-', '0f', 'Error: ', '1:', 'E '])
      expect(stringsOfKind(piece.repeat(20_000), kind).length).toBeLessThan(201);
  }
});
