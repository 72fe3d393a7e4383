import { describe, expect, it } from 'vitest';
import { describeUnknown, unknownVariables } from './unknown-variables.ts';

const nearestOf = (name: string) => unknownVariables({ [name]: '1' })[0]?.nearest;

describe('unknown variables', () => {
  it('are those with our prefix that nothing reads', () => {
    const env = {
      TOTAL_RECALL_PROT: '1',
      TOTAL_RECALL_PORT: '1',
      OTHER: '1',
      TOTAL_RECALL_API_KEY_FILE: '/k',
      TOTAL_RECALL_PORT_FILE: '/p',
    };
    expect(unknownVariables(env).map(({ variable }) => variable)).toEqual(['TOTAL_RECALL_PORT_FILE', 'TOTAL_RECALL_PROT']);
  });

  it.each([
    ['TOTAL_RECALL_PROT', 'TOTAL_RECALL_PORT'],
    ['TOTAL_RECALL_DATADIR', 'TOTAL_RECALL_DATA_DIR'],
    ['TOTAL_RECALL_DATA_DIRECTORY', 'TOTAL_RECALL_DATA_DIR'],
    ['TOTAL_RECALL_DIR', 'TOTAL_RECALL_DATA_DIR'],
    ['TOTAL_RECALL_MEMORY', 'TOTAL_RECALL_MEMORY_MB'],
    ['TOTAL_RECALL_API_KEYFILE', 'TOTAL_RECALL_API_KEY_FILE'],
    ['TOTALRECALL_PORT', 'TOTAL_RECALL_PORT'],
    ['TOTAL_RECAL_LOG_LEVEL', 'TOTAL_RECALL_LOG_LEVEL'],
    ['total_recall_embedder', 'TOTAL_RECALL_EMBEDDER'],
  ])('%s is told with the nearest name, %s', (given, nearest) => expect(nearestOf(given)).toBe(nearest));

  it.each(['TOTAL_RECALL_XYZZY_PLUGH', 'TOTAL_RECALL_Q', 'TOTAL_RECALL_'])('%s is near none', (given) => {
    expect(unknownVariables({ [given]: '1' })).toEqual([{ variable: given }]);
  });

  it('are described with the name that was probably meant', () => {
    expect(describeUnknown({ variable: 'TOTAL_RECALL_PROT', nearest: 'TOTAL_RECALL_PORT' })).toBe(
      'TOTAL_RECALL_PROT is set, but nothing reads it. Did you mean TOTAL_RECALL_PORT?',
    );
    expect(describeUnknown({ variable: 'TOTAL_RECALL_Q' })).toBe('TOTAL_RECALL_Q is set, but nothing reads it. Is it misspelt?');
  });
});
