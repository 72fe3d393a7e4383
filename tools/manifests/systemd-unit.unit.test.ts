import { describe, expect, it } from 'vitest';
import { unitProblems } from './systemd-unit.ts';

const UNIT = `[Service]
ExecStart=/opt/total-recall/bin/total-recall serve
LoadCredential=master.key:/etc/total-recall/master.key
Environment=TOTAL_RECALL_MASTER_KEYS_FILE=%d/master.key
Environment=TOTAL_RECALL_MEMORY_MB=1740
MemoryMax=2G
`;

describe('a systemd unit', () => {
  it('names settings that are read, files that are there, and leaves room for pages of files', () => {
    expect(unitProblems(UNIT)).toEqual([]);
  });

  it.each([
    ['a setting that nothing reads', UNIT.replace('MEMORY_MB', 'MEMORY'), 'nothing reads TOTAL_RECALL_MEMORY.'],
    ['a value that is none', UNIT.replace('=1740', '=much'), 'TOTAL_RECALL_MEMORY_MB must be'],
    ['a credential that is not loaded', UNIT.replace(/^LoadCredential.*\n/m, ''), '%d/master.key, which nothing mounts'],
    ['memory without room', UNIT.replace('=2G', '=1800M'), 'MemoryMax is not 15 % above TOTAL_RECALL_MEMORY_MB (1740)'],
  ])('does not have %s', (_, unit, problem) => {
    expect(unitProblems(unit)).toContainEqual(expect.stringContaining(problem));
  });
});
