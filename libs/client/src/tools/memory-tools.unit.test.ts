import { expect, it } from 'vitest';
import type { SessionClient } from '../clients/session-client.ts';
import { memoryTools } from './memory-tools.ts';

it('declares each argument that an answer names for the next step, and passes what a model wrote as it stands', async () => {
  const asked: unknown[] = [];
  const answer = (given: unknown) => {
    asked.push(given);
    return Promise.resolve({ rendered: 'read' });
  };
  const [recall, open] = memoryTools(() => ({ recall: answer, open: answer }) as unknown as SessionClient);
  expect(Object.keys(recall!.parameters.properties)).toEqual(['query', 'budgetTokens']);
  expect(Object.keys(open!.parameters.properties)).toEqual(['ref', 'fromLine', 'toLine', 'fromByte', 'toByte', 'budgetTokens']);
  expect([recall!.parameters.required, open!.parameters.required]).toEqual([['query'], ['ref']]);
  expect(await open!.run({ ref: 'e1', fromByte: 12_642 }, undefined)).toBe('read');
  expect(asked).toEqual([{ arguments: '{"ref":"e1","fromByte":12642}' }]);
});
