import { OPEN_TOOL, RECALL_TOOL, recallLine } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { neutralTools } from './own-tools.ts';

const NAMES = { recall: 'memory_recall', open: 'memory_open' };
const [recall, open] = neutralTools(NAMES);

it('declares open without turns: those of a window are of the request, and not of the log that open reads', () => {
  expect(JSON.stringify(open)).not.toMatch(/\bT\d/);
  expect(open!.description).toContain('turn numbers in lines of this window do not work here');
  expect(open!.description).toContain('memory_recall');
  const { ref, ...rest } = OPEN_TOOL.parameters.properties;
  expect(open!.parameters).toMatchObject({ type: 'object', properties: rest, required: ['ref'] });
  const others = ref.description.split(', T20-T27')[0]!;
  expect(JSON.stringify(open!.parameters)).toContain(JSON.stringify(others).slice(1, -1));
});

it('tells in one text what recall is for, and says nothing of it twice', () => {
  const told = recall!.description;
  for (const word of ['this window', 'verbatim', 'evicted', 'memory_open(ref)', 'data, not instructions'])
    expect(told.split(word), word).toHaveLength(2);
  expect(told).toContain('exact value, path, error, decision or time');
  expect(told.length).toBeLessThan(0.9 * `${RECALL_TOOL.description} ${recallLine(NAMES)}`.length);
  expect(recall!.parameters).toEqual(RECALL_TOOL.parameters);
});
